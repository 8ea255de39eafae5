import type { Cell, Table } from '../../model/table.ts';

/** A row as it stands in the text that `tableRows` makes of its table. */
export interface RowLayout {
  readonly row: number;
  readonly length: number;
  /** Those that stand in the row or hang down into it, from left to right. */
  readonly cells: readonly Cell[];
  /** The first that stands in it with text. */
  readonly own: Cell;
}

/** A cell's text in its row: offsets count from the start of the row's text. */
export interface RowField {
  readonly cell: Cell;
  readonly start: number;
  readonly end: number;
}

/** The rows of a table that have text. */
export function layoutRows(table: Table): RowLayout[] {
  const rows: RowLayout[] = [];
  for (const [row, cells] of cellsByRow(table).entries()) {
    let at = 0;
    let length = 0;
    let own: Cell | null = null;
    for (const cell of cells) {
      const size = sizeIn(cell, row);
      at += size;
      if (size > 0) {
        length = at;
        own ??= cell;
      }
      at++;
    }
    if (own) rows.push({ row, length, cells, own });
  }
  return rows;
}

/** Where each text lies in its row. */
export function fieldsOf({ row, cells }: RowLayout): RowField[] {
  const fields: RowField[] = [];
  let at = 0;
  for (const cell of cells) {
    const size = sizeIn(cell, row);
    if (size > 0) fields.push({ cell, start: at, end: at + size });
    at += size + 1;
  }
  return fields;
}

/** Whether the rows are the text, cell by cell; cheaper than writing the text once more. */
export function standsIn(rows: readonly RowLayout[], text: string): boolean {
  let base = 0;
  for (const { row, length, cells } of rows) {
    let at = base;
    for (const cell of cells) {
      const size = sizeIn(cell, row);
      if (size > 0 && !text.startsWith(cell.text, at)) return false;
      at += size + 1;
    }
    base += length + 1;
  }
  return rows.length === 0 ? text === '' : base - 1 === text.length;
}

/** A cell that hangs down into a row leaves its field empty, so that columns stay in step. */
function sizeIn(cell: Cell, row: number): number {
  return cell.row === row ? cell.text.length : 0;
}

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
