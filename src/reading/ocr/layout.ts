import type { Box } from '../../model/geometry.ts';
import { type Components, componentsOf } from './components.ts';
import { within } from './gray-image.ts';
import { type Grid, gridsOf } from './grid.ts';
import { dashOf, type Mark, marksOf } from './marks.ts';
import type { PreparedPage } from './prepare.ts';
import { barsOf, darkBoxesOf, type Line, lettersOf, type Piece, piecesOf } from './regions.ts';
import { type Rulings, rulingsOf } from './rulings.ts';

/** Where a page's text stands: pieces in reading order, and what is inside the tables among them. */
export interface Layout {
  readonly pieces: readonly Piece[];
  readonly tables: readonly TableLayout[];
  /** Signs that the recogniser does not know; they are no longer in the page's pixels. */
  readonly marks: readonly Mark[];
}

export interface TableLayout {
  readonly grid: Grid;
  /** Per cell of the grid its lines; none where it is empty. */
  readonly inside: readonly (readonly Line[])[];
}

/** Takes the drawn lines out of the page's pixels and finds what is left of it: text, in tables and outside. */
export function layoutOf(page: PreparedPage): Layout {
  const { ink, glyph } = page;
  const rulings = rulingsOf(page.faint, glyph);
  const grids = outermost(gridsOf(rulings, glyph));
  eraseRulings(page, rulings);
  const drawn = componentsOf(ink);
  const bars = [...rulings.across.map(({ at, from, to }): Box => [from, at, to, at]), ...barsOf(drawn, glyph)];
  // White letters on a dark box are letters once the box is turned to its negative.
  const components = negative(page, darkBoxesOf(drawn, ink, glyph)) ? componentsOf(ink) : drawn;
  const marks = marksIn(page, components);
  const letters = lettersOf(components, glyph);
  const inside = grids.map((grid) => grid.cells.map((): Box[] => []));
  const free: Box[] = [];
  for (const letter of letters) {
    const cell = cellAt(grids, letter);
    if (cell) (inside[cell[0]] as Box[][])[cell[1]]?.push(letter);
    else free.push(letter);
  }
  const tables = grids.map((grid, index) => {
    const cells = inside[index] as Box[][];
    for (const letters of cells) {
      const dash = dashOf(letters, glyph);
      if (dash) marks.push(dash);
    }
    return { grid, inside: grid.cells.map((_, i) => linesIn(cells[i] as Box[], glyph)) };
  });
  for (const { box } of marks) whiten(page, box);
  return {
    pieces: piecesOf(
      free,
      grids.map((grid) => grid.box),
      bars,
      glyph,
    ),
    tables,
    marks,
  };
}

function whiten({ image }: PreparedPage, box: Box): void {
  const [x0, y0, x1, y1] = within([box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2], image);
  for (let y = y0; y < y1; y++) image.data.fill(255, y * image.width + x0, y * image.width + x1);
}

/** Whether there were any boxes to turn. */
function negative({ image, ink, faint }: PreparedPage, boxes: readonly Box[]): boolean {
  for (const [x0, y0, x1, y1] of boxes) {
    for (let y = y0; y < y1; y++) {
      for (let at = y * image.width + x0, end = y * image.width + x1; at < end; at++) {
        image.data[at] = 255 - (image.data[at] as number);
        ink.data[at] = 1 - (ink.data[at] as number);
        faint.data[at] = 1 - (faint.data[at] as number);
      }
    }
  }
  return boxes.length > 0;
}

function marksIn({ image, faint, glyph }: PreparedPage, components: Components): Mark[] {
  const found = [...marksOf(components, image, glyph, 170), ...marksOf(componentsOf(faint), image, glyph, 220)];
  const isSame = (a: Box, b: Box) => Math.abs(a[0] - b[0]) < 0.5 * glyph && Math.abs(a[1] - b[1]) < 0.5 * glyph;
  return found.filter((mark, index) => !found.slice(0, index).some(({ box }) => isSame(box, mark.box)));
}

/** A table inside a cell of another is read as that cell's text. */
function outermost(grids: readonly Grid[]): Grid[] {
  const holds = (outer: Grid, inner: Grid) =>
    outer !== inner &&
    outer.box[0] <= inner.box[0] &&
    outer.box[1] <= inner.box[1] &&
    outer.box[2] >= inner.box[2] &&
    outer.box[3] >= inner.box[3] &&
    outer.cells.some(
      ({ box }) => box[0] <= inner.box[0] && box[1] <= inner.box[1] && box[2] >= inner.box[2] && box[3] >= inner.box[3],
    );
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
function linesIn(letters: readonly Box[], glyph: number): Line[] {
  if (!letters.some(([x0, y0, x1, y1]) => y1 - y0 >= 0.3 * glyph || x1 - x0 >= 0.3 * glyph)) return [];
  return piecesOf(letters, [], [], glyph).flatMap((piece) => (piece.kind === 'lines' ? piece.region.lines : []));
}

/** Paints drawn lines as paper: what is left is text. */
function eraseRulings({ image, ink, faint }: PreparedPage, { across, down }: Rulings): void {
  const erase = (box: Box) => {
    const [x0, y0, x1, y1] = within(box, ink);
    for (let y = y0; y < y1; y++) {
      ink.data.fill(0, y * ink.width + x0, y * ink.width + x1);
      faint.data.fill(0, y * ink.width + x0, y * ink.width + x1);
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
