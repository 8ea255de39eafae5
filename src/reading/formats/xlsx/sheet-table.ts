import type { NewCell, NewTable } from '../../content.ts';
import { address, cellKey, type Range, sheetRange } from './addresses.ts';
import type { CellStore, TextAllowance } from './cell-store.ts';
import type { MergedCells } from './merges.ts';
import type { Region } from './regions.ts';

/** A block of cells as a table whose cells fill its range without gaps: places that hold nothing are empty cells. */
export function sheetTable(
  region: Region,
  cells: CellStore,
  merged: MergedCells,
  at: { sheet: string; page: number; headerRows: number },
  allowance: TextAllowance,
): NewTable {
  // The range repeats the sheet's name in every table, and nothing but Excel keeps that name short.
  allowance.spend(at.sheet.length);
  const rows = region.bottom - region.top + 1;
  const cols = region.right - region.left + 1;
  const out: NewCell[] = [];
  const covered = new Int32Array(cols).fill(-1);
  let next = 0;
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const sheetRow = row + region.top;
      const sheetCol = col + region.left;
      const key = cellKey(sheetRow, sheetCol);
      const index = region.cells[next];
      const holds = index !== undefined && cells.key(index) === key;
      if (holds) next++;
      else if ((covered[col] as number) >= row) continue;
      const text = holds ? cells.text(index) : '';
      const cell: NewCell = { row, col, text, cell: address(sheetRow, sheetCol) };
      const merge = holds ? merged.shown.get(index) : merged.blank.get(key);
      if (merge) {
        const span = spanIn(region, merge, sheetRow, sheetCol);
        cell.row_span = span.rows;
        cell.col_span = span.cols;
        covered.fill(row + span.rows - 1, col, col + span.cols);
        // A merged text stands in every place of the grid, and is written out there.
        allowance.spend(text.length * (span.rows * span.cols - 1));
      }
      out.push(cell);
    }
  }
  return { rows, cols, header_rows: at.headerRows, cells: out, cell_range: sheetRange(at.sheet, region), page: at.page };
}

/** A merge may reach past a block that was cut for its size. */
function spanIn(region: Region, merge: Range, row: number, col: number): { rows: number; cols: number } {
  return { rows: Math.min(merge.bottom, region.bottom) - row + 1, cols: Math.min(merge.right, region.right) - col + 1 };
}
