import { copyButton } from './copy.js';
import { el, portions } from './dom.js';
import { number, place, say } from './words.js';

const AT_ONCE = 20;

/** Chunks as they go to an index: path, place, text. `show` leads to the page where there are coordinates. */
export function chunkList(chunks, show) {
  if (chunks.length === 0) return el('p', { class: 'subtle' }, say('조각이 없습니다.', 'There are no chunks.'));
  return portions(
    chunks,
    AT_ONCE,
    (chunk) => card(chunk, show),
    (left) => say(`조각 ${number(left)}개 더 보기`, `${number(left)} more chunks`),
  );
}

function card(chunk, show) {
  const { id, kind, text, path, anchors, extractors } = chunk;
  return el(
    'article',
    { class: 'card chunk', 'aria-label': say(`조각 ${id}`, `Chunk ${id}`) },
    el(
      'div',
      { class: 'row' },
      el('span', { class: 'badge primary' }, id),
      el('span', { class: 'badge' }, kind === 'table' ? say('표', 'table') : say('문단', 'paragraph')),
      extractors.includes('ocr')
        ? el('span', { class: 'badge warning' }, say('그림에서 읽음 (OCR)', 'read from a picture (OCR)'))
        : null,
      el('span', {}, place(anchors)),
      el('span', { class: 'subtle small' }, say(`${number([...text].length)}자`, `${number([...text].length)} characters`)),
      el(
        'div',
        { class: 'row tools' },
        show && anchors.some(({ bbox }) => bbox !== null)
          ? el(
              'button',
              { type: 'button', class: 'button second small', onclick: () => show(chunk) },
              say('쪽에서 보기', 'Show on page'),
            )
          : null,
        copyButton(say('글 복사', 'Copy text'), () => text),
      ),
    ),
    path.length > 0 ? el('p', { class: 'path' }, path.join(' › ')) : null,
    el('p', { class: 'as-is' }, text),
  );
}
