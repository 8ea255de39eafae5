import { el, fill } from './dom.js';
import { place, say } from './words.js';

/** Sentences as they stand, with what the evidence does not hold marked in them. */
export function showVerdict(where, checked, bundle) {
  const { grounded, sentences, unsupported_numbers, unknown_refs } = checked;
  const faults = [
    unsupported_numbers.length > 0 &&
      say(
        `근거에 없는 숫자: ${unsupported_numbers.join(', ')}`,
        `Numbers that the evidence does not hold: ${unsupported_numbers.join(', ')}`,
      ),
    unknown_refs.length > 0 &&
      say(
        `가리키는 근거가 없는 번호: ${unknown_refs.map((n) => `[${n}]`).join(', ')}`,
        `References that point at nothing: ${unknown_refs.map((n) => `[${n}]`).join(', ')}`,
      ),
    checked.unknown_sources.length > 0 &&
      say(
        '그사이 바뀌거나 지워진 문서가 있습니다. 질문을 다시 해 주세요.',
        'A document has changed or gone meanwhile. Ask the question again.',
      ),
  ].filter(Boolean);
  fill(
    where,
    el(
      'div',
      { class: `notice ${grounded ? 'success' : 'danger'}` },
      el(
        'strong',
        {},
        grounded
          ? say('숫자와 번호가 모두 근거에 있습니다', 'All numbers and references are in the evidence')
          : say('근거에서 확인되지 않는 곳이 있습니다', 'Some places are not in the evidence'),
      ),
      faults.length > 0
        ? el(
            'ul',
            {},
            faults.map((fault) => el('li', {}, fault)),
          )
        : null,
      el(
        'p',
        { class: 'small' },
        say(
          '숫자(두 자 이상)와 [번호]만 확인합니다. 글의 뜻까지 맞는지는 사람이 봐 주세요.',
          'Only numbers (of two or more characters) and [n] are checked. Whether the wording is right is for a person to judge.',
        ),
      ),
    ),
    el(
      'ol',
      { class: 'sentences' },
      sentences.map((sentence) => oneSentence(sentence, unknown_refs, bundle)),
    ),
  );
}

function oneSentence({ text, refs, unsupported }, unknown, bundle) {
  const bad = unsupported.length > 0 || refs.some((n) => unknown.includes(n));
  const cited = refs.filter((n) => bundle.sources[n - 1]).map((n) => bundle.sources[n - 1]);
  return el(
    'li',
    { class: bad ? 'bad' : '' },
    el('p', {}, marked(text, unsupported, unknown)),
    bad
      ? el(
          'p',
          { class: 'small' },
          el('span', { class: 'badge danger' }, say('확인 필요', 'check')),
          ' ',
          unsupported.length > 0
            ? say(`근거에 없음: ${unsupported.join(', ')}`, `not in the evidence: ${unsupported.join(', ')}`)
            : say('없는 번호', 'no such reference'),
        )
      : null,
    cited.length > 0
      ? el(
          'p',
          { class: 'subtle small' },
          cited.map(({ n, filename, anchors }) => `[${n}] ${filename} · ${place(anchors)}`).join('  '),
        )
      : null,
  );
}

/** A number is marked where it stands as a whole: 12 is not a part of 2012. */
function marked(text, unsupported, unknown) {
  return text.split(/(\[\d{1,3}\]|\d[\d,.]*)/).map((part) => {
    const ref = /^\[(\d+)\]$/.exec(part);
    const bad = ref
      ? unknown.includes(Number(ref[1]))
      : unsupported.includes(part) || unsupported.includes(part.replace(/[.,]+$/, ''));
    return bad && part !== '' ? el('mark', {}, part) : part;
  });
}
