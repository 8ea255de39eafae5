import { copyButton } from './copy.js';
import { el, fill } from './dom.js';
import { tabs } from './tabs.js';
import { chunkList } from './try-chunks.js';
import { fieldCard, outline } from './try-outline.js';
import { pageView } from './try-pages.js';
import { readingView } from './try-reading.js';
import { bytes, number, percent, say, seconds, wording } from './words.js';

/** The most of the JSON that is shown; all of it can be copied and saved. */
const SHOWN_JSON = 200_000;

/** Shows what a file was read into. Gives the heading. */
export function showResult(place, file, response) {
  const { summary, document } = response;
  const heading = el('h2', {}, file.name);
  const body = el('div', { class: 'stack' });
  const members = document.children === undefined ? [] : flattened(document);
  fill(
    place,
    el('div', { class: 'result-head' }, heading, facts(summary, file)),
    members.length > 0 ? memberChoice(members, (member) => fill(body, oneDocument(member, response, null))) : null,
    body,
  );
  if (members.length === 0) fill(body, oneDocument(document, response, file));
  return heading;
}

function facts(summary, file) {
  const counts = [
    [say('쪽', 'pages'), summary.pages],
    [say('블록', 'blocks'), summary.blocks],
    [say('표', 'tables'), summary.tables],
    [say('조각', 'chunks'), summary.chunks],
  ];
  const mix = Object.entries(summary.extractor_mix);
  return el(
    'p',
    { class: 'row' },
    summary.readable
      ? el('span', { class: 'badge success' }, say('읽음', 'Read'))
      : el('span', { class: 'badge danger' }, say('읽지 못함', 'Not read')),
    el('span', { class: 'badge' }, summary.format === 'unknown' ? say('형식 모름', 'unknown format') : summary.format),
    counts.filter(([, count]) => count > 0).map(([name, count]) => el('span', {}, `${name} ${number(count)}`)),
    el('span', { class: 'subtle' }, `${bytes(file.size)} · ${seconds(summary.parse_ms)}`),
    mix.length > 1 || mix[0]?.[0] === 'ocr'
      ? el('span', { class: 'subtle' }, mix.map(([name, share]) => `${name} ${percent(share)}`).join(' · '))
      : null,
  );
}

/** Every document in a bundle, however deep. */
function flattened(document) {
  return (document.children ?? []).flatMap((child) => (child.children === undefined ? [child] : flattened(child)));
}

function memberChoice(members, choose) {
  const name = ({ source }) => [...source.container_path.slice(1), source.filename.split('/').at(-1)].filter(Boolean).join(' / ');
  const select = el(
    'select',
    { id: 'member', onchange: () => choose(members[select.selectedIndex]) },
    members.map((member) =>
      el('option', {}, `${member.access.readable ? '' : say('[읽지 못함] ', '[not read] ')}${name(member)}`),
    ),
  );
  choose(members[0]);
  return el(
    'div',
    { class: 'field member' },
    el('label', { for: 'member' }, say(`묶음 안의 문서 ${members.length}건`, `${members.length} documents in the bundle`)),
    select,
  );
}

function oneDocument(document, response, file) {
  const seen = new Set();
  const chunks = response.chunks.filter(({ doc_id, id }) => doc_id === document.doc_id && !seen.has(id) && seen.add(id));
  const json = { name: say('JSON', 'JSON'), content: () => jsonView(response) };
  if (!document.access.readable) return [unreadable(document.access), tabs(say('결과', 'Result'), [json]).element];
  const hasPlaces = document.blocks.some(({ bbox }) => bbox !== null);
  const pages = hasPlaces ? pageView(document, file) : null;
  const showChunk = (chunk) => {
    views.select(0);
    pages.show(chunk);
  };
  const views = tabs(say('읽은 결과', 'What was read'), [
    ...(pages ? [{ name: say('쪽 보기', 'Pages'), content: () => pages.element }] : []),
    { name: say('읽은 글', 'Text'), content: () => readingView(document, hasPlaces) },
    { name: say('목차', 'Outline'), content: () => outline(document.structure) },
    {
      name: say(`조각 ${number(chunks.length)}`, `Chunks ${number(chunks.length)}`),
      content: () => chunkList(chunks, pages ? showChunk : null),
    },
    json,
  ]);
  return [warnings(document.warnings), fieldCard(document.structure), views.element];
}

function unreadable({ reason, reason_text, drm_vendor }) {
  return el(
    'div',
    { class: 'notice danger' },
    el('strong', {}, say('이 파일은 읽지 못했습니다', 'This file could not be read')),
    el('p', {}, wording(reason, reason_text)),
    drm_vendor ? el('p', {}, say(`보안 제품: ${drm_vendor}`, `Security product: ${drm_vendor}`)) : null,
    el('p', { class: 'small subtle' }, say('이유 코드: ', 'Reason: '), el('code', {}, reason)),
  );
}

function warnings(list) {
  if (list.length === 0) return null;
  // A damaged file may carry the same warning for every page.
  const kinds = new Map();
  for (const { code, text, page } of list) {
    const kind = kinds.get(`${code} ${text}`) ?? { code, text, pages: new Set() };
    if (page !== null) kind.pages.add(page);
    kinds.set(`${code} ${text}`, kind);
  }
  return el(
    'div',
    { class: 'notice warning' },
    el('strong', {}, say('한 번 살펴봐 주세요', 'Worth a look')),
    el(
      'ul',
      {},
      [...kinds.values()].map(({ code, text, pages }) =>
        el('li', {}, wording(code, text), ' ', el('span', { class: 'subtle small' }, pagesOf(pages)), ' ', el('code', {}, code)),
      ),
    ),
  );
}

function pagesOf(pages) {
  if (pages.size === 0) return '';
  const shown = [...pages].slice(0, 8).join(', ') + (pages.size > 8 ? ' …' : '');
  return say(`(${shown}쪽)`, `(page ${shown})`);
}

function jsonView(response) {
  const text = JSON.stringify(response, null, 2);
  const save = el('button', { type: 'button', class: 'button third small' }, say('파일로 저장', 'Save as file'));
  save.addEventListener('click', () => {
    const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    el('a', { href: address, download: `${response.document.source.filename}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  });
  return el(
    'div',
    { class: 'stack' },
    el(
      'p',
      { class: 'row' },
      copyButton(say('모두 복사', 'Copy all'), () => text),
      save,
    ),
    text.length > SHOWN_JSON
      ? el(
          'p',
          { class: 'subtle' },
          say(
            `앞의 ${number(SHOWN_JSON)}자만 보입니다. 복사와 저장은 전부 됩니다.`,
            `The first ${number(SHOWN_JSON)} characters; copy and save take all.`,
          ),
        )
      : null,
    el('pre', { class: 'json', tabindex: 0, role: 'region', 'aria-label': 'JSON' }, text.slice(0, SHOWN_JSON)),
  );
}
