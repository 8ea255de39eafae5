import { refusalNotice } from './api.js';
import { copyButton } from './copy.js';
import { evidenceFrame } from './demo-frame.js';
import { el, fill, goTo } from './dom.js';
import { revisionTable } from './try-outline.js';
import { number, place, say, wording } from './words.js';

const UNANSWERED = {
  NO_MATCH: say(
    '문서에서 이 질문의 낱말을 찾지 못했습니다. 다른 낱말로 물어보거나, 읽지 못한 문서가 있는지 확인해 주세요.',
    'No word of the question is in the documents. Ask with other words, or see whether a document could not be read.',
  ),
  NO_EVIDENCE: say(
    '관련된 글은 있지만 답이 되는 문장을 찾지 못했습니다. 문서에 없는 답은 만들지 않습니다.',
    'There is related text, but no line that answers. Answers that are not in the documents are not made up.',
  ),
  UNGROUNDED: say(
    '언어 모델의 답이 근거와 맞지 않아 보이지 않습니다.',
    'The answer of the language model did not stand the check against the evidence and is not shown.',
  ),
};

let shownFrame = null;

/** The answer, its citations, and beside them the page that they are painted on. */
export function showAnswer(place, answer, { view, bundle }) {
  const heading = el('h3', {}, answer.question);
  shownFrame?.end();
  const frame = answer.citations.length > 0 ? evidenceFrame(view, answer.question, refusalNotice) : null;
  shownFrame = frame;
  fill(
    place,
    skippedNotice(answer.skipped),
    el(
      'div',
      { class: 'answer' },
      heading,
      answer.answered ? answerText(answer, frame) : el('p', {}, UNANSWERED[answer.reason] ?? answer.reason),
      el('p', { class: 'subtle small' }, say('답을 만든 방법: ', 'Made by: '), el('span', { lang: 'ko' }, answer.made_by)),
    ),
    answer.citations.length > 0
      ? el(
          'div',
          { class: 'evidence' },
          el(
            'ol',
            { class: 'citations' },
            answer.citations.map((citation, i) => cited(citation, i + 1, frame)),
          ),
          frame.element,
        )
      : null,
    showBundle(bundle, false),
  );
  goTo(heading);
}

function skippedNotice(skipped) {
  if (skipped.length === 0) return null;
  return el(
    'div',
    { class: 'notice warning' },
    el(
      'strong',
      {},
      say(
        `읽지 못한 문서 ${skipped.length}건은 답과 근거에 들어 있지 않습니다`,
        `${skipped.length} documents could not be read and are not part of the answer`,
      ),
    ),
    el(
      'details',
      {},
      el('summary', {}, say('어떤 문서인지 보기', 'Show them')),
      el(
        'ul',
        {},
        skipped.map(({ filename, reason, reason_text }) =>
          el('li', {}, el('strong', {}, filename), ': ', wording(reason, reason_text)),
        ),
      ),
    ),
  );
}

/** `[2]` leads to the second citation. */
function answerText({ text, citations }, frame) {
  return text.split('\n').map((line) =>
    el(
      'p',
      { class: 'answer-line' },
      line.split(/(\[\d{1,3}\])/).map((part) => {
        const n = Number(/^\[(\d+)\]$/.exec(part)?.[1]);
        return n >= 1 && n <= citations.length ? el('a', { href: `#cited${n}`, onclick: () => frame.show(n) }, part) : part;
      }),
    ),
  );
}

function cited(citation, n, frame) {
  const { filename, quote, path, anchors, extractors, revisions } = citation;
  return el(
    'li',
    { id: `cited${n}`, tabindex: -1 },
    el(
      'div',
      { class: 'row' },
      el('span', { class: 'badge primary' }, `[${n}]`),
      el('strong', {}, filename),
      el('span', {}, place(anchors)),
    ),
    path.length > 0 ? el('p', { class: 'subtle small' }, path.join(' › ')) : null,
    el('blockquote', {}, quote),
    extractors.includes('ocr')
      ? el(
          'p',
          { class: 'small' },
          el('span', { class: 'badge warning' }, 'OCR'),
          ' ',
          say('그림에서 읽은 글이라 원본과 다를 수 있습니다.', 'Read from a picture; it may differ from the original.'),
        )
      : null,
    revisions.length > 0 ? revisionTable(revisions) : null,
    el(
      'button',
      { type: 'button', class: 'button third small', onclick: () => frame.show(n) },
      say('원본에서 보기', 'Show on the original'),
      el('span', { class: 'sr-only' }, ` [${n}]`),
    ),
  );
}

/** The bundle for a prompt, to copy as it is. */
export function showBundle(bundle, open) {
  const { sources, context, used, budget, truncated } = bundle;
  if (sources.length === 0) {
    return open
      ? el(
          'div',
          { class: 'notice' },
          el('strong', {}, say('근거를 찾지 못했습니다', 'No evidence was found')),
          el('p', {}, UNANSWERED.NO_MATCH),
        )
      : null;
  }
  return el(
    'details',
    { class: 'bundle', open },
    el(
      'summary',
      {},
      say(`근거 묶음 ${number(sources.length)}개 (프롬프트용)`, `Evidence bundle of ${number(sources.length)} (for a prompt)`),
    ),
    el(
      'div',
      { class: 'stack' },
      el(
        'p',
        { class: 'row' },
        copyButton(say('근거 묶음 복사', 'Copy bundle'), () => context),
        copyButton(say('sources JSON 복사', 'Copy sources JSON'), () => JSON.stringify(sources, null, 2)),
        el(
          'span',
          { class: 'subtle small' },
          say(`${number(budget)}자 가운데 ${number(used)}자`, `${number(used)} of ${number(budget)} characters`),
          truncated ? say(' · 다 담지 못한 조각이 있습니다', ' · some found chunks did not fit') : '',
        ),
      ),
      el('pre', { class: 'context', tabindex: 0, role: 'region', 'aria-label': say('근거 묶음', 'Evidence bundle') }, context),
    ),
  );
}
