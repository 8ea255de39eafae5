import type { Box } from '../../../model/geometry.ts';
import type { Ruling } from './drawing.ts';

/** Points: a line that ends this far before another still meets it. */
export const MEET = 1.2;
/** Points: lines that go on this far beyond the last cross line enclose something there. */
export const OPEN_END = 5;
/** Points: the shortest upright lines that make a table by themselves. */
const SHORTEST_OPEN = 60;
/** Points: the highest row without upright lines. */
const HIGHEST_ROW = 90;

/** Lines that hang together. */
export interface LineSet {
  readonly horizontal: Ruling[];
  readonly vertical: Ruling[];
}

/** Sets of lines that hang together, each to become one grid. */
export function meetingLines(horizontal: readonly Ruling[], vertical: readonly Ruling[]): LineSet[] {
  const across = [...horizontal];
  const down = [...vertical].sort((a, b) => a.at - b.at);
  const parent = Array.from({ length: across.length + down.length }, (_, i) => i);
  const root = (i: number): number => {
    while (parent[i] !== i) {
      parent[i] = parent[parent[i] as number] as number;
      i = parent[i] as number;
    }
    return i;
  };
  for (const [i, h] of across.entries()) {
    const reach = MEET + h.weight / 2;
    for (let k = firstAtLeast(down, h.from - reach - 3); k < down.length; k++) {
      const v = down[k] as Ruling;
      if (v.at > h.to + reach + v.weight / 2) break;
      if (v.at < h.from - reach - v.weight / 2) continue;
      if (h.at >= v.from - reach && h.at <= v.to + reach) parent[root(across.length + k)] = root(i);
    }
  }
  const sets = new Map<number, LineSet>();
  for (let i = 0; i < parent.length; i++) {
    const key = root(i);
    let set = sets.get(key);
    if (!set) {
      set = { horizontal: [], vertical: [] };
      sets.set(key, set);
    }
    if (i < across.length) set.horizontal.push(across[i] as Ruling);
    else set.vertical.push(down[i - across.length] as Ruling);
  }
  return withOpenSets([...sets.values()]);
}

/**
 * Lines that stand alone and run as far as an open-sided table do: the row between is one cell from end to end. `isRow`
 * says whether there is text, and nothing that is drawn by itself, in a box.
 */
export function withRowsOfOneCell(set: LineSet, alone: readonly Ruling[], isRow: (box: Box) => boolean): LineSet {
  const { vertical } = set;
  const horizontal = [...set.horizontal].sort((a, b) => a.at - b.at);
  const [from, to] = [Math.min(...horizontal.map((line) => line.from)), Math.max(...horizontal.map((line) => line.to))];
  if (vertical.some((line) => line.at < from + OPEN_END || line.at > to - OPEN_END)) return set;
  // A border drawn heavier than the lines between rows ends the table.
  const weights = horizontal.map((line) => line.weight).sort((a, b) => a - b);
  const usual = 1.5 * (weights[weights.length >> 1] as number);
  const like = alone.filter((line) => Math.abs(line.from - from) <= MEET && Math.abs(line.to - to) <= MEET);
  for (let added = true; added; ) {
    added = false;
    const [first, last] = [horizontal[0] as Ruling, horizontal.at(-1) as Ruling];
    const [top, bottom] = [first.at, last.at];
    for (const line of like) {
      if (
        line.at < top &&
        first.weight <= usual &&
        top - line.at < HIGHEST_ROW &&
        !like.some((other) => other.at > line.at && other.at < top) &&
        isRow([from, line.at, to, top])
      ) {
        horizontal.unshift(line);
        added = true;
        break;
      }
      if (
        line.at > bottom &&
        last.weight <= usual &&
        line.at - bottom < HIGHEST_ROW &&
        !like.some((other) => other.at < line.at && other.at > bottom) &&
        isRow([from, bottom, to, line.at])
      ) {
        horizontal.push(line);
        added = true;
        break;
      }
    }
  }
  return { horizontal, vertical };
}

/** Three or more upright lines that begin and end together are the columns of a row that fills the page. */
function withOpenSets(sets: LineSet[]): LineSet[] {
  const out = sets.filter((set) => set.horizontal.length > 0);
  const alone = sets
    .filter((set) => set.horizontal.length === 0)
    .flatMap((set) => set.vertical)
    .filter((line) => line.to - line.from >= SHORTEST_OPEN);
  while (alone.length > 0) {
    const first = alone[0] as Ruling;
    const same = alone.filter((line) => Math.abs(line.from - first.from) <= MEET && Math.abs(line.to - first.to) <= MEET);
    for (const line of same) alone.splice(alone.indexOf(line), 1);
    if (same.length >= 3) out.push({ horizontal: [], vertical: same });
  }
  return out;
}

function firstAtLeast(sorted: readonly Ruling[], at: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as Ruling).at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
