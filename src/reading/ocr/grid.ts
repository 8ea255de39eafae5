import type { Box } from '../../model/geometry.ts';
import type { Ruling, Rulings } from './rulings.ts';

export interface GridCell {
  readonly row: number;
  readonly col: number;
  readonly row_span: number;
  readonly col_span: number;
  /** Between the middles of its borders. */
  readonly box: Box;
}

export interface Grid {
  readonly rows: number;
  readonly cols: number;
  readonly box: Box;
  readonly cells: readonly GridCell[];
  /** Borders do not divide it into rectangles: the cells are the likeliest, not the drawn ones. */
  readonly uncertain: boolean;
}

/** A border counts when this much of it is drawn. */
const DRAWN = 0.6;

/** Drawn lines that hang together and enclose two cells or more. A lone box encloses one and is no table. */
export function gridsOf(rulings: Rulings, glyph: number): Grid[] {
  const grids: Grid[] = [];
  for (const group of groups(rulings, glyph)) {
    const grid = gridOf(group, glyph);
    if (grid) grids.push(grid);
  }
  return grids;
}

/** Lines that touch, directly or through others. */
function groups({ across, down }: Rulings, glyph: number): Rulings[] {
  const near = 0.4 * glyph;
  const mark = new Int32Array(across.length + down.length).fill(-1);
  const found: Rulings[] = [];
  const touch = (a: Ruling, d: Ruling) =>
    d.at >= a.from - near && d.at <= a.to + near && a.at >= d.from - near && a.at <= d.to + near;
  for (let start = 0; start < across.length; start++) {
    if (mark[start] !== -1) continue;
    const group = { across: [] as Ruling[], down: [] as Ruling[] };
    const queue = [start];
    mark[start] = found.length;
    for (const index of queue) {
      const isAcross = index < across.length;
      const line = (isAcross ? across[index] : down[index - across.length]) as Ruling;
      (isAcross ? group.across : group.down).push(line);
      const others = isAcross ? down : across;
      for (let other = 0; other < others.length; other++) {
        const id = isAcross ? across.length + other : other;
        if (mark[id] !== -1) continue;
        const peer = others[other] as Ruling;
        if (isAcross ? touch(line, peer) : touch(peer, line)) {
          mark[id] = found.length;
          queue.push(id);
        }
      }
    }
    found.push(group);
  }
  return found;
}

function gridOf({ across, down }: Rulings, glyph: number): Grid | null {
  if (across.length < 2 || down.length < 1) return null;
  const left = Math.min(...across.map((line) => line.from), ...down.map((line) => line.at));
  const right = Math.max(...across.map((line) => line.to), ...down.map((line) => line.at));
  const top = Math.min(...down.map((line) => line.from), ...across.map((line) => line.at));
  const bottom = Math.max(...down.map((line) => line.to), ...across.map((line) => line.at));
  // No text fits between lines that are closer than a letter: they are one border.
  const near = 0.7 * glyph;
  // Many forms have no outer border at their sides: there the ends of the lines are the border.
  const sides = [...down];
  const ends = [...across];
  if (!down.some((line) => line.at - left <= near)) sides.push({ at: left, from: top, to: bottom, thickness: 0 });
  if (!down.some((line) => right - line.at <= near)) sides.push({ at: right, from: top, to: bottom, thickness: 0 });
  if (!across.some((line) => line.at - top <= near)) ends.push({ at: top, from: left, to: right, thickness: 0 });
  if (!across.some((line) => bottom - line.at <= near)) ends.push({ at: bottom, from: left, to: right, thickness: 0 });
  const columns = tracks(sides, near);
  const lines = tracks(ends, near);
  const [cols, rows] = [columns.length - 1, lines.length - 1];
  if (cols < 1 || rows < 1) return null;

  // Cells of the finest grid, joined wherever no border is drawn between them.
  const parent = Array.from({ length: rows * cols }, (_, i) => i);
  const find = (i: number): number => {
    while (parent[i] !== i) {
      parent[i] = parent[parent[i] as number] as number;
      i = parent[i] as number;
    }
    return i;
  };
  const span = (track: readonly Track[], from: number, to: number): [number, number] => [
    (track[from] as Track).at,
    (track[to] as Track).at,
  ];
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      if (row > 0 && drawn(lines[row] as Track, ...span(columns, col, col + 1)) < DRAWN)
        parent[find((row - 1) * cols + col)] = find(row * cols + col);
      if (col > 0 && drawn(columns[col] as Track, ...span(lines, row, row + 1)) < DRAWN)
        parent[find(row * cols + col - 1)] = find(row * cols + col);
    }
  }
  const members = new Map<number, number[]>();
  for (let cell = 0; cell < rows * cols; cell++) members.set(find(cell), [...(members.get(find(cell)) ?? []), cell]);
  // What lies beside a lower part of the table is inside its outline but no cell: two of its sides are open.
  for (const [root, region] of members) {
    const [row, col] = [
      Math.min(...region.map((cell) => Math.floor(cell / cols))),
      Math.min(...region.map((cell) => cell % cols)),
    ];
    const [end, right] = [
      Math.max(...region.map((cell) => Math.floor(cell / cols))) + 1,
      Math.max(...region.map((cell) => cell % cols)) + 1,
    ];
    const sides = [
      drawn(lines[row] as Track, ...span(columns, col, right)),
      drawn(lines[end] as Track, ...span(columns, col, right)),
      drawn(columns[col] as Track, ...span(lines, row, end)),
      drawn(columns[right] as Track, ...span(lines, row, end)),
    ];
    if (sides.filter((share) => share >= DRAWN).length < 3) members.delete(root);
  }
  if (members.size < 2) return null;
  const cells: GridCell[] = [];
  let uncertain = false;
  for (const cellsOfRegion of members.values()) {
    const parts = rectangles(cellsOfRegion, cols);
    if (parts.length > 1) uncertain = true;
    for (const [row, col, row_span, col_span] of parts) {
      const box: Box = [
        (columns[col] as Track).at,
        (lines[row] as Track).at,
        (columns[col + col_span] as Track).at,
        (lines[row + row_span] as Track).at,
      ];
      cells.push({ row, col, row_span, col_span, box });
    }
  }
  cells.sort((a, b) => a.row - b.row || a.col - b.col);
  return compact({ rows, cols, box: [left, top, right, bottom], cells, uncertain });
}

interface Track {
  readonly at: number;
  readonly lines: readonly Ruling[];
}

/** Lines at the same place; double lines are one border. */
function tracks(lines: readonly Ruling[], near: number): Track[] {
  const found: { at: number; weight: number; last: number; lines: Ruling[] }[] = [];
  for (const line of [...lines].sort((a, b) => a.at - b.at)) {
    const track = found.at(-1);
    const length = line.to - line.from;
    if (track && line.at - track.last <= near) {
      track.at = (track.at * track.weight + line.at * length) / (track.weight + length);
      track.weight += length;
      track.last = line.at;
      track.lines.push(line);
    } else found.push({ at: line.at, weight: length, last: line.at, lines: [line] });
  }
  return found;
}

/** Share of the stretch that the track's lines cover. */
function drawn(track: Track, from: number, to: number): number {
  const pieces = track.lines
    .map((line) => [Math.max(line.from, from), Math.min(line.to, to)] as const)
    .filter(([a, b]) => b > a)
    .sort(([a], [b]) => a - b);
  let covered = 0;
  let reached = from;
  for (const [a, b] of pieces) {
    covered += Math.max(0, b - Math.max(a, reached));
    reached = Math.max(reached, b);
  }
  return covered / Math.max(1, to - from);
}

/** A region of the finest grid as rectangles from the top: one where the region is a rectangle. */
function rectangles(cells: readonly number[], cols: number): [row: number, col: number, rows: number, cols: number][] {
  const runs: [number, number, number, number][] = [];
  for (const cell of [...cells].sort((a, b) => a - b)) {
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    const last = runs.at(-1);
    if (last && last[0] === row && last[1] + last[3] === col) last[3]++;
    else runs.push([row, col, 1, 1]);
  }
  const out: [number, number, number, number][] = [];
  for (const run of runs) {
    const above = out.find((part) => part[1] === run[1] && part[3] === run[3] && part[0] + part[2] === run[0]);
    if (above) above[2]++;
    else out.push(run);
  }
  return out;
}

/** Without rows and columns in which no cell begins. */
function compact(grid: Grid): Grid {
  const rowOf = renumber(grid.rows, new Set(grid.cells.map((cell) => cell.row)));
  const colOf = renumber(grid.cols, new Set(grid.cells.map((cell) => cell.col)));
  return {
    ...grid,
    rows: rowOf[grid.rows] as number,
    cols: colOf[grid.cols] as number,
    cells: grid.cells.map((cell) => {
      const row = rowOf[cell.row] as number;
      const col = colOf[cell.col] as number;
      return {
        ...cell,
        row,
        col,
        row_span: (rowOf[cell.row + cell.row_span] as number) - row,
        col_span: (colOf[cell.col + cell.col_span] as number) - col,
      };
    }),
  };
}

function renumber(size: number, used: ReadonlySet<number>): number[] {
  const map: number[] = [];
  for (let i = 0, next = 0; i <= size; i++) {
    map.push(next);
    if (used.has(i)) next++;
  }
  return map;
}
