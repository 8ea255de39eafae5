import { el, svg } from './dom.js';
import { blockName, say } from './words.js';

/** Line height of the text put into boxes, in shares of its size. */
const LEADING = 1.25;
const SMALLEST = 3;
/** Letters of a page that does not give their size away. */
const USUAL = 11;

/** A page drawn to its stated size. `image` is the page itself where the browser has it; else the text stands in its boxes. */
export function drawSheet(document, page, image, chosen) {
  const blocks = document.blocks.filter((block) => block.page === page && block.bbox !== null);
  const tables = document.tables.filter(({ parent }) => parent === null);
  const size = sizeOf(document.pages[page - 1], blocks, image);
  const common = image ? 0 : commonSize(blocks);
  const boxes = new Map();
  const drawn = blocks.map((block) => {
    const cells = block.type === 'table' ? cellsOn(tables, block.id, page) : [];
    const box = svg(
      'g',
      { class: `box kind-${block.type}`, onclick: () => chosen(block.id) },
      svg('title', {}, blockName(block.type)),
      svg('rect', rectangle(block.bbox)),
      cells.map((cell) => svg('rect', { ...rectangle(cell.bbox), class: 'cell' })),
      image ? null : textsOf(block, cells, common),
    );
    boxes.set(block.id, box);
    return box;
  });
  const marks = svg('g', { class: 'marks' });
  const paper = svg(
    'svg',
    {
      viewBox: `0 0 ${size.width} ${size.height}`,
      role: 'img',
      'aria-label': say(`${page}쪽에서 읽은 블록 ${blocks.length}개의 자리`, `Places of ${blocks.length} blocks on page ${page}`),
    },
    image ? null : svg('rect', { class: 'paper', width: size.width, height: size.height }),
    drawn,
    marks,
  );
  return {
    element: el('div', { class: 'paper-frame' }, image ? pictureOf(image) : null, paper),
    choose(id) {
      for (const [own, box] of boxes) box.classList.toggle('chosen', own === id);
    },
    /** Draws round the places of a chunk. */
    outline(places) {
      marks.replaceChildren(...places.map((place) => svg('rect', rectangle(place))));
    },
  };
}

function textsOf({ bbox, text, type }, cells, common) {
  if (cells.length > 0) return cells.map((cell) => textIn(cell.bbox, cell.text, common, 'in-cell'));
  return textIn(bbox, text, common, type === 'title' || type === 'heading' ? 'bold' : '');
}

/** The page's own size; a file that states none is drawn as large as its boxes reach. */
function sizeOf(stated, blocks, image) {
  if (stated?.width && stated?.height) return stated;
  if (image) return { width: image.width, height: image.height };
  const reach = (at) => Math.max(100, ...blocks.map(({ bbox }) => bbox[at])) * 1.05;
  return { width: reach(2), height: reach(3) };
}

function cellsOn(tables, block, page) {
  const table = tables.find((one) => one.block === block);
  return (table?.cells ?? []).filter((cell) => cell.page === page && cell.bbox !== null);
}

function pictureOf(image) {
  const canvas = el('canvas', { width: image.width, height: image.height });
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas;
}

const rectangle = ([x0, y0, x1, y1]) => ({ x: x0, y: y0, width: Math.max(x1 - x0, 0.5), height: Math.max(y1 - y0, 0.5) });

/**
 * Text in a box. The size of its letters is not stated: what stands in one line gives it away, and the rest follows that, spread
 * over the height of its box. A block that runs on to the next page has more text than its box here holds: it is cut.
 */
function textIn(box, text, common, look = '') {
  if (text === '') return null;
  const { size, lines, isCut } = setting(rectangle(box), text, common, look);
  const inside = el('div', { class: `in-box ${look} ${lines === 1 ? 'one-line' : ''}` }, text);
  inside.style.fontSize = `${size}px`;
  if (look !== 'in-cell')
    inside.style.lineHeight = isCut ? LEADING : Math.min(Math.max((box[3] - box[1]) / lines / size, 1), 2.4);
  return svg('foreignObject', { ...rectangle(box), class: isCut ? 'cut' : null }, inside);
}

function setting({ width, height }, text, common, look) {
  const isCell = look === 'in-cell';
  const widths = text.split('\n').map((line) => widthOf(line, look === 'bold'));
  const inOneLine = width / widths[0];
  if (!isCell && widths.length === 1 && inOneLine >= height * 0.5) {
    return { size: Math.min(inOneLine, height * 0.95), lines: 1, isCut: false };
  }
  const room = isCell ? Math.max(width - 3, 1) : width;
  const linesAt = (size) => widths.reduce((sum, line) => sum + Math.max(1, Math.ceil((line * size) / room)), 0);
  const fits = (size) => linesAt(size) * size * LEADING <= height * 1.1;
  const largest = Math.min(common, height * 0.95);
  let size = largest;
  while (size > Math.max(largest * 0.5, SMALLEST) && !fits(size)) size *= 0.96;
  return fits(size) || isCell ? { size, lines: linesAt(size), isCut: false } : { size: largest, lines: 0, isCut: true };
}

const ruler = window.document.createElement('canvas').getContext('2d');

/** Width of a line in shares of the size of its letters. */
function widthOf(line, isBold) {
  ruler.font = `${isBold ? 700 : 400} 100px "Pretendard GOV", sans-serif`;
  return Math.max(ruler.measureText(line).width / 100, 0.1);
}

/** The size of most letters, from blocks that stand in one line: their box is as wide as their text. */
function commonSize(blocks) {
  const sizes = blocks
    .filter(({ type, text }) => type !== 'table' && text.length > 3 && !text.includes('\n'))
    .map(({ bbox, text }) => ({ ...rectangle(bbox), size: rectangle(bbox).width / widthOf(text, false) }))
    .filter(({ size, height }) => size > height * 0.5 && size < height * 1.3)
    .map(({ size }) => size)
    .sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? USUAL;
}
