import type { Cell, Table } from '../../src/model/table.ts';
import { letters } from './pdf-twins.ts';

export interface GridAgreement {
  tables: number;
  /** Rows, columns, every span and every text the same. */
  exact: number;
  cells: number;
  /** Cells whose text stands whole in one cell of the table found, and those that also have their place and spans. */
  right: number;
  placed: number;
  readonly differing: string[];
}

type Grid = Pick<Table, 'id' | 'page' | 'rows' | 'cols'> & { readonly cells: readonly Placed[] };
const NONE: ReadonlyMap<string, number> = new Map();

interface Placed {
  readonly row: number;
  readonly col: number;
  readonly rows: number;
  readonly cols: number;
  readonly key: string;
}

/** Tables of the source held against the best match among those that were found. */
export function gridAgreement(source: readonly Table[], found: readonly Table[]): GridAgreement {
  const out: GridAgreement = { tables: 0, exact: 0, cells: 0, right: 0, placed: 0, differing: [] };
  const candidates = found.filter((table) => table.cells.length > 1).map(gridOf);
  const seen = new Map(candidates.map((grid) => [grid, { texts: textsOf(grid), shape: shapeOf(grid) }]));
  const used = new Set<Grid>();
  for (const table of source) {
    const wanted = gridOf(table);
    const [texts, shape] = [textsOf(wanted), shapeOf(wanted)];
    if (texts.size === 0) continue;
    out.tables++;
    out.cells += wanted.cells.length;
    let [best, most] = [null as Grid | null, 0];
    for (const candidate of candidates) {
      if (used.has(candidate)) continue;
      const score = likeness(texts, seen.get(candidate)?.texts ?? NONE) + (seen.get(candidate)?.shape === shape ? 0.01 : 0);
      if (score > most) [best, most] = [candidate, score];
    }
    if (best && most > 0.5) used.add(best);
    const places = new Map(best?.cells.map((cell) => [placeOf(cell), cell.key]));
    const left = new Map(best ? textsOf(best) : []);
    const placed = wanted.cells.filter((cell) => places.get(placeOf(cell)) === cell.key).length;
    out.placed += placed;
    for (const { key } of wanted.cells) {
      const rest = left.get(key) ?? 0;
      if (key === '' || rest > 0) out.right++;
      if (rest > 0) left.set(key, rest - 1);
    }
    const exact =
      best !== null &&
      placed === wanted.cells.length &&
      best.cells.length === placed &&
      best.rows === wanted.rows &&
      best.cols === wanted.cols;
    if (exact) out.exact++;
    else
      out.differing.push(
        `${wanted.id} ${wanted.rows}x${wanted.cols}: ${best ? `${best.rows}x${best.cols} on page ${best.page}` : 'none'}`,
      );
  }
  return out;
}

/** Tables found whose text is not in any table of the source: frames, drawings, columns of text. */
export function falseTables(source: readonly Table[], found: readonly Table[]): Table[] {
  const known = source.map((table) => sixes(table));
  return found.filter((table) => {
    if (table.parent || table.cells.length < 2) return false;
    const own = sixes(table);
    if (own.size < 4) return false;
    return !known.some((other) => {
      let shared = 0;
      for (const six of own) if (other.has(six)) shared++;
      return shared >= own.size / 2;
    });
  });
}

function sixes(table: Table): Set<string> {
  const text = letters(table.cells.map((cell) => cell.text).join(''));
  const out = new Set<string>();
  for (let at = 0; at + 6 <= text.length; at++) out.add(text.slice(at, at + 6));
  return out;
}

/** Numbered by the edges that cells use: word processors keep rows and columns in which no cell begins. */
function gridOf(table: Table): Grid {
  const edges = (of: (cell: Cell) => number[]): number[] => [...new Set(table.cells.flatMap(of))].sort((a, b) => a - b);
  const xs = edges((cell) => [cell.col, cell.col + cell.col_span]);
  const ys = edges((cell) => [cell.row, cell.row + cell.row_span]);
  const cells = table.cells.map((cell): Placed => {
    const [row, col] = [ys.indexOf(cell.row), xs.indexOf(cell.col)];
    return {
      row,
      col,
      rows: ys.indexOf(cell.row + cell.row_span) - row,
      cols: xs.indexOf(cell.col + cell.col_span) - col,
      key: letters(cell.text),
    };
  });
  return { id: table.id, page: table.page, rows: ys.length - 1, cols: xs.length - 1, cells };
}

function placeOf({ row, col, rows, cols }: Placed): string {
  return `${row},${col}+${rows}x${cols}`;
}

function shapeOf(grid: Grid): string {
  return grid.cells.map(placeOf).sort().join(' ');
}

function textsOf(grid: Grid): Map<string, number> {
  const out = new Map<string, number>();
  for (const { key } of grid.cells) if (key !== '') out.set(key, (out.get(key) ?? 0) + 1);
  return out;
}

/** Dice's measure over the texts of cells, the longer ones counting for more. */
function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const weight = (of: ReadonlyMap<string, number>): number =>
    [...of].reduce((sum, [key, count]) => sum + count * (key.length + 2), 0);
  let shared = 0;
  for (const [key, count] of a) shared += Math.min(count, b.get(key) ?? 0) * (key.length + 2);
  return (2 * shared) / (weight(a) + weight(b) || 1);
}
