import type { Block } from '../../model/block.ts';
import type { Anchor, Box } from '../../model/geometry.ts';
import type { Cell, Table } from '../../model/table.ts';
import { type CellRange, formatCellRange, parseCellRange, rowOfAddress } from './cell-range.ts';
import { fieldsOf, type RowLayout } from './row-layout.ts';

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
  /** Most tables stand on one page and have no boxes: then any cell speaks for its row. */
  private readonly plain: Spot[] | null;

  constructor(table: Table) {
    this.table = table;
    this.range = table.cell_range === null ? null : parseCellRange(table.cell_range);
    const isPlain = table.cells.every((cell) => cell.bbox === null && cell.page === table.page);
    this.plain = isPlain ? [{ page: table.page, bbox: table.bbox, range: null }] : null;
  }

  /** The place of a row: of all its cells that have text. */
  ofRow(row: RowLayout): Spot[] {
    if (!this.plain) return this.ofCells(fieldsOf(row).map((field) => field.cell));
    return this.range ? [this.spot(row.own)] : this.plain;
  }

  /** The places of cells that a part of a row holds. */
  ofCells(cells: readonly Cell[]): Spot[] {
    return mergeSpots(cells.map((cell) => this.spot(cell)));
  }

  private spot(cell: Cell): Spot {
    // A cell without a box of its own still stands inside its table.
    const bbox = cell.bbox ?? (cell.page === this.table.page ? this.table.bbox : null);
    if (!this.range) return { page: cell.page, bbox, range: null };
    const { sheet, firstColumn, lastColumn, firstRow, lastRow } = this.range;
    const stated = cell.cell === null ? null : rowOfAddress(cell.cell);
    const row = Math.min(Math.max(stated ?? firstRow + cell.row, firstRow), lastRow);
    return { page: cell.page, bbox, range: { sheet, firstColumn, firstRow: row, lastColumn, lastRow: row } };
  }
}

/** The same places in fewer spots: one a page. */
function mergeSpots(spots: Iterable<Spot>): Spot[] {
  const byPage = new Map<number, { page: number; bbox: Box | null; range: MutableRange | null }>();
  for (const { page, bbox, range } of spots) {
    const known = byPage.get(page);
    if (!known) byPage.set(page, { page, bbox, range: range && { ...range } });
    else {
      known.bbox = known.bbox && bbox ? union(known.bbox, bbox) : null;
      if (!known.range) known.range = range && { ...range };
      else if (range) {
        if (range.firstRow < known.range.firstRow) known.range.firstRow = range.firstRow;
        if (range.lastRow > known.range.lastRow) known.range.lastRow = range.lastRow;
      }
    }
  }
  return [...byPage.values()];
}

type MutableRange = { -readonly [key in keyof CellRange]: CellRange[key] };

/** One anchor a page: the box around all that stands there (none if one box is not known), the rows from first to last. */
export function anchorsOf(spots: Iterable<Spot>): Anchor[] {
  return mergeSpots(spots)
    .sort((a, b) => a.page - b.page)
    .map(({ page, bbox, range }) => ({ page, bbox, cell_range: range === null ? null : formatCellRange(range) }));
}

function union(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
