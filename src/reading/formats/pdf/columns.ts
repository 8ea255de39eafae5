import type { Box } from '../../../model/geometry.ts';

/** Something that takes its turn in reading: a run of characters, a table, a box, a picture. */
export interface Placed {
  readonly box: Readonly<Box> | readonly [number, number, number, number];
  /** Place in the order in which the file draws. */
  readonly drawn: number;
}

/** What is read from top to bottom before the eye goes elsewhere. */
export interface Column<T extends Placed> {
  readonly x0: number;
  readonly x1: number;
  readonly items: T[];
}

/** Points: the resolution at which gutters are looked for, the narrowest gutter, and the narrowest column. */
const BIN = 2;
const NARROWEST_GUTTER = 7;
const NARROWEST_COLUMN = 70;
/** Share of the column's height that may cross a gutter (titles, figures, tables over both columns). */
const MAY_CROSS = 0.5;

/** Divides a page into columns in reading order: down the left one, then down the right one, above and below what spans both. */
export function columnsOf<T extends Placed>(items: readonly T[], depth = 0): Column<T>[] {
  const gutter = depth < 3 && items.length >= 6 ? findGutter(items) : null;
  if (gutter === null) return items.length === 0 ? [] : [columnOf(items)];
  const out: Column<T>[] = [];
  for (const band of bandsOf(items, gutter)) {
    if (band.across || !isSplit(band.items, gutter)) {
      const last = out.at(-1);
      const column = columnOf(band.items);
      // Bands that are read straight down go on with one another.
      if (last && last.x1 > gutter && last.x0 < gutter) out[out.length - 1] = columnOf([...last.items, ...column.items]);
      else out.push(column);
      continue;
    }
    out.push(
      ...columnsOf(
        band.items.filter((item) => middle(item) < gutter),
        depth + 1,
      ),
    );
    out.push(
      ...columnsOf(
        band.items.filter((item) => middle(item) >= gutter),
        depth + 1,
      ),
    );
  }
  return out.length > 1 ? out : [columnOf(items)];
}

function columnOf<T extends Placed>(items: readonly T[]): Column<T> {
  let [x0, x1] = [Infinity, -Infinity];
  for (const { box } of items) {
    x0 = Math.min(x0, box[0]);
    x1 = Math.max(x1, box[2]);
  }
  return { x0, x1, items: [...items] };
}

/** x of the middle of the strip that the least writing crosses, if it divides the page's writing at all. */
function findGutter(items: readonly Placed[]): number | null {
  let [left, right] = [Infinity, -Infinity];
  for (const { box } of items) {
    left = Math.min(left, box[0]);
    right = Math.max(right, box[2]);
  }
  const count = Math.ceil((right - left) / BIN);
  if (right - left < 2 * NARROWEST_COLUMN || count > 5000) return null;
  const heights = new Float64Array(count + 1);
  for (const { box } of items) {
    const height = box[3] - box[1];
    const [from, to] = [Math.floor((box[0] - left) / BIN), Math.ceil((box[2] - left) / BIN)];
    for (let bin = from; bin < to; bin++) heights[bin] = (heights[bin] as number) + height;
  }
  const first = Math.ceil(NARROWEST_COLUMN / BIN);
  const last = count - first;
  // The highest column of writing up to each strip, from either side.
  const fromLeft = Float64Array.from(heights);
  const fromRight = Float64Array.from(heights);
  for (let i = 1; i <= count; i++) fromLeft[i] = Math.max(fromLeft[i] as number, fromLeft[i - 1] as number);
  for (let i = count - 1; i >= 0; i--) fromRight[i] = Math.max(fromRight[i] as number, fromRight[i + 1] as number);
  let best: { at: number; height: number; width: number } | null = null;
  for (let bin = first; bin < last; bin++) {
    const height = heights[bin] as number;
    let end = bin;
    while (end + 1 < last && (heights[end + 1] as number) <= height) end++;
    const width = (end - bin + 1) * BIN;
    if (width >= NARROWEST_GUTTER) {
      const beside = Math.min(fromLeft[bin - 1] ?? 0, fromRight[end + 1] ?? 0);
      if (
        height <= MAY_CROSS * beside &&
        (!best || height < best.height - 1 || (height < best.height + 1 && width > best.width))
      ) {
        best = { at: left + ((bin + end + 1) * BIN) / 2, height, width };
      }
    }
  }
  return best?.at ?? null;
}

function middle({ box }: Placed): number {
  return (box[0] + box[2]) / 2;
}

/** From top to bottom: what crosses the gutter, and what stands between two such. */
function bandsOf<T extends Placed>(items: readonly T[], gutter: number): { across: boolean; items: T[] }[] {
  const sorted = [...items].sort((a, b) => a.box[1] - b.box[1]);
  const bands: { across: boolean; items: T[]; bottom: number }[] = [];
  const crossing = sorted.filter(({ box }) => box[0] < gutter - 1 && box[2] > gutter + 1);
  for (const item of sorted) {
    const across = item.box[0] < gutter - 1 && item.box[2] > gutter + 1;
    const last = bands.at(-1);
    // A line that stands level with one that crosses belongs to it.
    const level = crossing.some(
      ({ box }) => Math.min(box[3], item.box[3]) - Math.max(box[1], item.box[1]) > 0.6 * (item.box[3] - item.box[1]),
    );
    const kind = across || level;
    if (last && last.across === kind) last.items.push(item);
    else bands.push({ across: kind, items: [item], bottom: item.box[3] });
  }
  return bands;
}

/** Whether the two sides are columns, and not the left and right parts of lines. */
function isSplit(items: readonly Placed[], gutter: number): boolean {
  const left = items.filter((item) => middle(item) < gutter);
  const right = items.filter((item) => middle(item) >= gutter);
  const [leftRows, rightRows] = [rowsOf(left), rowsOf(right)];
  if (leftRows.length < 2 || rightRows.length < 2) return false;
  const inOrder = [...items].sort((a, b) => a.drawn - b.drawn);
  let changes = 0;
  for (let i = 1; i < inOrder.length; i++) {
    if (middle(inOrder[i] as Placed) < gutter !== middle(inOrder[i - 1] as Placed) < gutter) changes++;
  }
  const fewest = Math.min(leftRows.length, rightRows.length);
  const level = rightRows.filter((row) => leftRows.some((other) => Math.abs(other.bottom - row.bottom) < 1)).length;
  const full = Math.min(fill(leftRows), fill(rightRows));
  // Drawn column by column: columns, unless short entries stand exactly level as in a list of names and values.
  if (changes <= Math.max(1, 0.15 * fewest)) return full > 0.55 || level < 0.8 * rightRows.length;
  return full > 0.8 && fewest >= 5 && standClose(leftRows, rightRows);
}

/** Columns of text are wider than the white between them; names and their values often are not. */
function standClose(left: readonly Row[], right: readonly Row[]): boolean {
  const end = Math.max(...left.map((row) => row.x1));
  const start = Math.min(...right.map((row) => row.x0));
  const narrower = Math.min(end - Math.min(...left.map((row) => row.x0)), Math.max(...right.map((row) => row.x1)) - start);
  return start - end < narrower;
}

interface Row {
  x0: number;
  x1: number;
  bottom: number;
}

function rowsOf(items: readonly Placed[]): Row[] {
  const rows: Row[] = [];
  for (const { box } of [...items].sort((a, b) => a.box[3] - b.box[3])) {
    const last = rows.at(-1);
    if (last && box[3] - last.bottom < 3) {
      last.x0 = Math.min(last.x0, box[0]);
      last.x1 = Math.max(last.x1, box[2]);
    } else rows.push({ x0: box[0], x1: box[2], bottom: box[3] });
  }
  return rows;
}

/** How much of the column's width its rows take up, in the middle. */
function fill(rows: readonly Row[]): number {
  const [x0, x1] = [Math.min(...rows.map((row) => row.x0)), Math.max(...rows.map((row) => row.x1))];
  const shares = rows.map((row) => (row.x1 - row.x0) / (x1 - x0)).sort((a, b) => a - b);
  return shares[shares.length >> 1] as number;
}
