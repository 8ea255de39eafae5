import type { Cell, Table } from '../../model/table.ts';

/**
 * Pages of cells that were not found, from those that were: a row stands where its found cells begin, rows without any are
 * spread over the pages between their neighbours. Returns the page of the first row.
 */
export function fillCellPages(table: Table, found: ReadonlyMap<Cell, number>, fallback: number): number {
  const rows = new Array<number | undefined>(table.rows).fill(undefined);
  for (const cell of table.cells) {
    const page = found.get(cell);
    // A merged cell's text may stand below the row in which the cell begins.
    if (page === undefined || cell.row_span > 1) continue;
    rows[cell.row] = Math.min(rows[cell.row] ?? page, page);
  }
  for (const cell of table.cells) {
    const page = found.get(cell);
    if (page !== undefined) rows[cell.row] ??= page;
  }
  const filled = fillRows(rows, fallback);
  for (const cell of table.cells) cell.page = found.get(cell) ?? filled[cell.row] ?? fallback;
  return filled[0] ?? fallback;
}

function fillRows(rows: readonly (number | undefined)[], fallback: number): number[] {
  const out: number[] = [];
  let page = rows.find((row) => row !== undefined) ?? fallback;
  for (let row = 0; row < rows.length; ) {
    const here = rows[row];
    if (here !== undefined) {
      page = here;
      out.push(page);
      row++;
      continue;
    }
    let next = row;
    while (next < rows.length && rows[next] === undefined) next++;
    const between = Math.max(0, (rows[next] ?? page) - page - 1);
    for (let i = 0; i < next - row; i++) out.push(between === 0 ? page : page + 1 + Math.floor((i * between) / (next - row)));
    row = next;
  }
  return out;
}
