import type { Block, BlockType } from '../model/block.ts';
import type { Extractor } from '../model/formats.ts';
import type { Box, Page } from '../model/geometry.ts';
import type { Cell, Table } from '../model/table.ts';
import { type Warning, type WarningCode, warning } from '../model/warning.ts';
import type { Budget } from './container/budget.ts';
import { tableText } from './table-text.ts';

/**
 * Where a paragraph stands in the file, as the layout engine counts: section, paragraph of the section, then for text
 * inside controls the way down: control of that paragraph, cell (or list) of the control, paragraph of the cell.
 */
export interface Place {
  readonly section: number;
  readonly paragraph: number;
  readonly inside: readonly { readonly control: number; readonly cell: number; readonly paragraph: number }[];
}

/** What a reader hands on: the document's content in reading order, without ids resolved against anything else. */
export interface Content {
  readonly blocks: Block[];
  readonly tables: Table[];
  readonly pages: Page[];
  readonly warnings: Warning[];
  /** Places of blocks and cells that a layout engine may still give a page. */
  readonly places: Map<Block | Cell, Place>;
  /** Type size in points of each line of a block's or cell's text, where the file states it; of tables the first rows only. */
  readonly sizes?: ReadonlyMap<Block | Cell, readonly number[]>;
}

export interface NewBlock {
  type: BlockType;
  text: string;
  level?: number | null;
  /** Id of the block it belongs to; left out, the outline decides (the heading it stands under). */
  parent?: string | null;
  page?: number;
  bbox?: Box | null;
  confidence?: number;
  extractor?: Extractor;
  place?: Place;
  /** Type size in points of each line of the text; 0 where it is not known. */
  sizes?: readonly number[];
}

export interface NewCell {
  row: number;
  col: number;
  row_span?: number;
  col_span?: number;
  text: string;
  header?: boolean;
  page?: number;
  bbox?: Box | null;
  /** Address in a spreadsheet. */
  cell?: string | null;
  place?: Place;
  sizes?: readonly number[];
}

export interface NewTable {
  rows: number;
  cols: number;
  header_rows?: number;
  cells: NewCell[];
  caption?: string | null;
  cell_range?: string | null;
  page?: number;
  bbox?: Box | null;
  confidence?: number;
  extractor?: Extractor;
  place?: Place;
}

/** A table under a cell of another: the outer cell's text already holds this table's text, in its place. */
export interface NewNestedTable extends NewTable {
  parent: Table;
  parent_cell: [row: number, col: number];
}

/** Sizes tell titles, of the document and of its annexes: a title in a table stands in one of its first rows. */
const SIZED_ROWS = 4;

/** Collects a document's content in the order in which a person reads it. */
export class ContentBuilder implements Content {
  readonly blocks: Block[] = [];
  readonly tables: Table[] = [];
  readonly pages: Page[] = [];
  readonly warnings: Warning[] = [];
  readonly places = new Map<Block | Cell, Place>();
  readonly sizes = new Map<Block | Cell, readonly number[]>();
  private readonly extractor: Extractor;
  private readonly budget: Budget;

  constructor(extractor: Extractor, budget: Budget) {
    this.extractor = extractor;
    this.budget = budget;
  }

  block(given: NewBlock): Block {
    this.budget.spend('blocks');
    this.budget.spend('characters', given.text.length);
    const block: Block = {
      id: `b${this.blocks.length + 1}`,
      type: given.type,
      text: given.text,
      page: given.page ?? 1,
      bbox: given.bbox ?? null,
      parent: given.parent ?? null,
      level: given.level ?? null,
      extractor: given.extractor ?? this.extractor,
      confidence: given.confidence ?? 1,
    };
    this.blocks.push(block);
    if (given.place) this.places.set(block, given.place);
    if (given.sizes) this.sizes.set(block, given.sizes);
    return block;
  }

  /** A table of its own: one block of type `table` and one entry in `tables`. */
  table(given: NewTable): Table {
    const block = this.block({
      type: 'table',
      text: '',
      ...(given.page === undefined ? {} : { page: given.page }),
      bbox: given.bbox ?? null,
      ...(given.confidence === undefined ? {} : { confidence: given.confidence }),
      ...(given.extractor ? { extractor: given.extractor } : {}),
      ...(given.place ? { place: given.place } : {}),
    });
    const table = this.addTable(given, block.id, null, null);
    block.text = tableText(table);
    return table;
  }

  /** A table inside a cell: an entry in `tables` that shares the outermost table's block. */
  nestedTable(given: NewNestedTable): Table {
    return this.addTable(given, given.parent.block, given.parent.id, given.parent_cell);
  }

  warn(code: WarningCode, at: { text?: string; page?: number | null; block?: string | null } = {}): void {
    // One line per cause is what a person can use; the same warning on the same block adds nothing.
    if (this.warnings.some((w) => w.code === code && w.block === (at.block ?? null) && w.page === (at.page ?? null))) return;
    this.warnings.push(warning(code, at));
  }

  private addTable(given: NewTable, block: string, parent: string | null, parent_cell: [number, number] | null): Table {
    this.budget.spend('cells', Math.max(given.cells.length, given.rows * given.cols));
    const page = given.page ?? 1;
    const header_rows = given.header_rows ?? 0;
    const grid: string[][] = Array.from({ length: given.rows }, () => new Array<string>(given.cols).fill(''));
    const table: Table = {
      id: `t${this.tables.length + 1}`,
      block,
      page,
      bbox: given.bbox ?? null,
      caption: given.caption ?? null,
      rows: given.rows,
      cols: given.cols,
      header_rows,
      cells: [],
      grid,
      cell_range: given.cell_range ?? null,
      parent,
      parent_cell,
    };
    for (const from of given.cells) {
      // A text that covers many places is written out in each of them.
      this.budget.spend('characters', from.text.length * (1 + (from.row_span ?? 1) * (from.col_span ?? 1)));
      const cell: Cell = {
        row: from.row,
        col: from.col,
        row_span: from.row_span ?? 1,
        col_span: from.col_span ?? 1,
        text: from.text,
        header: from.header ?? from.row < header_rows,
        page: from.page ?? page,
        bbox: from.bbox ?? null,
        cell: from.cell ?? null,
      };
      table.cells.push(cell);
      if (from.place) this.places.set(cell, from.place);
      if (from.sizes && from.row < SIZED_ROWS) this.sizes.set(cell, from.sizes);
      for (let row = cell.row; row < cell.row + cell.row_span; row++) {
        const line = grid[row];
        if (line) line.fill(cell.text, cell.col, Math.min(cell.col + cell.col_span, given.cols));
      }
    }
    this.tables.push(table);
    return table;
  }
}
