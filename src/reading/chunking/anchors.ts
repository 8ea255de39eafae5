import type { Block } from '../../model/block.ts';
import type { Anchor, Box } from '../../model/geometry.ts';
import type { Cell, Table } from '../../model/table.ts';
import { type CellRange, formatCellRange, parseCellRange, rowOfAddress } from './cell-range.ts';

/** One thing that a chunk holds, where it stands on the original. */
export interface Spot {
  readonly page: number;
  readonly bbox: Box | null;
  /** Rows of a spreadsheet's table, in the sheet's own numbering. */
  readonly range: CellRange | null;
}

export function blockSpot(block: Block): Spot {
  return { page: block.page, bbox: block.bbox, range: null };
}

/** Turns cells into spots; a spreadsheet's range is narrowed to the cell's row and keeps the table's columns. */
export class CellSpots {
  private readonly table: Table;
  private readonly range: CellRange | null;

  constructor(table: Table) {
    this.table = table;
    this.range = table.cell_range === null ? null : parseCellRange(table.cell_range);
  }

  /** The places of cells that one row, or a part of it, holds. */
  spots(fields: readonly { readonly cell: Cell }[]): Spot[] {
    const first = fields[0]?.cell;
    if (!first) return [];
    // Most rows stand on one page and have no boxes: then the first cell speaks for all.
    if (fields.every(({ cell }) => cell.page === first.page && cell.bbox === null)) return [this.spot(first)];
    return mergeSpots(fields.map(({ cell }) => this.spot(cell)));
  }

  private spot(cell: Cell): Spot {
    // A cell without a box of its own still stands inside its table.
    const bbox = cell.bbox ?? (cell.page === this.table.page ? this.table.bbox : null);
    if (!this.range) return { page: cell.page, bbox, range: null };
    const stated = cell.cell === null ? null : rowOfAddress(cell.cell);
    const row = Math.min(Math.max(stated ?? this.range.firstRow + cell.row, this.range.firstRow), this.range.lastRow);
    return { page: cell.page, bbox, range: { ...this.range, firstRow: row, lastRow: row } };
  }
}

/** The same places in fewer spots: one a page. */
function mergeSpots(spots: Iterable<Spot>): Spot[] {
  const byPage = new Map<number, { page: number; bbox: Box | null; range: CellRange | null }>();
  for (const spot of spots) {
    const known = byPage.get(spot.page);
    if (!known) byPage.set(spot.page, { ...spot });
    else {
      known.bbox = known.bbox && spot.bbox ? union(known.bbox, spot.bbox) : null;
      known.range = known.range && spot.range ? spanned(known.range, spot.range) : (known.range ?? spot.range);
    }
  }
  return [...byPage.values()];
}

/** One anchor a page: the box around all that stands there (none if one box is not known), the rows from first to last. */
export function anchorsOf(spots: Iterable<Spot>): Anchor[] {
  return mergeSpots(spots)
    .sort((a, b) => a.page - b.page)
    .map(({ page, bbox, range }) => ({ page, bbox, cell_range: range === null ? null : formatCellRange(range) }));
}

function union(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

function spanned(a: CellRange, b: CellRange): CellRange {
  return { ...a, firstRow: Math.min(a.firstRow, b.firstRow), lastRow: Math.max(a.lastRow, b.lastRow) };
}
