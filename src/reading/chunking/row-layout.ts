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
  const fields: { col: number; cell: Cell | null }[][] = Array.from({ length: table.rows }, () => []);
  for (const cell of table.cells) {
    fields[cell.row]?.push({ col: cell.col, cell });
    for (let row = cell.row + 1; row < cell.row + cell.row_span; row++) fields[row]?.push({ col: cell.col, cell: null });
  }
  const rows: RowLayout[] = [];
  for (const [row, line] of fields.entries()) {
    line.sort((a, b) => a.col - b.col);
    let length = 0;
    const placed: RowField[] = [];
    for (const { cell } of line) {
      const size = cell?.text.length ?? 0;
      if (cell && size > 0) placed.push({ cell, start: length, end: length + size });
      length += size + 1;
    }
    const end = placed.at(-1)?.end ?? 0;
    if (end > 0) rows.push({ row, length: end, fields: placed });
  }
  return rows;
}
