import type { Table } from '../../model/table.ts';
import { impliedHeader } from './implied-header.ts';

/** A header is a few words a column; more than this is body text that was taken for one, and no help in a path. */
const LONGEST_HEADER = 500;
const LONGEST_ROW_LABEL = 80;

/**
 * The header cells of a table as one element of a path: what names the whole width first, then columns from left to right,
 * each from top to bottom; null without.
 */
export function headerPath(table: Table): string | null {
  const rows = headerRows(table);
  if (!rows) return null;
  const names: string[] = [];
  const columns: string[][] = Array.from({ length: table.cols }, () => []);
  for (let row = rows[0]; row < rows[1]; row++) {
    const texts = (table.grid[row] ?? []).map(onOneLine);
    if (table.cols > 1 && new Set(texts).size === 1) names.push(texts[0] as string);
    else for (const [col, text] of texts.entries()) if (text !== '' && columns[col]?.at(-1) !== text) columns[col]?.push(text);
  }
  for (const parts of columns) {
    const column = parts.join(' ');
    // A header cell over several columns is named once.
    if (column !== '' && names.at(-1) !== column) names.push(column);
  }
  const path = names.filter((name) => name !== '').join(' | ');
  return path === '' || path.length > LONGEST_HEADER ? null : path;
}

/** Header rows as the file states them or marks their cells, else as the table itself shows them: [first, end). */
function headerRows(table: Table): [first: number, end: number] | null {
  if (table.header_rows > 0) return [0, Math.min(table.header_rows, Math.max(0, table.rows - 1))];
  const plain = new Set<number>();
  const marked = new Set<number>();
  for (const cell of table.cells) (cell.header ? marked : plain).add(cell.row);
  let rows = 0;
  while (rows < table.rows - 1 && marked.has(rows) && !plain.has(rows)) rows++;
  return rows > 0 ? [0, rows] : impliedHeader(table);
}

/** Texts of cells that begin in an earlier row and reach down into each row: what a chunk that starts there must be told. */
export function hangingLabels(table: Table): Map<number, string[]> {
  const hanging = new Map<number, string[]>();
  for (const cell of table.cells) {
    if (cell.row_span < 2) continue;
    const label = rowLabel(cell.text);
    if (label === null) continue;
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
