import { el, fill } from './dom.js';
import { drawSheet } from './try-sheet.js';
import { blockName, say } from './words.js';

/** Kinds of pictures that a browser can draw from the very file. */
const PICTURES = new Set(['png', 'jpeg', 'webp', 'bmp', 'gif']);

/** One page at a time: the sheet with its boxes, and the blocks beside it. */
export function pageView(document, file) {
  const picture =
    file && PICTURES.has(document.source.format) ? createImageBitmap(file).catch(() => null) : Promise.resolve(null);
  const count = Math.max(document.pages.length, 1);
  const sheet = el('div', { class: 'sheet' });
  const list = el('ol', { class: 'block-list' });
  const note = el('p', { class: 'subtle small' });
  const where = el('span', { class: 'page-number', 'aria-live': 'polite' });
  const before = el(
    'button',
    { type: 'button', class: 'button third small', onclick: () => turn(page - 1) },
    say('이전 쪽', 'Previous'),
  );
  const after = el(
    'button',
    { type: 'button', class: 'button third small', onclick: () => turn(page + 1) },
    say('다음 쪽', 'Next'),
  );
  let page = 1;
  let drawn = null;

  async function turn(to, chunk = null) {
    page = Math.min(Math.max(to, 1), count);
    before.disabled = page === 1;
    after.disabled = page === count;
    where.textContent = say(`${page} / ${count}쪽`, `Page ${page} of ${count}`);
    const blocks = document.blocks.filter((block) => block.page === page);
    const image = await picture;
    drawn = drawSheet(document, page, image, (id) => mark(id));
    fill(sheet, drawn.element);
    note.textContent = image
      ? say('올린 그림 위에 읽은 자리를 그렸습니다.', 'Boxes are drawn on the picture you gave.')
      : say(
          '원본의 그림이 아니라, 읽은 글을 원본의 좌표에 놓은 것입니다.',
          'Not a picture of the original: the text that was read, put at its coordinates.',
        );
    fill(
      list,
      blocks.map((block) => listed(block, chunk, mark)),
      blocks.length === 0 ? el('li', { class: 'subtle' }, say('이 쪽에는 글이 없습니다.', 'No text on this page.')) : null,
    );
    drawn.outline(chunk === null ? [] : placesOf(chunk, page));
  }

  function mark(id) {
    for (const button of list.querySelectorAll('button'))
      button.setAttribute('aria-pressed', String(button.dataset.block === id));
    drawn.choose(id);
    list.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest' });
  }

  turn(1);
  return {
    element: el(
      'div',
      { class: 'pages' },
      el('div', { class: 'row page-turn' }, before, where, after),
      el('div', { class: 'sheet-side' }, sheet, note),
      el(
        'div',
        { class: 'list-side' },
        el('h3', {}, say('이 쪽의 블록', 'Blocks of this page')),
        el('p', { class: 'subtle small' }, say('누르면 쪽에서 그 자리를 보여 줍니다.', 'Press one to see its place.')),
        list,
      ),
    ),
    /** Turns to a chunk and draws round it. */
    show(chunk) {
      const first = chunk.anchors.find(({ bbox }) => bbox !== null);
      turn(first.page, chunk).then(() => sheet.scrollIntoView({ block: 'start' }));
    },
  };
}

function placesOf({ anchors }, page) {
  return anchors.filter((anchor) => anchor.page === page && anchor.bbox !== null).map(({ bbox }) => bbox);
}

function listed(block, chunk, mark) {
  const text = block.text.length > 90 ? `${block.text.slice(0, 90)}…` : block.text;
  const press = (event) => mark(event.currentTarget.getAttribute('aria-pressed') === 'true' ? null : block.id);
  return el(
    'li',
    { class: chunk?.blocks.includes(block.id) ? 'of-chunk' : null },
    el(
      'button',
      { type: 'button', 'data-block': block.id, 'aria-pressed': 'false', onclick: press },
      el('span', { class: `kind kind-${block.type}` }, blockName(block.type)),
      el('span', { class: 'block-text' }, text || say('(글 없음)', '(no text)')),
    ),
  );
}
