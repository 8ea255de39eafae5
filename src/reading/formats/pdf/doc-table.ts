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

/** Whether a table at the head of a page has the columns of the one that the page before ended with. */
export function sameColumns(table: DocTable, next: PageTable): boolean {
  const [few, many] = table.xs.length <= next.xs.length ? [table.xs, next.xs] : [next.xs, table.xs];
  if (few.length < 3 && few.length !== many.length) return false;
  const outer = Math.abs((table.xs[0] as number) - (next.xs[0] as number)) <= SAME_EDGE && Math.abs((table.xs.at(-1) as number) - (next.xs.at(-1) as number)) <= SAME_EDGE;
  return outer && few.every((x) => many.some((other) => Math.abs(other - x) <= SAME_EDGE));
}

/** Adds the part of a table that the next page holds. */
export function continueTable(table: DocTable, next: PageTable): void {
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
  const overlap = (table.openBottom && next.openTop) || isCutRow(first) ? 1 : 0;
  table.openBottom = next.openBottom;
  const rows = next.rows - repeated;
  for (const cell of cells) {
    const cut = cell.row === 0 ? above.get(`${cell.col} ${cell.colSpan}`) : undefined;
    if (cut && (overlap === 1 || hangsOver(cut, cell))) {
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

/** The first row of the new page goes on with the last one of the old page: its cells were full, and their text unfinished. */
function isCutRow(first: readonly { cell: DocCell; cut: DocCell | undefined }[]): boolean {
  let [goesOn, filled] = [0, 0];
  for (const { cell, cut } of first) {
    if (!cut) return false;
    const [upper, lower] = [linesOfCell(cut), linesOfCell(cell)];
    if (lower.length === 0) continue;
    const last = upper.at(-1);
    const next = lower[0] as TextLine;
    const box = cut.parts.at(-1)?.box as Box;
    if (!last) return false;
    const leading = upper.length > 1 ? last.base - (upper.at(-2) as TextLine).base : 1.6 * last.size;
    // There was room for one line more.
    if (box[3] - last.box[3] > Math.max(leading, 1.2 * last.size) + 3) return false;
    filled++;
    const toEdge = box[2] - last.box[2] < next.firstWord + 1.5 * last.size + 6;
    if (toEdge && !endsSentence(last.text) && markerOf(next.text) === null) goesOn++;
  }
  return goesOn > 0 || (filled > 0 && filled < first.length && first.every(({ cell, cut }) => linesOfCell(cell).length > 0 || (cut && linesOfCell(cut).length > 0)));
}

/** A cell over several rows whose rows are on both pages: its text stands once. */
function hangsOver(cut: DocCell, cell: DocCell): boolean {
  return linesOfCell(cell).length === 0 && linesOfCell(cut).length > 0 && (cell.rowSpan > 1 || cut.rowSpan > 1);
}
