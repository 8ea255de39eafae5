import type { Box } from '../../../model/geometry.ts';
import type { Ruling } from './drawing.ts';
import { MEET, OPEN_END } from './line-sets.ts';

export interface GridCell {
  readonly row: number;
  readonly col: number;
  readonly rowSpan: number;
  readonly colSpan: number;
  readonly box: Box;
}

/** Cells that lines enclose. */
export interface Grid {
  readonly box: Box;
  readonly rows: number;
  readonly cols: number;
  readonly cells: GridCell[];
  /** Edges of the columns from left to right: one more than there are columns. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** False where lines leave a shape that is no rectangle, so that cells were guessed. */
  readonly sure: boolean;
  /** No line closes it above or below: a page break cuts its first or last row. */
  readonly openTop: boolean;
  readonly openBottom: boolean;
}

/** Points: edges this near are one edge. */
const SAME_EDGE = 0.9;
/** Share of a cell's side that a line must run along to close it. */
const CLOSES = 0.6;
/** Points: nothing can be written in a row or column smaller than this. */
const SMALLEST = 3;

/** The grid that a set of meeting lines makes, or null where it encloses nothing. */
export function gridOf(horizontal: readonly Ruling[], vertical: readonly Ruling[]): Grid | null {
  if (vertical.length < 1 || (horizontal.length < 2 && vertical.length < 3)) return null;
  const ys = edges(horizontal, openEnds(vertical, horizontal));
  const xs = edges(vertical, openEnds(horizontal, vertical));
  if (xs.length < 2 || ys.length < 2) return null;
  const [rows, cols] = [ys.length - 1, xs.length - 1];
  const walls = new Walls(xs, ys, horizontal, vertical);
  const [openTop, openBottom] = [walls.horizontal[0] as Uint8Array, walls.horizontal[rows] as Uint8Array].map((edge) =>
    edge.every((wall) => wall === 0),
  ) as [boolean, boolean];
  const regions = merged(rows, cols, walls);
  const cells: GridCell[] = [];
  let sure = true;
  for (const region of regions) {
    if (isOutside(region, rows, cols, walls, openTop, openBottom)) continue;
    const parts = rectangles(region, cols);
    if (parts.length > 1) sure = false;
    for (const part of parts) cells.push({ ...part, box: boxOf(part, xs, ys) });
  }
  if (cells.length === 0) return null;
  return compact(cells, xs, ys, { sure, openTop, openBottom });
}

/** Where lines of one direction end together beyond the outermost line of the other: a table drawn without its outer sides. */
function openEnds(lines: readonly Ruling[], cross: readonly Ruling[]): number[] {
  const ends: number[] = [];
  if (cross.length === 0) return [Math.min(...lines.map((line) => line.from)), Math.max(...lines.map((line) => line.to))];
  const [low, high] = [Math.min(...cross.map((line) => line.at)), Math.max(...cross.map((line) => line.at))];
  for (const [side, outer] of [
    ['from', low],
    ['to', high],
  ] as const) {
    const beyond = lines.filter((line) => (side === 'from' ? line.from < outer - OPEN_END : line.to > outer + OPEN_END));
    if (beyond.length < 2) continue;
    const end = side === 'from' ? Math.min(...beyond.map((line) => line.from)) : Math.max(...beyond.map((line) => line.to));
    if (beyond.filter((line) => Math.abs(line[side] - end) <= MEET * 3).length >= 2) ends.push(end);
  }
  return ends;
}

function edges(lines: readonly Ruling[], more: readonly number[]): number[] {
  const ats = [...lines.map((line) => ({ at: line.at, length: line.to - line.from })), ...more.map((at) => ({ at, length: 0 }))];
  ats.sort((a, b) => a.at - b.at);
  const out: number[] = [];
  for (let start = 0; start < ats.length; ) {
    let end = start + 1;
    while (end < ats.length && (ats[end] as { at: number }).at - (ats[start] as { at: number }).at <= SAME_EDGE) end++;
    // The longest line knows best where the edge is.
    const group = ats.slice(start, end);
    out.push(group.reduce((best, next) => (next.length > best.length ? next : best)).at);
    start = end;
  }
  return out;
}

/** Which sides of the smallest cells are drawn. */
class Walls {
  /** [edge][row] and [edge][column]. */
  readonly vertical: Uint8Array[];
  readonly horizontal: Uint8Array[];

  constructor(xs: readonly number[], ys: readonly number[], horizontal: readonly Ruling[], vertical: readonly Ruling[]) {
    this.vertical = drawn(xs, ys, vertical);
    this.horizontal = drawn(ys, xs, horizontal);
  }
}

function drawn(edges: readonly number[], steps: readonly number[], lines: readonly Ruling[]): Uint8Array[] {
  const covered = edges.map(() => new Float64Array(steps.length - 1));
  for (const line of lines) {
    const edge = nearest(edges, line.at);
    const row = covered[edge] as Float64Array;
    for (let i = 0; i < row.length; i++) {
      const [low, high] = [steps[i] as number, steps[i + 1] as number];
      const length = Math.min(high, line.to + MEET) - Math.max(low, line.from - MEET);
      if (length > 0) row[i] = (row[i] as number) + length / (high - low);
    }
  }
  return covered.map((row) => Uint8Array.from(row, (share) => (share >= CLOSES ? 1 : 0)));
}

function nearest(edges: readonly number[], at: number): number {
  let best = 0;
  for (let i = 1; i < edges.length; i++)
    if (Math.abs((edges[i] as number) - at) < Math.abs((edges[best] as number) - at)) best = i;
  return best;
}

/** Smallest cells, numbered row by row, in sets that no wall divides. */
function merged(rows: number, cols: number, walls: Walls): number[][] {
  const region = new Int32Array(rows * cols).fill(-1);
  const out: number[][] = [];
  for (let start = 0; start < region.length; start++) {
    if (region[start] !== -1) continue;
    const set: number[] = [start];
    region[start] = out.length;
    for (let k = 0; k < set.length; k++) {
      const at = set[k] as number;
      const [row, col] = [Math.floor(at / cols), at % cols];
      const step = (open: boolean, next: number): void => {
        if (open && region[next] === -1) {
          region[next] = out.length;
          set.push(next);
        }
      };
      step(col + 1 < cols && walls.vertical[col + 1]?.[row] === 0, at + 1);
      step(col > 0 && walls.vertical[col]?.[row] === 0, at - 1);
      step(row + 1 < rows && walls.horizontal[row + 1]?.[col] === 0, at + cols);
      step(row > 0 && walls.horizontal[row]?.[col] === 0, at - cols);
    }
    out.push(set.sort((a, b) => a - b));
  }
  return out;
}

/**
 * Open above or below to the outside of the table. Open sides are a way of drawing tables; an open top or bottom is one only
 * over the table's whole width, where a page break cuts it.
 */
function isOutside(
  region: readonly number[],
  rows: number,
  cols: number,
  walls: Walls,
  openTop: boolean,
  openBottom: boolean,
): boolean {
  let sides = 0;
  for (const at of region) {
    const [row, col] = [Math.floor(at / cols), at % cols];
    if (row === 0 && !openTop && walls.horizontal[0]?.[col] === 0) return true;
    if (row === rows - 1 && !openBottom && walls.horizontal[rows]?.[col] === 0) return true;
    if (col === 0 && walls.vertical[0]?.[row] === 0) sides |= 1;
    if (col === cols - 1 && walls.vertical[cols]?.[row] === 0) sides |= 2;
  }
  // Open on both sides: a row of one cell in a table without sides, else the space between two parts of a drawing.
  const none = (edge: Uint8Array | undefined): boolean => edge?.every((wall) => wall === 0) ?? true;
  return sides === 3 && cols > 1 && !(none(walls.vertical[0]) && none(walls.vertical[cols]));
}

/** A region as rectangles: itself if it is one, else cut between rows, which cuts no line of writing. */
function rectangles(region: readonly number[], cols: number): Omit<GridCell, 'box'>[] {
  const out: { row: number; col: number; rowSpan: number; colSpan: number }[] = [];
  for (let start = 0; start < region.length; ) {
    const at = region[start] as number;
    const [row, col] = [Math.floor(at / cols), at % cols];
    let width = 1;
    while (col + width < cols && region[start + width] === at + width) width++;
    const above = out.find((part) => part.col === col && part.colSpan === width && part.row + part.rowSpan === row);
    if (above) above.rowSpan++;
    else out.push({ row, col, rowSpan: 1, colSpan: width });
    start += width;
  }
  return out;
}

function boxOf(cell: Omit<GridCell, 'box'>, xs: readonly number[], ys: readonly number[]): Box {
  return [
    xs[cell.col] as number,
    ys[cell.row] as number,
    xs[cell.col + cell.colSpan] as number,
    ys[cell.row + cell.rowSpan] as number,
  ];
}

/** Leaves out edges at which no cell begins, and cells too small to hold anything. */
function compact(
  all: readonly GridCell[],
  xs: readonly number[],
  ys: readonly number[],
  facts: Pick<Grid, 'sure' | 'openTop' | 'openBottom'>,
): Grid | null {
  const tooNarrow = (cell: GridCell): boolean => cell.box[2] - cell.box[0] < SMALLEST;
  const tooLow = (cell: GridCell): boolean => cell.box[3] - cell.box[1] < SMALLEST;
  const cells = all.filter((cell) => !tooNarrow(cell) && !tooLow(cell));
  if (cells.length === 0) return null;
  const colAt = renumber(
    cells.flatMap((cell) => [cell.col, cell.col + cell.colSpan]),
    xs,
    all.filter(tooNarrow).map((cell) => cell.col + cell.colSpan),
  );
  const rowAt = renumber(
    cells.flatMap((cell) => [cell.row, cell.row + cell.rowSpan]),
    ys,
    all.filter(tooLow).map((cell) => cell.row + cell.rowSpan),
  );
  const placed = cells.map((cell) => {
    const [row, col] = [rowAt.of(cell.row), colAt.of(cell.col)];
    return {
      row,
      col,
      rowSpan: rowAt.of(cell.row + cell.rowSpan) - row,
      colSpan: colAt.of(cell.col + cell.colSpan) - col,
      box: cell.box,
    };
  });
  placed.sort((a, b) => a.row - b.row || a.col - b.col);
  const [rows, cols] = [rowAt.at.length - 1, colAt.at.length - 1];
  const box: Box = [colAt.at[0] as number, rowAt.at[0] as number, colAt.at.at(-1) as number, rowAt.at.at(-1) as number];
  return {
    box,
    rows,
    cols,
    cells: placed.filter((cell) => cell.rowSpan > 0 && cell.colSpan > 0),
    xs: colAt.at,
    ys: rowAt.at,
    ...facts,
  };
}

/** New numbers for the edges that are used. The two sides of a row or column that was too small to keep are one edge. */
function renumber(
  used: readonly number[],
  ats: readonly number[],
  endsOfSmall: readonly number[],
): { of(edge: number): number; at: number[] } {
  const number = new Map<number, number>();
  const at: number[] = [];
  for (const edge of [...new Set(used)].sort((a, b) => a - b)) {
    const here = ats[edge] as number;
    if (at.length > 0 && endsOfSmall.includes(edge) && here - (at.at(-1) as number) < SMALLEST) number.set(edge, at.length - 1);
    else {
      number.set(edge, at.length);
      at.push(here);
    }
  }
  return { of: (edge) => number.get(edge) as number, at };
}
