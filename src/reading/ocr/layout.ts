import type { Box } from '../../model/geometry.ts';
import { componentsOf } from './components.ts';
import { type GrayImage, within } from './gray-image.ts';
import { type Grid, type GridCell, gridsOf } from './grid.ts';
import type { Ink } from './ink.ts';
import type { PreparedPage } from './prepare.ts';
import { barsOf, lettersOf, type Piece, piecesOf } from './regions.ts';
import { type Rulings, rulingsOf } from './rulings.ts';

/** Where a page's text stands: pieces in reading order, and what is inside the tables among them. */
export interface Layout {
  readonly pieces: readonly Piece[];
  readonly tables: readonly TableLayout[];
}

export interface TableLayout {
  readonly grid: Grid;
  /** Per cell of the grid the box of the ink in it; null where it is empty. */
  readonly inside: readonly (Box | null)[];
}

/** Takes the drawn lines out of the page's pixels and finds what is left of it: text, in tables and outside. */
export function layoutOf(page: PreparedPage): Layout {
  const { ink, glyph } = page;
  const rulings = rulingsOf(page.faint, glyph);
  const grids = outermost(gridsOf(rulings, glyph));
  eraseRulings(page, rulings);
  const components = componentsOf(ink);
  const letters = lettersOf(components, glyph);
  const bars = [...rulings.across.map(({ at, from, to }): Box => [from, at, to, at]), ...barsOf(components, glyph)];
  const inside = grids.map((grid) => grid.cells.map((): Box[] => []));
  const free: Box[] = [];
  for (const letter of letters) {
    const cell = cellAt(grids, letter);
    if (cell) (inside[cell[0]] as Box[][])[cell[1]]?.push(letter);
    else free.push(letter);
  }
  return {
    pieces: piecesOf(free, grids.map((grid) => grid.box), bars, glyph),
    tables: grids.map((grid, index) => ({
      grid,
      inside: grid.cells.map((cell, i) => inkBox(cell, (inside[index] as Box[][])[i] as Box[], glyph)),
    })),
  };
}

/** A table inside a cell of another is read as that cell's text. */
function outermost(grids: readonly Grid[]): Grid[] {
  const holds = (outer: Grid, inner: Grid) =>
    outer !== inner && outer.box[0] <= inner.box[0] && outer.box[1] <= inner.box[1] && outer.box[2] >= inner.box[2] && outer.box[3] >= inner.box[3] &&
    outer.cells.some(({ box }) => box[0] <= inner.box[0] && box[1] <= inner.box[1] && box[2] >= inner.box[2] && box[3] >= inner.box[3]);
  return grids.filter((grid) => !grids.some((other) => holds(other, grid)));
}

function cellAt(grids: readonly Grid[], [x0, y0, x1, y1]: Box): [number, number] | null {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  for (const [index, { box, cells }] of grids.entries()) {
    if (x < box[0] || x > box[2] || y < box[1] || y > box[3]) continue;
    const cell = cells.findIndex((one) => x >= one.box[0] && x <= one.box[2] && y >= one.box[1] && y <= one.box[3]);
    if (cell >= 0) return [index, cell];
  }
  return null;
}

/** Specks alone are no text: something in the cell has to be as large as a dash. */
function inkBox(cell: GridCell, letters: readonly Box[], glyph: number): Box | null {
  if (!letters.some(([x0, y0, x1, y1]) => y1 - y0 >= 0.3 * glyph || x1 - x0 >= 0.3 * glyph)) return null;
  let box: Box | null = null;
  for (const [x0, y0, x1, y1] of letters) {
    box = box ? [Math.min(box[0], x0), Math.min(box[1], y0), Math.max(box[2], x1), Math.max(box[3], y1)] : [x0, y0, x1, y1];
  }
  return box && [Math.max(box[0], cell.box[0]), Math.max(box[1], cell.box[1]), Math.min(box[2], cell.box[2]), Math.min(box[3], cell.box[3])];
}

/** Paints drawn lines as paper: what is left is text. */
export function eraseRulings({ image, ink }: { image: GrayImage; ink: Ink }, { across, down }: Rulings): void {
  const erase = (box: Box) => {
    const [x0, y0, x1, y1] = within(box, ink);
    for (let y = y0; y < y1; y++) {
      ink.data.fill(0, y * ink.width + x0, y * ink.width + x1);
      image.data.fill(255, y * image.width + x0, y * image.width + x1);
    }
  };
  for (const { at, from, to, thickness } of across) {
    const half = Math.ceil(thickness / 2) + 1;
    erase([from - 1, Math.round(at) - half, to + 1, Math.round(at) + half + 1]);
  }
  for (const { at, from, to, thickness } of down) {
    const half = Math.ceil(thickness / 2) + 1;
    erase([Math.round(at) - half, from - 1, Math.round(at) + half + 1, to + 1]);
  }
}
