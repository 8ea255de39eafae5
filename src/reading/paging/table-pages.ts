import type { Cell, Table } from '../../model/table.ts';

/**
 * Pages of cells that were not found, from those that were: a row stands where its found cells begin, a row without any
 * stands with the row before it. Returns the page of the first row.
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
  let page = rows.find((row) => row !== undefined) ?? fallback;
  const filled = rows.map((row) => {
    page = row ?? page;
    return page;
  });
  for (const cell of table.cells) cell.page = found.get(cell) ?? filled[cell.row] ?? fallback;
  return filled[0] ?? fallback;
}
