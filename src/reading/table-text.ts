import type { Cell } from '../model/table.ts';

/**
 * A grid as plain text: one line a row, a tab between cells, each cell once (in its first row). Only white space is
 * added, so a quotation compared without white space is still verbatim.
 */
export function tableText(table: { rows: number; cells: readonly Cell[] }): string {
  return tableRows(table)
    .filter((row) => row !== '')
    .join('\n');
}

/** The text of each row, '' for a row that starts no text. */
export function tableRows(table: { rows: number; cells: readonly Cell[] }): string[] {
  const fields: { col: number; text: string }[][] = Array.from({ length: table.rows }, () => []);
  for (const cell of table.cells) {
    fields[cell.row]?.push({ col: cell.col, text: cell.text });
    // A cell that hangs down into this row leaves its field empty, so that columns stay in step.
    for (let row = cell.row + 1; row < cell.row + cell.row_span; row++) fields[row]?.push({ col: cell.col, text: '' });
  }
  return fields.map((row) => {
    row.sort((a, b) => a.col - b.col);
    while (row.at(-1)?.text === '') row.pop();
    return row.map((field) => field.text).join('\t');
  });
}
