import type { Cell, Table } from '../../model/table.ts';

/** A cell's text as it stands in its row: offsets count from the start of the row's text. */
export interface RowField {
  readonly cell: Cell;
  readonly start: number;
  readonly end: number;
}

export interface RowLayout {
  readonly row: number;
  readonly length: number;
  readonly fields: readonly RowField[];
}

/** Where each cell's text lies in the text that `tableRows` makes of the table; rows without text are left out. */
export function layoutRows(table: Table): RowLayout[] {
  const rows: RowLayout[] = [];
  for (const [row, cells] of cellsByRow(table).entries()) {
    let length = 0;
    const placed: RowField[] = [];
    for (const cell of cells) {
      // A cell that hangs down into this row leaves its field empty, so that columns stay in step.
      const size = cell.row === row ? cell.text.length : 0;
      if (size > 0) placed.push({ cell, start: length, end: length + size });
      length += size + 1;
    }
    const end = placed.at(-1)?.end ?? 0;
    if (end > 0) rows.push({ row, length: end, fields: placed });
  }
  return rows;
}

/** The cells that stand in or hang down into each row, from left to right. */
function cellsByRow(table: Table): Cell[][] {
  const rows: Cell[][] = Array.from({ length: table.rows }, () => []);
  const unordered = new Set<Cell[]>();
  for (const cell of table.cells)
    for (let row = cell.row; row < cell.row + cell.row_span; row++) {
      const cells = rows[row];
      if (!cells) break;
      // Files list their cells in order almost always: only the rows that a merged cell disturbs are sorted.
      if (cells.length > 0 && (cells[cells.length - 1] as Cell).col > cell.col) unordered.add(cells);
      cells.push(cell);
    }
  for (const cells of unordered) cells.sort((a, b) => a.col - b.col);
  return rows;
}
