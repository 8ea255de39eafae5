import { el, fill } from './dom.js';
import { number, say, wording } from './words.js';

// On a phone a list that scrolls inside the page hides that there is more; a few and a button do not.
const AT_ONCE = window.matchMedia('(max-width: 63.9375em)').matches ? 6 : 50;
const KINDS = {
  all: () => true,
  good: (entry) => entry.readable && !entry.review,
  review: (entry) => entry.readable && entry.review,
  unreadable: (entry) => !entry.readable,
};

/** What is loaded: counts that filter, and a list with reasons and remedies. */
export function showDocuments(place, listing, withKeys) {
  const { documents } = listing;
  if (documents.length === 0) return fill(place, empty(withKeys));
  const names = {
    all: say('모두', 'All'),
    good: say('읽음', 'Read'),
    review: say('살펴볼 것', 'To review'),
    unreadable: say('읽지 못함', 'Not read'),
  };
  const body = el('ul', { class: 'documents', tabindex: 0, 'aria-label': say('문서 목록', 'Documents') });
  const more = el('button', { type: 'button', class: 'button third small', onclick: () => next() });
  let chosen = [];
  let shown = 0;
  function next() {
    body.append(...chosen.slice(shown, shown + AT_ONCE).map(line));
    shown = Math.min(shown + AT_ONCE, chosen.length);
    more.hidden = shown >= chosen.length;
    more.textContent = say(`${number(chosen.length - shown)}건 더 보기`, `${number(chosen.length - shown)} more`);
  }
  const filters = Object.entries(KINDS).map(([kind, is]) => {
    const count = documents.filter(is).length;
    return el(
      'button',
      { type: 'button', class: `count ${kind}`, 'aria-pressed': 'false', disabled: count === 0, onclick: () => choose(kind) },
      el('span', {}, names[kind]),
      el('strong', {}, number(count)),
    );
  });
  function choose(kind) {
    for (const [i, name] of Object.keys(KINDS).entries()) filters[i].setAttribute('aria-pressed', String(name === kind));
    // What needs a person's hand stands first.
    const rank = (entry) => (entry.readable ? (entry.review ? 1 : 2) : 0);
    chosen = documents.filter(KINDS[kind]).sort((a, b) => rank(a) - rank(b));
    shown = 0;
    body.replaceChildren();
    next();
  }
  choose('all');
  fill(
    place,
    el('div', { class: 'counts', role: 'group', 'aria-label': say('문서 거르기', 'Filter documents') }, filters),
    body,
    more,
  );
}

function line(entry) {
  return el(
    'li',
    {},
    el('div', {}, el('strong', {}, entry.filename), details(entry)),
    el('div', {}, state(entry)),
    el(
      'div',
      { class: 'subtle small chunks' },
      entry.readable ? say(`조각 ${number(entry.chunks)}개`, `${number(entry.chunks)} chunks`) : null,
    ),
  );
}

function details({ structure }) {
  if (!structure) return null;
  const told = [structure.title, structure.doc_number, structure.issued_date, structure.issuer].filter((value) => value !== null);
  return told.length > 0 ? el('p', { class: 'subtle small' }, told.join(' · ')) : null;
}

function state(entry) {
  if (!entry.readable) {
    return [
      el('span', { class: 'badge danger' }, say('읽지 못함', 'Not read')),
      el(
        'p',
        { class: 'small' },
        wording(entry.reason, entry.reason_text),
        entry.drm_vendor ? ` (${entry.drm_vendor})` : '',
        ' ',
        el('code', {}, entry.reason),
      ),
    ];
  }
  if (!entry.review) return el('span', { class: 'badge success' }, say('읽음', 'Read'));
  return [
    el('span', { class: 'badge warning' }, say('살펴볼 것', 'To review')),
    entry.review_reasons.map(({ code, text }) => el('p', { class: 'small' }, wording(code, text))),
  ];
}

function empty(withKeys) {
  return el(
    'div',
    { class: 'notice' },
    el('strong', {}, say('이 문서함은 비어 있습니다', 'This tenant is empty')),
    el(
      'p',
      {},
      withKeys
        ? say(
            'POST /documents/upload로 문서를 올려 주세요. 볼 수 있는 문서가 없는 경우에도 이렇게 보입니다.',
            'Upload documents with POST /documents/upload. It looks the same where there is nothing that you may see.',
          )
        : say(
            '문서함 폴더에 파일을 넣고 다시 읽기를 눌러 주세요. 볼 수 있는 문서가 없는 경우에도 이렇게 보입니다.',
            'Put files into its folder and press Read again. It looks the same where there is nothing that you may see.',
          ),
    ),
  );
}
