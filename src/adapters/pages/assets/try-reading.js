import { el, portions } from './dom.js';
import { blockName, number, percent, say } from './words.js';

const BLOCKS_AT_ONCE = 150;
/** Rows of a table that are shown; a spreadsheet may have a million. */
const MOST_ROWS = 100;
const PLAIN = new Set(['paragraph', 'list_item', 'title', 'heading', 'table']);

/** The text in reading order, tables as tables, with a line where a page begins. */
export function readingView(document, hasPlaces) {
  const tables = new Map(document.tables.filter(({ parent }) => parent === null).map((table) => [table.block, table]));
  let page = 0;
  const render = (block) => {
    const begins = block.page !== page;
    page = block.page;
    return el(
      'div',
      {},
      begins ? el('p', { class: 'page-line' }, say(`${page}쪽`, `Page ${page}`)) : null,
      oneBlock(block, tables.get(block.id)),
    );
  };
  return el(
    'div',
    { class: 'stack' },
    hasPlaces
      ? null
      : el(
          'p',
          { class: 'subtle' },
          say(
            '이 형식은 글자의 좌표를 담지 않아 쪽 그림 대신 읽은 차례대로 보입니다.',
            'This format states no coordinates, so the text is shown in reading order instead of on a page.',
          ),
        ),
    el(
      'div',
      { class: 'reading' },
      portions(document.blocks, BLOCKS_AT_ONCE, render, (left) => say(`${number(left)}개 더 보기`, `${number(left)} more`)),
    ),
  );
}

function oneBlock(block, table) {
  const { type, text, level, extractor, confidence } = block;
  const label = PLAIN.has(type) ? null : el('span', { class: 'badge' }, blockName(type));
  const sure =
    extractor === 'ocr'
      ? el('span', { class: `badge ${confidence < 0.6 ? 'warning' : ''}` }, `OCR ${percent(confidence)}`)
      : null;
  const body = table
    ? gridTable(table)
    : el(
        'p',
        { class: `as-is text-${type} level-${Math.min(level ?? 0, 4)}` },
        text === '' ? say('(글 없음)', '(no text)') : text,
      );
  return el('div', { class: 'block' }, label || sure ? el('div', { class: 'row' }, label, sure) : null, body);
}

export function gridTable(table) {
  const { rows, cells, header_rows, caption, cell_range } = table;
  const lines = Array.from({ length: Math.min(rows, MOST_ROWS) }, () => []);
  for (const cell of cells) lines[cell.row]?.push(cell);
  const name = [caption, cell_range].filter(Boolean).join(' · ') || say('표', 'Table');
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': name },
    el(
      'table',
      { class: 'grid-table' },
      caption || cell_range ? el('caption', {}, name) : null,
      lines.map((line, row) =>
        el(
          'tr',
          {},
          line.map((cell) => gridCell(cell, row < header_rows, rows)),
        ),
      ),
    ),
    rows > MOST_ROWS
      ? el(
          'p',
          { class: 'subtle small' },
          say(`${number(rows)}줄 가운데 ${MOST_ROWS}줄만 보입니다.`, `${MOST_ROWS} of ${number(rows)} rows are shown.`),
        )
      : null,
  );
}

function gridCell({ text, header, row, row_span, col_span }, inHead, rows) {
  const tag = header || inHead ? 'th' : 'td';
  const height = Math.min(row_span, Math.min(rows, MOST_ROWS) - row);
  return el(tag, { rowspan: height > 1 ? height : null, colspan: col_span > 1 ? col_span : null }, text);
}
