import type { Block } from '../../model/block.ts';
import type { Cell, Table } from '../../model/table.ts';
import { tableText } from '../table-text.ts';
import { blockSpot, CellSpots, type Spot } from './anchors.ts';
import type { MeasuredText } from './code-points.ts';
import { hangingLabels, headerPath, onOneLine, rowLabel } from './header-cells.ts';
import { fieldsOf, layoutRows, type RowField, type RowLayout, standsIn } from './row-layout.ts';
import { type Slice, splitText } from './split-text.ts';

/** A part of a table's text that a chunk takes whole: a row, or a piece of a row that is too long. */
export interface TableUnit extends Slice {
  readonly length: number;
  readonly spots: readonly Spot[];
  /** Header cells and row labels that a chunk which begins here is told in its path. */
  readonly context: readonly string[];
  /** False where the unit should not be parted from the one before it: a merged cell reaches into this row. */
  readonly startsGroup: boolean;
}

/** How many times its budget a chunk may be long when it holds one table row. */
const ROW_ALLOWANCE = 2;

/** A table's nested tables by the cell that holds them. */
export class NestedTables {
  private readonly byCell = new Map<string, Table[]>();

  constructor(tables: readonly Table[]) {
    for (const table of tables) {
      if (table.parent === null || table.parent_cell === null) continue;
      const key = cellKey(table.parent, ...table.parent_cell);
      const known = this.byCell.get(key);
      if (known) known.push(table);
      else this.byCell.set(key, [table]);
    }
  }

  in(table: Table, cell: Cell): readonly Table[] {
    return this.byCell.size === 0 ? [] : (this.byCell.get(cellKey(table.id, cell.row, cell.col)) ?? []);
  }
}

function cellKey(table: string, row: number, col: number): string {
  return `${table} ${row} ${col}`;
}

/** The units of a table block, in order; together they hold all of the block's text but the white space between them. */
export function tableUnits(
  block: Block,
  table: Table | undefined,
  known: { readonly nested: NestedTables; readonly comparisons: ReadonlySet<string> },
  measured: MeasuredText,
  budget: number,
): TableUnit[] {
  const rows = table && layoutRows(table);
  if (!table || !rows || !standsIn(rows, block.text)) {
    // Without rows that add up to the block's text only the text itself is left to go by.
    const spots = [blockSpot(block)];
    return splitText(measured, 0, block.text.length, budget).map((slice) => unit(measured, slice, spots, [], true));
  }
  const units: TableUnit[] = [];
  new UnitMaker(known.nested, known.comparisons, measured, budget, units).table(table, rows, 0, []);
  return units;
}

function unit(
  measured: MeasuredText,
  slice: Slice,
  spots: readonly Spot[],
  context: readonly string[],
  startsGroup: boolean,
): TableUnit {
  return { start: slice.start, end: slice.end, length: measured.length(slice.start, slice.end), spots, context, startsGroup };
}

class UnitMaker {
  private readonly nested: NestedTables;
  private readonly comparisons: ReadonlySet<string>;
  private readonly measured: MeasuredText;
  private readonly budget: number;
  private readonly units: TableUnit[];

  constructor(
    nested: NestedTables,
    comparisons: ReadonlySet<string>,
    measured: MeasuredText,
    budget: number,
    units: TableUnit[],
  ) {
    this.nested = nested;
    this.comparisons = comparisons;
    this.measured = measured;
    this.budget = budget;
    this.units = units;
  }

  /** All rows of a table whose text begins at `base`. */
  table(table: Table, rows: readonly RowLayout[], base: number, outer: readonly string[]): void {
    const spots = new CellSpots(table);
    const hanging = hangingLabels(table);
    const header = headerPath(table);
    const context = header === null ? outer : [...outer, header];
    const isComparison = this.comparisons.has(table.id);
    let article: string | null = null;
    let at = base;
    for (const row of rows) {
      const labels = hanging.get(row.row);
      let told = labels ? [...context, ...labels] : context;
      if (isComparison) {
        // 항 and 호 of a revised rule stand in rows of their own, below the row that names their article.
        const own = articleHead(row);
        if (own !== null) article = own;
        else if (article !== null) told = [...told, article];
      }
      this.row(table, row, at, told, spots, labels === undefined);
      at += row.length + 1;
    }
  }

  private row(
    table: Table,
    row: RowLayout,
    base: number,
    context: readonly string[],
    spots: CellSpots,
    startsGroup: boolean,
  ): void {
    const end = base + row.length;
    const length = this.measured.length(base, end);
    if (length <= this.budget) this.units.push({ start: base, end, length, spots: spots.ofRow(row), context, startsGroup });
    else this.longRow(table, row, { start: base, end }, length, context, spots, startsGroup);
  }

  /** A row that is longer than a chunk: whole up to twice that, else cut, along the tables nested in it where there are any. */
  private longRow(
    table: Table,
    row: RowLayout,
    whole: Slice,
    length: number,
    context: readonly string[],
    spots: CellSpots,
    startsGroup: boolean,
  ): void {
    const base = whole.start;
    const fields = fieldsOf(row);
    const add = (slice: Slice, told: readonly string[], starts: boolean): void => {
      const held = fields
        .filter((field) => base + field.start < slice.end && base + field.end > slice.start)
        .map(({ cell }) => cell);
      this.units.push(unit(this.measured, slice, spots.ofCells(held), told, starts));
    };
    const places = this.nestedPlaces(table, fields, base);
    if (places.length === 0 && length <= ROW_ALLOWANCE * this.budget) {
      add(whole, context, startsGroup);
      return;
    }

    const label = fields.length > 1 ? rowLabel((fields[0] as RowField).cell.text) : null;
    const told = label === null ? context : [...context, label];
    const labelEnd = base + (fields[0]?.end ?? 0);
    const addText = (start: number, end: number): void => {
      while (start > base && start < end && /\s/.test(this.measured.text[start] as string)) start++;
      for (const slice of splitText(this.measured, start, end, this.budget))
        add(slice, slice.start < labelEnd ? context : told, true);
    };
    let at = base;
    for (const place of places) {
      addText(at, place.start);
      this.table(place.table, layoutRows(place.table), place.start, told);
      at = place.end;
    }
    addText(at, whole.end);
  }

  /** Where the texts of the tables nested in a row's cells stand; one that is not found is left to the text around it. */
  private nestedPlaces(table: Table, fields: readonly RowField[], base: number): { table: Table; start: number; end: number }[] {
    const places: { table: Table; start: number; end: number }[] = [];
    for (const field of fields) {
      let from = 0;
      for (const inner of this.nested.in(table, field.cell)) {
        const text = tableText(inner);
        const at = text === '' ? -1 : ownLinesIndex(field.cell.text, text, from);
        if (at < 0) continue;
        from = at + text.length;
        places.push({ table: inner, start: base + field.start + at, end: base + field.start + from });
      }
    }
    return places;
  }
}

const ARTICLE = /^\s{0,8}(제\s?[0-9]{1,4}\s?조(?:\s?의\s?[0-9]{1,3})?(?:\s{0,2}\([^()]{1,60}\))?)/;

/** The article that a row of a comparison begins with, on whichever side names it. */
function articleHead(row: RowLayout): string | null {
  for (const cell of row.cells) {
    const match = cell.row === row.row ? ARTICLE.exec(cell.text) : null;
    if (match) return onOneLine(match[1] as string);
  }
  return null;
}

/** Index of `part` in `text` where it fills whole lines (or fields of a row), so that a short table is not found inside a word. */
function ownLinesIndex(text: string, part: string, from: number): number {
  for (let at = text.indexOf(part, from), tries = 0; at >= 0 && tries < 64; at = text.indexOf(part, at + 1), tries++) {
    const end = at + part.length;
    if ((at === 0 || text[at - 1] === '\n') && (end === text.length || text[end] === '\n')) return at;
  }
  return -1;
}
