import type { Range } from './addresses.ts';
import type { CellStore } from './cell-store.ts';
import type { MergedCells } from './merges.ts';

/** Blank rows or columns that part two tables. One is a spacer inside a table more often than a gap between two. */
const GAP = 2;
/** Side by side stand tables, not a label and its value: each side fills at least this many rows. */
const SIDE_ROWS = 3;
/** A block this empty and large is cut further, down to single cells if need be, so that far-apart cells cost what they hold. */
const SPARSE_AREA = 10_000;
const SPARSE_RATIO = 24;
/** Nested cuts beyond this are no layout. */
const DEPTH = 32;

/** A block of cells that stands apart on its sheet. */
export interface Region extends Range {
  /** Indices into the store, in reading order. */
  readonly cells: readonly number[];
}

/**
 * Parts the cells of a sheet as a person would: at blank rows and columns that run through a whole block, in turn. Where
 * a person defined tables (`defined`), one blank line between them is enough.
 */
export function regionsOf(cells: CellStore, merged: MergedCells, defined: readonly Range[], areaLeft: number): Region[] {
  if (cells.size === 0) return [];
  const cutter = new Cutter(cells, merged, defined, areaLeft);
  cutter.cut(
    Array.from({ length: cells.size }, (_, index) => index),
    0,
  );
  return cutter.regions;
}

class Cutter {
  readonly regions: Region[] = [];
  private readonly cells: CellStore;
  private readonly merged: MergedCells;
  private readonly defined: readonly Range[];
  private areaLeft: number;

  constructor(cells: CellStore, merged: MergedCells, defined: readonly Range[], areaLeft: number) {
    this.cells = cells;
    this.merged = merged;
    this.defined = defined;
    this.areaLeft = areaLeft;
  }

  cut(items: number[], depth: number): void {
    const bands = depth < DEPTH ? this.bands(items) : null;
    if (bands) {
      for (const band of bands) this.cut(band, depth + 1);
      return;
    }
    if (this.sparse(items)) {
      const lines = depth < 2 * DEPTH ? (this.rowBands(items, 1) ?? this.columnBands(items, 1, () => true)) : null;
      const pieces = lines ?? this.halves(items);
      if (pieces) {
        for (const piece of pieces) this.cut(piece, depth + 1);
        return;
      }
    }
    const range = this.extent(items);
    this.areaLeft -= areaOf(range);
    this.regions.push({ ...range, cells: items });
  }

  private bands(items: number[]): number[][] | null {
    const range = this.extent(items);
    const tables = this.defined.length === 0 ? 0 : this.defined.filter((table) => overlap(table, range)).length;
    const rows = this.rowBands(items, tables > 1 ? 1 : GAP);
    return rows ?? this.columnBands(items, tables > 0 ? 1 : GAP, (band) => this.looksLikeTable(band));
  }

  private sparse(items: number[]): boolean {
    const range = this.extent(items);
    return areaOf(range) > Math.max(SPARSE_AREA, 1.5 * items.length, Math.min(SPARSE_RATIO * items.length, this.areaLeft / 4));
  }

  private rowBands(items: number[], gap: number): number[][] | null {
    const bands: number[][] = [];
    let start = 0;
    let bottom = -1;
    for (let at = 0; at < items.length; at++) {
      const index = items[at] as number;
      const row = this.cells.row(index);
      if (at > 0 && row - bottom - 1 >= gap) {
        bands.push(items.slice(start, at));
        start = at;
      }
      bottom = Math.max(bottom, this.merged.shown.get(index)?.bottom ?? row);
    }
    if (bands.length === 0) return null;
    bands.push(items.slice(start));
    return bands;
  }

  private columnBands(items: number[], gap: number, accept: (band: number[]) => boolean): number[][] | null {
    const range = this.extent(items);
    const width = range.right - range.left + 1;
    const edges = new Int32Array(width + 1);
    for (const index of items) {
      const col = this.cells.col(index) - range.left;
      const end = (this.merged.shown.get(index)?.right ?? col + range.left) - range.left;
      edges[col] = (edges[col] as number) + 1;
      edges[end + 1] = (edges[end + 1] as number) - 1;
    }
    const bandOf = new Int32Array(width);
    let band = 0;
    let open = 0;
    let blank = 0;
    for (let col = 0; col < width; col++) {
      open += edges[col] as number;
      if (open > 0) {
        if (blank >= gap) band++;
        blank = 0;
      } else blank++;
      bandOf[col] = band;
    }
    if (band === 0) return null;
    const bands: number[][] = Array.from({ length: band + 1 }, () => []);
    for (const index of items) bands[bandOf[this.cells.col(index) - range.left] as number]?.push(index);
    return bands.every(accept) ? bands : null;
  }

  /** Enough rows, and the first of them names something: a column of bare numbers belongs to the labels beside it. */
  private looksLikeTable(band: number[]): boolean {
    const top = this.cells.row(band[0] as number);
    let rows = 0;
    let last = -1;
    let named = false;
    for (const index of band) {
      const row = this.cells.row(index);
      if (row !== last) rows++;
      last = row;
      if (row === top && this.cells.isText(index)) named = true;
      if (row !== top && !named) return false;
      if (rows >= SIDE_ROWS && named) return true;
    }
    return false;
  }

  /** In the middle, between rows where there are several: no half then claims a place of the other. */
  private halves(items: number[]): number[][] | null {
    const middle = items.length >> 1;
    if (middle === 0) return null;
    const row = this.cells.row(items[middle] as number);
    let at = middle;
    while (at > 0 && this.cells.row(items[at - 1] as number) === row) at--;
    if (at === 0) {
      at = middle;
      while (at < items.length && this.cells.row(items[at] as number) === row) at++;
    }
    if (at === items.length) at = middle;
    return [items.slice(0, at), items.slice(at)];
  }

  private extent(items: number[]): Range {
    let left = Number.POSITIVE_INFINITY;
    let right = 0;
    let bottom = 0;
    for (const index of items) {
      const merge = this.merged.shown.get(index);
      const col = this.cells.col(index);
      left = Math.min(left, col);
      right = Math.max(right, merge?.right ?? col);
      bottom = Math.max(bottom, merge?.bottom ?? this.cells.row(index));
    }
    return { top: this.cells.row(items[0] as number), left, bottom, right };
  }
}

export function overlap(a: Range, b: Range): boolean {
  return a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right;
}

function areaOf(range: Range): number {
  return (range.bottom - range.top + 1) * (range.right - range.left + 1);
}
