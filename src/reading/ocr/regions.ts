import type { Box } from '../../model/geometry.ts';
import type { Components } from './components.ts';
import { around } from './gray-image.ts';
import type { Ink } from './ink.ts';

export interface Line {
  readonly box: Box;
  /** False where several lines touch and stand here as one. */
  readonly isLine: boolean;
}

/** Lines of one size that stand close below each other. */
export interface Region {
  readonly lines: readonly Line[];
}

/** Something that a person reads as a whole: a table has its place in the order but no lines. */
export type Piece =
  | { readonly kind: 'lines'; readonly region: Region }
  | { readonly kind: 'table'; readonly index: number; readonly box: Box };

interface Item {
  readonly box: Box;
  /** Index of a table; -1 for a piece of ink. */
  readonly table: number;
}

/** Cuts a page into its pieces in reading order: at white rows first, at white columns where text stands side by side. */
export function piecesOf(letters: readonly Box[], tables: readonly Box[], bars: readonly Box[], glyph: number): Piece[] {
  const items: Item[] = [...letters.map((box) => ({ box, table: -1 })), ...tables.map((box, table) => ({ box, table }))];
  const pieces: Piece[] = [];
  order(items, { glyph, bars }, pieces, 0);
  return pieces;
}

/** Boxes of ink that may be letters: neither specks nor pictures. */
export function lettersOf(components: Components, glyph: number): Box[] {
  const letters: Box[] = [];
  const speck = Math.max(3, 0.012 * glyph * glyph);
  for (let i = 0; i < components.count; i++) {
    const [x0, y0, x1, y1] = [components.x0[i], components.y0[i], components.x1[i], components.y1[i]] as unknown as Box;
    const [width, height] = [x1 - x0, y1 - y0];
    if ((components.area[i] as number) < speck) continue;
    if (height > 6 * glyph || width > 14 * glyph) continue;
    // A piece of a border that was drawn too thick for a line.
    if (height > 1.8 * glyph && width < 0.35 * glyph) continue;
    letters.push([x0, y0, x1, y1]);
  }
  return letters;
}

/** Ink too wide for a letter and no higher than two: bars that part what is above from what is below. */
export function barsOf(components: Components, glyph: number): Box[] {
  const bars: Box[] = [];
  for (let i = 0; i < components.count; i++) {
    const [x0, y0, x1, y1] = [components.x0[i], components.y0[i], components.x1[i], components.y1[i]] as unknown as Box;
    if (x1 - x0 > 14 * glyph && y1 - y0 < 2 * glyph) bars.push([x0, y0, x1, y1]);
  }
  return bars;
}

/** Filled boxes of the height of a line or three: labels with white letters, bars. */
export function darkBoxesOf(components: Components, ink: Ink, glyph: number): Box[] {
  const boxes: Box[] = [];
  for (let i = 0; i < components.count; i++) {
    const [x0, y0, x1, y1] = [components.x0[i], components.y0[i], components.x1[i], components.y1[i]] as unknown as Box;
    const [width, height] = [x1 - x0, y1 - y0];
    if (width < 1.2 * glyph || height < 1.2 * glyph || height > 4 * glyph) continue;
    const filled = (components.area[i] as number) >= 0.65 * width * height;
    if (filled && hasFullEdges([x0, y0, x1, y1], ink)) boxes.push([x0, y0, x1, y1]);
  }
  return boxes;
}

/** Heavy letters are nearly as full as a box, but not along all their edges. */
function hasFullEdges([x0, y0, x1, y1]: Box, { width, data }: Ink): boolean {
  const share = (from: number, step: number, count: number) => {
    let full = 0;
    for (let i = 0; i < count; i++) full += data[from + i * step] as number;
    return full / count;
  };
  // Two pixels in: the outermost are frayed.
  const across = [y0 + 2, y1 - 3].map((y) => share(y * width + x0, 1, x1 - x0));
  const down = [x0 + 2, x1 - 3].map((x) => share(y0 * width + x, width, y1 - y0));
  return Math.min(...across, ...down) > 0.9;
}

interface Page {
  readonly glyph: number;
  /** Drawn lines and bars across the page. */
  readonly bars: readonly Box[];
}

function order(items: readonly Item[], page: Page, out: Piece[], depth: number): void {
  const { glyph } = page;
  const bands = bandsOf(items, glyph);
  // Text beside text: lines of one side stand at gaps of the other, so that no row is white all across.
  const open: Line[] = [];
  const flush = () => {
    for (const region of gather(open, page)) out.push({ kind: 'lines', region });
    open.length = 0;
  };
  for (const stretch of columnStretches(bands, glyph)) {
    if (stretch.cut !== null && depth < 8) {
      flush();
      const inside = stretch.bands.flatMap((band) => band.items);
      const cut = stretch.cut;
      order(
        inside.filter((item) => (item.box[0] + item.box[2]) / 2 < cut),
        page,
        out,
        depth + 1,
      );
      order(
        inside.filter((item) => (item.box[0] + item.box[2]) / 2 >= cut),
        page,
        out,
        depth + 1,
      );
      continue;
    }
    for (const band of stretch.bands) {
      const tables = band.items.filter((item) => item.table >= 0);
      if (tables.length === 0 && (band.box[3] - band.box[1] <= 1.7 * glyph || depth >= 8)) {
        open.push(lineOf(band));
        continue;
      }
      const sides = sideBySide(band, glyph);
      if (sides.length > 1 && depth < 8) {
        flush();
        for (const side of sides) order(side, page, out, depth + 1);
      } else if (tables.length > 0) {
        flush();
        for (const { table, box } of tables) out.push({ kind: 'table', index: table, box });
        const rest = band.items.filter((item) => item.table < 0);
        if (rest.length > 0) order(rest, page, out, depth + 1);
      } else open.push(lineOf(band));
    }
  }
  flush();
}

interface Band {
  readonly box: Box;
  readonly items: readonly Item[];
}

/** A line is as high as its letters; one twice as high is more than one. */
function lineOf({ box, items }: Band): Line {
  const heights = items.map((item) => item.box[3] - item.box[1]).sort((a, b) => a - b);
  const letter = heights[Math.floor(heights.length * 0.9)] as number;
  return { box, isLine: box[3] - box[1] <= 2 * letter || heights.length < 4 };
}

/** Stretches between white rows. */
function bandsOf(items: readonly Item[], glyph: number): Band[] {
  const bands: { box: Box; items: Item[] }[] = [];
  for (const item of [...items].sort((a, b) => a.box[1] - b.box[1])) {
    const last = bands.at(-1);
    // The parts of one letter can have a white row between them; two lines are further apart or too tall together.
    const bridged =
      last &&
      (item.box[1] < last.box[3] ||
        (item.box[1] - last.box[3] < 0.22 * glyph &&
          Math.max(item.box[3], last.box[3]) - last.box[1] <= 1.35 * glyph &&
          last.items.every((one) => one.table < 0) &&
          item.table < 0));
    if (last && bridged) {
      last.items.push(item);
      last.box = around([last.box, item.box]) as Box;
    } else bands.push({ box: item.box, items: [item] });
  }
  // A speck of dirt is no line.
  return bands.filter((band) =>
    band.items.some(({ box, table }) => table >= 0 || box[3] - box[1] >= 0.3 * glyph || box[2] - box[0] >= 0.3 * glyph),
  );
}

/** Parts of a band that a white column keeps apart over its whole height, if one of them holds more than one line. */
function sideBySide(band: Band, glyph: number): Item[][] {
  // Tables have borders: whatever gap there is between two is one.
  const sides = split(band.items, band.items.filter((item) => item.table >= 0).length > 1 ? 1 : 0.9 * glyph);
  if (sides.length < 2) return [];
  const several = sides.some((side) => side.some((item) => item.table >= 0) || isStack(side, glyph));
  return several ? mergeLines(sides, glyph) : [];
}

/** More than one line: a single large letter has white rows in it too, but is no wider than tall. */
function isStack(items: readonly Item[], glyph: number): boolean {
  const box = around(items.map((item) => item.box)) as Box;
  return box[2] - box[0] > 1.3 * (box[3] - box[1]) && bandsOf(items, glyph).length > 1;
}

/** Sides that are single lines and stand beside each other at one height are one line. */
function mergeLines(sides: Item[][], glyph: number): Item[][] {
  const merged: Item[][] = [];
  let before: Box | null = null;
  for (const side of sides) {
    const box = around(side.map((item) => item.box)) as Box;
    const single = side.every((item) => item.table < 0) && !isStack(side, glyph);
    if (single && before && Math.abs(before[1] + before[3] - box[1] - box[3]) < 0.8 * glyph) {
      (merged.at(-1) as Item[]).push(...side);
      before = around([before, box]);
    } else {
      merged.push(side);
      before = single ? box : null;
    }
  }
  return merged;
}

function split(items: readonly Item[], gap: number): Item[][] {
  const sides: { right: number; items: Item[] }[] = [];
  for (const item of [...items].sort((a, b) => a.box[0] - b.box[0])) {
    const last = sides.at(-1);
    if (last && item.box[0] - last.right < gap) {
      last.items.push(item);
      last.right = Math.max(last.right, item.box[2]);
    } else sides.push({ right: item.box[2], items: [item] });
  }
  return sides.map((side) => side.items);
}

/** Fewest lines that a column of text has, and least width of one in letters. */
const COLUMN_LINES = 4;
const COLUMN_LETTERS = 9;

/** Bands in stretches: those in which the same white column divides every line into two columns of text, and the others. */
function columnStretches(bands: readonly Band[], glyph: number): { cut: number | null; bands: Band[] }[] {
  const stretches: { cut: number | null; bands: Band[] }[] = [];
  let at = 0;
  let plain: Band[] = [];
  while (at < bands.length) {
    const found = columnsFrom(bands, at, glyph);
    if (found) {
      if (plain.length > 0) stretches.push({ cut: null, bands: plain });
      plain = [];
      stretches.push({ cut: found.cut, bands: bands.slice(at, found.end) });
      at = found.end;
    } else plain.push(bands[at++] as Band);
  }
  if (plain.length > 0) stretches.push({ cut: null, bands: plain });
  return stretches;
}

function columnsFrom(bands: readonly Band[], start: number, glyph: number): { cut: number; end: number } | null {
  let common: [number, number][] = gapsOf(bands[start] as Band, glyph);
  let best: { cut: number; end: number } | null = null;
  let full = 0;
  for (let end = start + 1; common.length > 0; end++) {
    const text = bands.slice(start, end);
    const gap = common.reduce((a, b) => (b[1] - b[0] > a[1] - a[0] ? b : a));
    const cut = (gap[0] + gap[1]) / 2;
    const here = text.at(-1) as Band;
    const left = around(here.items.filter((item) => item.box[2] <= cut).map((item) => item.box));
    const right = around(here.items.filter((item) => item.box[0] >= cut).map((item) => item.box));
    const wide = (box: Box | null) => box !== null && box[2] - box[0] >= COLUMN_LETTERS * glyph;
    if (wide(left) && wide(right)) full++;
    // Forms keep a short label apart from a long value: both sides have to be text in most lines.
    if (full >= COLUMN_LINES && full >= 0.6 * (end - start)) best = { cut, end };
    const next = bands[end];
    if (!next || next.items.some((item) => item.table >= 0)) break;
    common = common
      .flatMap((one) => gapsOf(next, glyph).map(([a, b]): [number, number] => [Math.max(a, one[0]), Math.min(b, one[1])]))
      .filter(([a, b]) => b - a >= 1.2 * glyph);
  }
  return best;
}

/** White columns of a band, the outer margins included (the last line of a column is short). */
function gapsOf(band: Band, glyph: number): [number, number][] {
  if (band.items.some((item) => item.table >= 0)) return [];
  const gaps: [number, number][] = [];
  let right = Number.NEGATIVE_INFINITY;
  for (const { box } of [...band.items].sort((a, b) => a.box[0] - b.box[0])) {
    if (box[0] - right >= 1.2 * glyph) gaps.push([Math.max(right, -1e6), box[0]]);
    right = Math.max(right, box[2]);
  }
  gaps.push([right, 1e6]);
  return gaps;
}

/** Lines of one size that follow each other closely with no drawn line between them. */
function gather(lines: readonly Line[], { glyph, bars }: Page): Region[] {
  const regions: Line[][] = [];
  for (const line of lines) {
    const region = regions.at(-1);
    const last = region?.at(-1);
    if (region && last && belongTogether(last.box, line.box, glyph) && !bars.some((bar) => parts(bar, last.box, line.box, glyph)))
      region.push(line);
    else regions.push([line]);
  }
  return regions.map((members) => ({ lines: members }));
}

function belongTogether(above: Box, below: Box, glyph: number): boolean {
  const [high, low] = [above[3] - above[1], below[3] - below[1]];
  const alike = Math.max(high, low) <= 1.45 * Math.min(high, low) || Math.max(high, low) < 0.7 * glyph;
  return alike && below[1] - above[3] < 1.6 * Math.max(Math.min(high, low), 0.8 * glyph);
}

function parts(bar: Box, above: Box, below: Box, glyph: number): boolean {
  return (
    bar[1] >= above[3] - 0.2 * glyph &&
    bar[3] <= below[1] + 0.2 * glyph &&
    Math.min(bar[2], below[2]) > Math.max(bar[0], below[0])
  );
}
