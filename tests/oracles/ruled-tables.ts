import { readFileSync } from 'node:fs';
import type { Table } from '../../src/model/table.ts';
import { type CellBorders, drawnBorders, isRuled } from './drawn-borders.ts';
import type { PdfTwin } from './pdf-twins.ts';

/** Of a twin's tables those of two cells or more whose lines the file says are all drawn. */
export function ruledTables({ twin, format }: PdfTwin, tables: readonly Table[]): Table[] {
  const ruled = new Map<string, boolean[]>();
  for (const cells of drawnBorders(readFileSync(twin), format)) {
    const rows = Math.max(0, ...cells.map((cell) => cell.row + cell.rowSpan));
    const cols = Math.max(0, ...cells.map((cell) => cell.col + cell.colSpan));
    const key = keyOf(rows, cols, cells);
    const list = ruled.get(key);
    if (list) list.push(isRuled(cells, rows, cols));
    else ruled.set(key, [isRuled(cells, rows, cols)]);
  }
  return tables.filter((table) => {
    if (table.cells.length < 2) return false;
    const cells = table.cells.map(({ row, col, row_span, col_span }) => ({ row, col, rowSpan: row_span, colSpan: col_span }));
    return ruled.get(keyOf(table.rows, table.cols, cells))?.shift() ?? false;
  });
}

function keyOf(rows: number, cols: number, cells: readonly Pick<CellBorders, 'row' | 'col' | 'rowSpan' | 'colSpan'>[]): string {
  return `${rows}x${cols}:${cells
    .map((cell) => `${cell.row},${cell.col}+${cell.rowSpan}x${cell.colSpan}`)
    .sort()
    .join(' ')}`;
}
