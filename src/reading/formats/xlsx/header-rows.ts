import type { Range } from './addresses.ts';
import type { CellStore } from './cell-store.ts';
import type { MergedCells } from './merges.ts';
import { overlap, type Region } from './regions.ts';
import type { SheetData } from './sheet-data.ts';
import type { SheetEntry } from './workbook.ts';

/** More header rows than this are a frozen screenful, not a header. */
const MOST_ROWS = 12;
/** Lines of a title above the header row that the look of the rows may pass over. */
const TITLE_ROWS = 4;

/** A table that a person defined on the sheet (`xl/tables`). */
export interface DefinedTable {
  readonly range: Range;
  readonly headerRows: number;
}

/** How many first rows of a block are its header: what the file states, else what its first rows show beyond doubt, else 0. */
export function headerRowsOf(
  region: Region,
  sheet: SheetData,
  merged: MergedCells,
  entry: SheetEntry,
  defined: readonly DefinedTable[],
): number {
  const rows = region.bottom - region.top + 1;
  for (const end of stated(region, sheet, entry, defined)) {
    const count = end - region.top + 1;
    if (count >= 1 && count <= MOST_ROWS && count < rows) return count;
  }
  return rows < 2 ? 0 : apparent(region, sheet.cells, merged);
}

/** Last header rows by the file's own words, the most telling first. */
function stated(region: Region, sheet: SheetData, entry: SheetEntry, defined: readonly DefinedTable[]): number[] {
  const out: number[] = [];
  const tables = defined.filter((table) => overlap(table.range, region));
  const only = tables[0];
  if (only && tables.length === 1 && only.headerRows > 0) out.push(only.range.top + only.headerRows - 1);
  if (sheet.autoFilter && overlap(sheet.autoFilter, region)) out.push(sheet.autoFilter.top);
  if (entry.titleRows) out.push(entry.titleRows.to);
  if (sheet.frozenRows > 0) out.push(sheet.frozenRows - 1);
  return out;
}

interface Row {
  readonly cells: number[];
  /** Columns that its cells cover. */
  width: number;
}

/**
 * A row that names every column in text, over a column of nothing but numbers or over rows that are set less boldly. Lines above it with a
 * single cell are the title; cells merged downwards take the rows they cover with them.
 */
function apparent(region: Region, cells: CellStore, merged: MergedCells): number {
  const rows = firstRows(region, cells, merged);
  const width = region.right - region.left + 1;
  let at = 0;
  while (at < TITLE_ROWS && (rows[at]?.cells.length ?? 0) <= 1 && at + 1 < rows.length) at++;
  const names = rows[at];
  if (!names || names.cells.length < 2 || names.width < width || !names.cells.every((index) => cells.isText(index))) return 0;
  let end = at;
  for (const index of names.cells) end = Math.max(end, (merged.shown.get(index)?.bottom ?? 0) - region.top);
  if (end >= at + 3) return 0;
  for (let row = at + 1; row <= end; row++) if (!rows[row]?.cells.every((index) => cells.isText(index))) return 0;
  const below = rows.slice(end + 1).flatMap((row) => row.cells);
  const numbers = hasNumberColumn(below, cells);
  const bolder = names.cells.every((index) => cells.isBold(index)) && below.some((index) => !cells.isBold(index));
  return below.length > 0 && (numbers || bolder) ? end + 1 : 0;
}

function hasNumberColumn(below: readonly number[], cells: CellStore): boolean {
  const texts = new Set<number>();
  const numbers = new Set<number>();
  for (const index of below) (cells.isText(index) ? texts : numbers).add(cells.col(index));
  return [...numbers].some((col) => !texts.has(col));
}

function firstRows(region: Region, cells: CellStore, merged: MergedCells): Row[] {
  const rows: Row[] = Array.from({ length: Math.min(MOST_ROWS, region.bottom - region.top + 1) }, () => ({
    cells: [],
    width: 0,
  }));
  for (const index of region.cells) {
    const at = cells.row(index) - region.top;
    if (at >= rows.length) break;
    const row = rows[at] as Row;
    const merge = merged.shown.get(index);
    row.cells.push(index);
    row.width += merge ? merge.right - merge.left + 1 : 1;
  }
  return rows;
}
