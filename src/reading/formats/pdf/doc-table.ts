import type { Box } from '../../../model/geometry.ts';
import { cutRow } from './cut-row.ts';
import { bare, type DocCell, docCell } from './doc-cell.ts';
import { hangingOver } from './hanging-cells.ts';
import type { PageTable } from './page-table.ts';

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

/** Points: how near the column edges of a table are on two pages, and how near two of them may be and still be two. */
const SAME_EDGE = 3;
const ONE_EDGE = 0.9;
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

/**
 * Whether a table at the head of a page has the columns of the one that the page before ended with. One that ended with
 * the page needs no more than the same outer edges: rows are divided differently within a table.
 */
export function sameColumns(table: DocTable, next: PageTable, roomBelow: number): boolean {
  const same = (a: number, b: number): boolean => Math.abs(a - b) <= SAME_EDGE;
  if (!same(table.xs[0] as number, next.xs[0] as number) || !same(table.xs.at(-1) as number, next.xs.at(-1) as number))
    return false;
  if (beginsAnew(table, next)) return false;
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
  const [heading, other] = [firstRow(table.cells), firstRow(next.cells.map((cell) => docCell(cell, next.page)))];
  return heading.join('').length > 3 && heading.join('\n') === other.join('\n');
}

/** A form that begins with the same label as the last one but is filled in differently: the next of its kind. */
function beginsAnew(table: DocTable, next: PageTable): boolean {
  const [heading, other] = [firstRow(table.cells), firstRow(next.cells.map((cell) => docCell(cell, next.page)))];
  return (heading[0] ?? '').length > 1 && heading[0] === other[0] && heading.length > 1 && !sameHeading(table, next);
}

function firstRow(cells: readonly DocCell[]): string[] {
  return cells
    .filter((cell) => cell.row === 0)
    .sort((a, b) => a.col - b.col)
    .map(bare);
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
  const drawn = table.openBottom || next.openTop;
  const judged = !drawn && roomBelow < MOST_ROOM ? cutRow(first, table.cells) : { cut: drawn, sure: true };
  const overlap = judged.cut ? 1 : 0;
  table.sure &&= judged.sure;
  table.openBottom = next.openBottom;
  const rows = next.rows - repeated;
  const over =
    overlap === 1
      ? new Set(first.map(({ cell }) => cell))
      : hangingOver(first, [...table.cells, ...cells.filter((cell) => cell.row > 0)]);
  for (const cell of cells) {
    const cut = cell.row === 0 ? above.get(`${cell.col} ${cell.colSpan}`) : undefined;
    if (cut && over.has(cell)) {
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
  for (const x of b) if (!a.some((other) => Math.abs(other - x) <= ONE_EDGE)) out.push(x);
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
