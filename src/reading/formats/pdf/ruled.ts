import type { Box } from '../../../model/geometry.ts';
import type { Drawing } from './drawing.ts';
import type { Glyph } from './glyphs.ts';
import { type Grid, type GridCell, gridOf } from './grid.ts';
import { meetingLines, withRowsOfOneCell } from './line-sets.ts';
import { seenRulings } from './rulings.ts';

/** A grid of two or more cells, or a frame around text, with the characters that stand in each cell. */
export interface Ruled {
  readonly grid: Grid;
  /** Characters by cell, in drawing order, without those of `inner`. */
  readonly glyphs: Glyph[][];
  /** Grids inside each cell. */
  readonly inner: Ruled[][];
}

/** Points: smaller frames are tick boxes and the like. */
const SMALLEST_FRAME = 14;
const SMALLEST_TABLE = 7;
/** Points: a fill that begins this far from a line is not that of the cell at the line. */
const APART = 2;
/** Cells of a grid; more is squared paper. */
const MOST_CELLS = 40_000;

/** Divides a page's characters among the grids that its lines make; `rest` stands outside all of them. */
export function ruledParts(drawing: Drawing, glyphs: readonly Glyph[]): { ruled: Ruled[]; rest: Glyph[] } {
  const { horizontal, vertical } = seenRulings(drawing.rulings, glyphs);
  const grids: Grid[] = [];
  const sets = meetingLines(horizontal, vertical);
  const alone = sets.filter((set) => set.vertical.length === 0).flatMap((set) => set.horizontal);
  const upright = vertical.map((line): Box => [line.at, line.from, line.at, line.to]);
  const isRow = (box: Box): boolean => {
    const [, y0, , y1] = box;
    const apart = ([, top, , bottom]: Box): boolean => top > y0 + APART || bottom < y1 - APART;
    if (upright.some((line) => overlaps(line, box)) || drawing.areas.some((area) => overlaps(area, box) && apart(area)))
      return false;
    return glyphs.some((glyph) => !glyph.space && overlaps([glyph.x0, glyph.base, glyph.x1, glyph.base], box));
  };
  for (const met of sets) {
    if (met.vertical.length === 0 || met.horizontal.length * met.vertical.length > MOST_CELLS) continue;
    const set = met.horizontal.length > 0 && alone.length > 0 ? withRowsOfOneCell(met, alone, isRow) : met;
    const grid = gridOf(set.horizontal, set.vertical);
    const smallest = grid && grid.cells.length > 1 ? SMALLEST_TABLE : SMALLEST_FRAME;
    if (grid && grid.box[2] - grid.box[0] >= SMALLEST_FRAME && grid.box[3] - grid.box[1] >= smallest) grids.push(grid);
  }
  grids.sort((a, b) => area(a.box) - area(b.box));
  const finders = grids.map((grid) => new CellFinder(grid));
  const used = finders.filter((finder) => holdsText(finder, glyphs));
  return nested(used, glyphs);
}

/** Finds the cell at a point. */
class CellFinder {
  readonly grid: Grid;
  private readonly at: Int32Array;

  constructor(grid: Grid) {
    this.grid = grid;
    this.at = new Int32Array(grid.rows * grid.cols).fill(-1);
    for (const [index, cell] of grid.cells.entries()) {
      for (let row = cell.row; row < cell.row + cell.rowSpan; row++)
        this.at.fill(index, row * grid.cols + cell.col, row * grid.cols + cell.col + cell.colSpan);
    }
  }

  /** Index of the cell, or -1. */
  find(x: number, y: number): number {
    const { box, xs, ys, cols } = this.grid;
    if (x < box[0] || x >= box[2] || y < box[1] || y >= box[3]) return -1;
    return this.at[step(ys, y) * cols + step(xs, x)] as number;
  }
}

function step(edges: readonly number[], at: number): number {
  let [low, high] = [0, edges.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((edges[middle] as number) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

function holdsText(finder: CellFinder, glyphs: readonly Glyph[]): boolean {
  for (const glyph of glyphs)
    if (!glyph.space && finder.find((glyph.x0 + glyph.x1) / 2, (glyph.y0 + glyph.y1) / 2) >= 0) return true;
  return false;
}

/** `finders` from the smallest grid to the largest. */
function nested(finders: readonly CellFinder[], glyphs: readonly Glyph[]): { ruled: Ruled[]; rest: Glyph[] } {
  if (finders.length === 0) return { ruled: [], rest: [...glyphs] };
  const parts = finders.map(({ grid }): Ruled => ({ grid, glyphs: grid.cells.map(() => []), inner: grid.cells.map(() => []) }));
  const rest: Glyph[] = [];
  const place = (glyph: Glyph, part: number, cell: number): void => {
    if (part < 0) rest.push(glyph);
    else parts[part]?.glyphs[cell]?.push(glyph);
  };
  const locate = (glyph: Glyph): [number, number] => {
    const [x, y] = [(glyph.x0 + glyph.x1) / 2, (glyph.y0 + glyph.y1) / 2];
    for (const [part, finder] of finders.entries()) {
      const cell = finder.find(x, y);
      if (cell >= 0) return [part, cell];
    }
    return [-1, -1];
  };
  for (const word of words(glyphs)) {
    const [first, last] = [locate(word[0] as Glyph), locate(word.at(-1) as Glyph)];
    const whole = first[0] === last[0] && first[1] === last[1];
    const places = whole ? [] : word.map(locate);
    const main = whole ? first : mostCommon(places);
    for (const [i, glyph] of word.entries()) {
      const [part, cell] = main ?? (places[i] as [number, number]);
      place(glyph, part, cell);
    }
  }
  const ruled: Ruled[] = [];
  for (const [i, part] of parts.entries()) {
    const outer = finders.findIndex((finder, k) => k > i && encloses(finder, part.grid.box));
    if (outer < 0) ruled.push(part);
    else parts[outer]?.inner[cellAround(finders[outer] as CellFinder, part.grid.box)]?.push(part);
  }
  return { ruled, rest };
}

function encloses(finder: CellFinder, box: Box): boolean {
  return cellAround(finder, box) >= 0;
}

/** The cell that holds the whole box. */
function cellAround(finder: CellFinder, [x0, y0, x1, y1]: Box): number {
  const cell = finder.find((x0 + x1) / 2, (y0 + y1) / 2);
  if (cell < 0) return -1;
  const outer = (finder.grid.cells[cell] as GridCell).box;
  return outer[0] <= x0 + 3 && outer[1] <= y0 + 3 && outer[2] >= x1 - 3 && outer[3] >= y1 - 3 ? cell : -1;
}

/** The place of most of a word: a word that sticks out of its cell stays whole. */
function mostCommon(places: readonly [number, number][]): [number, number] | null {
  const first = places[0] as [number, number];
  const last = places.at(-1) as [number, number];
  for (const candidate of [first, last, places[places.length >> 1] as [number, number]]) {
    const same = places.filter((place) => place[0] === candidate[0] && place[1] === candidate[1]).length;
    if (same >= 0.6 * places.length) return candidate;
  }
  return null;
}

/** Characters that touch, in drawing order; a space goes with the word before it. */
function words(glyphs: readonly Glyph[]): Glyph[][] {
  const out: Glyph[][] = [];
  let word: Glyph[] = [];
  let before: Glyph | null = null;
  for (const glyph of glyphs) {
    if (glyph.space && word.length > 0) {
      out.push(word);
      out.push([glyph]);
      word = [];
      before = null;
      continue;
    }
    const touches = before && Math.abs(before.base - glyph.base) < 1 && Math.abs(glyph.x0 - before.x1) < 0.3 * glyph.style.size;
    if (!touches && word.length > 0) {
      out.push(word);
      word = [];
    }
    word.push(glyph);
    before = glyph;
  }
  if (word.length > 0) out.push(word);
  return out;
}

/** Not only by touching. */
function overlaps(a: Box, b: Box): boolean {
  return a[0] < b[2] - 1 && a[2] > b[0] + 1 && a[1] < b[3] - 1 && a[3] > b[1] + 1;
}

function area([x0, y0, x1, y1]: Box): number {
  return (x1 - x0) * (y1 - y0);
}
