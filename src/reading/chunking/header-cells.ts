import type { Table } from '../../model/table.ts';

/** A header is a few words a column; more than this is body text that was taken for one, and no help in a path. */
const LONGEST_HEADER = 500;
const LONGEST_ROW_LABEL = 80;

/** The header cells of a table as one element of a path, columns from left to right, each from top to bottom; null without. */
export function headerPath(table: Table): string | null {
  const rows = headerRowCount(table);
  if (rows === 0) return null;
  const columns: string[] = [];
  for (let col = 0; col < table.cols; col++) {
    const parts: string[] = [];
    for (let row = 0; row < rows; row++) {
      const text = onOneLine(table.grid[row]?.[col] ?? '');
      if (text !== '' && parts.at(-1) !== text) parts.push(text);
    }
    const column = parts.join(' ');
    // A header cell over several columns is named once.
    if (column !== '' && columns.at(-1) !== column) columns.push(column);
  }
  const path = columns.join(' | ');
  return path === '' || path.length > LONGEST_HEADER ? null : path;
}

/** Header rows as stated, else leading rows in which every cell is marked as header. */
function headerRowCount(table: Table): number {
  if (table.header_rows > 0) return Math.min(table.header_rows, Math.max(0, table.rows - 1));
  let rows = 0;
  const plain = new Set<number>();
  const marked = new Set<number>();
  for (const cell of table.cells) (cell.header ? marked : plain).add(cell.row);
  while (rows < table.rows - 1 && marked.has(rows) && !plain.has(rows)) rows++;
  return rows;
}

/** Texts of cells that begin in an earlier row and reach down into each row: what a chunk that starts there must be told. */
export function hangingLabels(table: Table): Map<number, string[]> {
  const hanging = new Map<number, string[]>();
  for (const cell of table.cells) {
    const label = rowLabel(cell.text);
    if (cell.row_span < 2 || label === null) continue;
    for (let row = cell.row + 1; row < Math.min(cell.row + cell.row_span, table.rows); row++) {
      const labels = hanging.get(row);
      if (labels) labels.push(label);
      else hanging.set(row, [label]);
    }
  }
  return hanging;
}

export function rowLabel(text: string): string | null {
  if (text.length > LONGEST_ROW_LABEL) return null;
  const label = onOneLine(text);
  return label === '' ? null : label;
}

export function onOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
