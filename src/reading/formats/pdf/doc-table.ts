import type { Box } from '../../../model/geometry.ts';
import { endsSentence, markerOf } from './markers.ts';
import type { PageCell, PageTable } from './page-layout.ts';
import type { TextLine } from './text-line.ts';

/** A cell of a whole table. One that a page break cuts has a part on each page. */
export interface DocCell {
  row: number;
  col: number;
  rowSpan: number;
  colSpan: number;
  readonly parts: { readonly page: number; readonly box: Box; readonly content: (TextLine | PageTable)[] }[];
}

/** A table from its first row to its last, over as many pages as it takes. */
export interface DocTable {
  readonly parts: { readonly page: number; readonly box: Box }[];
  rows: number;
  cols: number;
  xs: readonly number[];
  cells: DocCell[];
  /** Rows that are printed again on later pages. */
  headerRows: number;
  sure: boolean;
  /** Its last row so far is cut by the page's end. */
  openBottom: boolean;
}

/** Points: column edges of two pages this near are the same. */
const SAME_EDGE = 3;
/** Points: a row is cut only where the page is full. */
const MOST_ROOM = 24;
/** Points: what a table that goes on leaves at a page's foot; one that ends there does so by chance. */
const NO_ROOM = 4;

export function docTable(table: PageTable): DocTable {
  return {
    parts: [{ page: table.page, box: table.box }],
    rows: table.rows,
    cols: table.cols,
    xs: table.xs,
    cells: table.cells.map((cell) => docCell(cell, table.page)),
    headerRows: 0,
    sure: table.sure,
    openBottom: table.openBottom,
  };
}

function docCell(cell: PageCell, page: number): DocCell {
  const { row, col, rowSpan, colSpan, box, content } = cell;
  return { row, col, rowSpan, colSpan, parts: [{ page, box, content }] };
}

/**
 * Whether a table at the head of a page has the columns of the one that the page before ended with. One that ended with
 * the page needs no more than the same outer edges: rows are divided differently within a table.
 */
export function sameColumns(table: DocTable, next: PageTable, roomBelow: number): boolean {
  const same = (a: number, b: number): boolean => Math.abs(a - b) <= SAME_EDGE;
  if (!same(table.xs[0] as number, next.xs[0] as number) || !same(table.xs.at(-1) as number, next.xs.at(-1) as number)) return false;
  if (roomBelow <= NO_ROOM || (roomBelow <= MOST_ROOM && (!hasLabel(next) || sameHeading(table, next)))) return true;
  const [few, many] = table.xs.length <= next.xs.length ? [table.xs, next.xs] : [next.xs, table.xs];
  if (few.length < 3 && few.length !== many.length) return false;
  return few.every((x) => many.some((other) => same(other, x)));
}

/** A table of its own begins with a word in its first cell. */
function hasLabel(table: PageTable): boolean {
  return (table.cells[0]?.content.length ?? 0) > 0;
}

/** Whether the first rows say the same. */
function sameHeading(table: DocTable, next: PageTable): boolean {
  const first = (cells: readonly DocCell[]): string =>
    cells
      .filter((cell) => cell.row === 0)
      .sort((a, b) => a.col - b.col)
      .map(bare)
      .join(' ');
  const heading = first(table.cells);
  return heading.length > 4 && heading === first(next.cells.map((cell) => docCell(cell, next.page)));
}

/** Adds the part of a table that the next page holds. `roomBelow`: what the page before had left under it. */
export function continueTable(table: DocTable, next: PageTable, roomBelow: number): void {
  const xs = union(table.xs, next.xs);
  for (const cell of table.cells) moveColumns(cell, table.xs, xs);
  let cells = next.cells.map((cell) => docCell(cell, next.page));
  for (const cell of cells) moveColumns(cell, next.xs, xs);
  table.xs = xs;
  table.cols = xs.length - 1;
  table.sure &&= next.sure;
  table.parts.push({ page: next.page, box: next.box });
  const repeated = repeatedRows(table, cells);
  if (repeated > 0) {
    table.headerRows = Math.max(table.headerRows, repeated);
    cells = cells.filter((cell) => cell.row >= repeated);
    for (const cell of cells) cell.row -= repeated;
  }
  const above = new Map<string, DocCell>();
  for (const cell of table.cells) if (cell.row + cell.rowSpan === table.rows) above.set(`${cell.col} ${cell.colSpan}`, cell);
  const first = cells.filter((cell) => cell.row === 0).map((cell) => ({ cell, cut: above.get(`${cell.col} ${cell.colSpan}`) }));
  const overlap = (table.openBottom && next.openTop) || (roomBelow < MOST_ROOM && isCutRow(first)) ? 1 : 0;
  table.openBottom = next.openBottom;
  if (process.env.DBG) console.log('JOIN p', next.page, 'room', roomBelow.toFixed(1), 'open', table.openBottom, next.openTop, 'rep', repeated, 'cut', overlap, first.map(({cell,cut})=>`[${cut?linesOfCell(cut).slice(-2).map(l=>l.text).join('/').slice(-25):'??'}${cut&&linesOfCell(cut).at(-1)?' below '+((cut.parts.at(-1) as any).box[3]-(linesOfCell(cut).at(-1) as any).box[3]).toFixed(0):''} >> ${linesOfCell(cell).slice(0,2).map(l=>l.text).join('/').slice(0,25)} ${cut?.rowSpan}/${cell.rowSpan}]`).join(' '));
  const rows = next.rows - repeated;
  const labels = labelColumns([...table.cells, ...cells.filter((cell) => cell.row > 0)]);
  for (const cell of cells) {
    const cut = cell.row === 0 ? above.get(`${cell.col} ${cell.colSpan}`) : undefined;
    if (cut && (overlap === 1 || hangsOver(cut, cell, labels.has(`${cell.col} ${cell.colSpan}`)))) {
      cut.rowSpan += cell.rowSpan - overlap;
      cut.parts.push(...cell.parts);
    } else {
      cell.row += table.rows - overlap;
      table.cells.push(cell);
    }
  }
  table.rows += rows - overlap;
}

function union(a: readonly number[], b: readonly number[]): number[] {
  const out = [...a];
  for (const x of b) if (!a.some((other) => Math.abs(other - x) <= SAME_EDGE)) out.push(x);
  return out.sort((p, q) => p - q);
}

function moveColumns(cell: DocCell, from: readonly number[], to: readonly number[]): void {
  const at = (edge: number): number => {
    const x = from[edge] as number;
    let best = 0;
    for (let i = 1; i < to.length; i++) if (Math.abs((to[i] as number) - x) < Math.abs((to[best] as number) - x)) best = i;
    return best;
  };
  const [start, end] = [at(cell.col), at(cell.col + cell.colSpan)];
  cell.col = start;
  cell.colSpan = Math.max(1, end - start);
}

/** How many rows at the head of the new part say what the table's first rows say. */
function repeatedRows(table: DocTable, cells: readonly DocCell[]): number {
  const signature = (list: readonly DocCell[], row: number): string =>
    list
      .filter((cell) => cell.row === row)
      .sort((a, b) => a.col - b.col)
      .map((cell) => `${cell.col}+${cell.colSpan}/${cell.rowSpan} ${bare(cell)}`)
      .join('\n');
  let rows = 0;
  const most = Math.min(table.rows, Math.max(0, ...cells.map((cell) => cell.row + cell.rowSpan)) - 1, 6);
  for (let row = 0; row < most; row++) {
    const here = signature(cells, row);
    if (!/[^\d\s+/.,()%-]/.test(here.replace(/^\d+\+\d+\/\d+ /gm, '')) || here !== signature(table.cells, row)) break;
    rows = row + 1;
  }
  // A cell that goes on below the repeated rows is no part of a heading.
  return cells.some((cell) => cell.row < rows && cell.row + cell.rowSpan > rows) ? 0 : rows;
}

function bare(cell: DocCell): string {
  return linesOfCell(cell)
    .map((line) => line.text)
    .join('')
    .replace(/\s+/g, '');
}

function linesOfCell(cell: DocCell): TextLine[] {
  return cell.parts.flatMap((part) => part.content.filter((item): item is TextLine => 'text' in item));
}

/** How much each sign counts for a row that a page break cuts (above 0) or for a new row (below 0). */
const SIGNS = { unfinished: 2, noLabel: 1.5, noMore: 0.7, noValue: 0.2, newLabel: -1.5, finished: -1.5, room: -1 };
/** Characters: what is shorter is a label or a value, and stands whole. */
const SHORT_TEXT = 8;

/**
 * Whether the first row of the new page goes on with the last one of the old page. In a cut row sentences go on, and what
 * was short, the label in the first place, has no second part. Cells over several rows say nothing about one of them.
 */
function isCutRow(first: readonly { cell: DocCell; cut: DocCell | undefined }[]): boolean {
  let score = 0;
  let label = true;
  for (const { cell, cut } of [...first].sort((a, b) => a.cell.col - b.cell.col)) {
    if (cell.rowSpan > 1 || (cut && cut.rowSpan > 1)) continue;
    if (!cut) return false;
    score += signOf(cut, cell, label);
    label = false;
  }
  return score > 0.5;
}

function signOf(cut: DocCell, cell: DocCell, label: boolean): number {
  if (isEmpty(cell)) return isEmpty(cut) ? 0 : label ? SIGNS.noLabel : bare(cut).length > SHORT_TEXT ? SIGNS.noMore : SIGNS.noValue;
  const [upper, lower] = [linesOfCell(cut), linesOfCell(cell)];
  const [last, next] = [upper.at(-1), lower[0]];
  if (!last || !next) return SIGNS.finished;
  const box = cut.parts.at(-1)?.box as Box;
  const leading = upper.length > 1 ? last.base - (upper.at(-2) as TextLine).base : 1.6 * last.size;
  const room = box[3] - last.box[3] > Math.max(leading, 1.2 * last.size) + 3 ? SIGNS.room : 0;
  const short = (lines: readonly TextLine[]): boolean => lines.length === 1 && (lines[0] as TextLine).text.length <= SHORT_TEXT * 2;
  if (short(upper) && short(lower)) return SIGNS.newLabel + room;
  if (markerOf(next.text) !== null) return room;
  // A long text has many sentences that may end with the page.
  if (endsSentence(last.text)) return SIGNS.finished * (upper.length > 8 ? 0.15 : upper.length > 3 ? 0.5 : 1) + room;
  const full = box[2] - last.box[2] < Math.min(next.firstWord, 2.5 * next.firstChar) + 6;
  return (full && last.text.length > SHORT_TEXT ? SIGNS.unfinished : 0) + room;
}

function isEmpty(cell: DocCell): boolean {
  return cell.parts.every((part) => part.content.length === 0);
}

/** Columns in which cells hold for several rows and none is left empty. */
function labelColumns(cells: readonly DocCell[]): Set<string> {
  const [spanning, empty] = [new Set<string>(), new Set<string>()];
  for (const cell of cells) {
    const key = `${cell.col} ${cell.colSpan}`;
    if (cell.rowSpan > 1) spanning.add(key);
    if (isEmpty(cell)) empty.add(key);
  }
  for (const key of empty) spanning.delete(key);
  return spanning;
}

/** A cell over several rows whose rows are on both pages: its text stands once. */
function hangsOver(cut: DocCell, cell: DocCell, label: boolean): boolean {
  const spans = cell.rowSpan > 1 || cut.rowSpan > 1;
  if (isEmpty(cell)) return isEmpty(cut) ? cell.rowSpan > 1 && cut.rowSpan > 1 : spans || label;
  return isEmpty(cut) && (cut.rowSpan > 1 || label);
}
