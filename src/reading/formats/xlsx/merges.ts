import { cellKey, MAX_COLS, type Range } from './addresses.ts';
import type { CellStore } from './cell-store.ts';

/** A merge as large as this claims more than a person drew: it is cut down to the cells that hold something. */
const LARGE = 65_536;
/** Columns that all merges together may touch while they are checked: full-width merges on every row are no honest sheet. */
const WORK = 40_000_000;

export interface MergedCells {
  /** Extent of a cell that shows something, by its index in the store. */
  readonly shown: ReadonlyMap<number, Range>;
  /** Extent of merged cells that show nothing, by the key of their first cell. */
  readonly blank: ReadonlyMap<number, Range>;
  /** Merges left out because other cells inside them hold text, which the merge hides. */
  readonly hiding: number;
  /** Merges left out because they overlap an earlier one, or because there are too many. */
  readonly ignored: number;
}

/** Decides which of the stated merges hold, in one pass over cells and merges in reading order. */
export function mergeCells(merges: readonly number[], cells: CellStore): MergedCells {
  const ranges = accept(merges, cells);
  const owner = new Int32Array(MAX_COLS);
  const until = new Int32Array(MAX_COLS).fill(-1);
  const firstCell = new Int32Array(ranges.length).fill(-1);
  const hiding = new Uint8Array(ranges.length);
  let next = 0;
  const take = (row: number): void => {
    for (; next < ranges.length && (ranges[next] as Range).top <= row; next++) {
      const range = ranges[next] as Range;
      owner.fill(next, range.left, range.right + 1);
      until.fill(range.bottom, range.left, range.right + 1);
    }
  };
  for (let index = 0; index < cells.size; index++) {
    const row = cells.row(index);
    const col = cells.col(index);
    take(row);
    if ((until[col] as number) < row) continue;
    const merge = owner[col] as number;
    const range = ranges[merge] as Range;
    if (row === range.top && col === range.left) firstCell[merge] = index;
    else hiding[merge] = 1;
  }
  const shown = new Map<number, Range>();
  const blank = new Map<number, Range>();
  let hidden = 0;
  ranges.forEach((range, merge) => {
    if (hiding[merge]) hidden++;
    else if ((firstCell[merge] as number) >= 0) shown.set(firstCell[merge] as number, range);
    else blank.set(cellKey(range.top, range.left), range);
  });
  return { shown, blank, hiding: hidden, ignored: merges.length / 4 - ranges.length };
}

/** The merges in reading order without those that overlap one before them. */
function accept(merges: readonly number[], cells: CellStore): Range[] {
  const ranges: Range[] = [];
  const extent = extentOf(cells);
  for (let at = 0; at < merges.length; at += 4) {
    const [top, left, bottom, right] = merges.slice(at, at + 4) as [number, number, number, number];
    const large = (bottom - top + 1) * (right - left + 1) > LARGE;
    const range = large
      ? {
          top,
          left,
          bottom: Math.max(top, Math.min(bottom, extent.bottom)),
          right: Math.max(left, Math.min(right, extent.right)),
        }
      : { top, left, bottom, right };
    if (range.top !== range.bottom || range.left !== range.right) ranges.push(range);
  }
  ranges.sort((a, b) => a.top - b.top || a.left - b.left);
  const until = new Int32Array(MAX_COLS).fill(-1);
  let work = 0;
  return ranges.filter((range) => {
    work += range.right - range.left + 1;
    if (work > WORK) return false;
    for (let col = range.left; col <= range.right; col++) if ((until[col] as number) >= range.top) return false;
    until.fill(range.bottom, range.left, range.right + 1);
    return true;
  });
}

function extentOf(cells: CellStore): { bottom: number; right: number } {
  let right = 0;
  for (let index = 0; index < cells.size; index++) right = Math.max(right, cells.col(index));
  return { bottom: cells.size === 0 ? 0 : cells.row(cells.size - 1), right };
}
