import type { Box } from '../../../model/geometry.ts';
import type { Drawing, Ruling } from './drawing.ts';
import type { Glyph, Turn } from './glyphs.ts';

/**
 * The page as seen by someone who holds it so that text of one direction stands upright. Layout works in such a view, and
 * what it finds is turned back into the page's own coordinates.
 */
export class Frame {
  readonly turn: Turn;
  readonly width: number;
  readonly height: number;

  constructor(turn: Turn, pageWidth: number, pageHeight: number) {
    this.turn = turn;
    [this.width, this.height] = turn === 1 || turn === 3 ? [pageHeight, pageWidth] : [pageWidth, pageHeight];
  }

  glyph(glyph: Glyph): Glyph {
    if (this.turn <= 0) return glyph;
    const [x0, y0, x1, y1] = this.into([glyph.x0, glyph.y0, glyph.x1, glyph.y1]);
    const base = this.turn === 3 ? glyph.base : this.height - glyph.base;
    return { ...glyph, x0, y0, x1, y1, base };
  }

  drawing(drawing: Drawing): Drawing {
    if (this.turn <= 0) return drawing;
    const into = (box: Box): Box => this.into(box);
    return {
      rulings: drawing.rulings.map((ruling) => this.ruling(ruling)),
      areas: drawing.areas.map(into),
      images: drawing.images.map(into),
      shapes: drawing.shapes.map(into),
      whole: drawing.whole,
    };
  }

  /** A box of the page in this view. */
  into([x0, y0, x1, y1]: Box): Box {
    const { width, height } = this;
    if (this.turn === 1) return [y0, height - x1, y1, height - x0];
    if (this.turn === 2) return [width - x1, height - y1, width - x0, height - y0];
    if (this.turn === 3) return [width - y1, x0, width - y0, x1];
    return [x0, y0, x1, y1];
  }

  /** A box of this view on the page. */
  back([x0, y0, x1, y1]: Box): Box {
    const { width, height } = this;
    if (this.turn === 1) return [height - y1, x0, height - y0, x1];
    if (this.turn === 2) return [width - x1, height - y1, width - x0, height - y0];
    if (this.turn === 3) return [y0, width - x1, y1, width - x0];
    return [x0, y0, x1, y1];
  }

  private ruling({ horizontal, at, from, to, weight }: Ruling): Ruling {
    const [x0, y0, x1, y1] = this.into(horizontal ? [from, at, to, at] : [at, from, at, to]);
    const lies = this.turn === 2 ? horizontal : !horizontal;
    return lies
      ? { horizontal: true, at: y0, from: x0, to: x1, weight }
      : { horizontal: false, at: x0, from: y0, to: y1, weight };
  }
}

/** The direction of most characters; upright where a page has none. */
export function mainTurn(glyphs: readonly Glyph[]): Turn {
  const counts = new Map<Turn, number>();
  for (const { style, space } of glyphs) if (!space) counts.set(style.turn, (counts.get(style.turn) ?? 0) + 1);
  let [best, most] = [0 as Turn, 0];
  for (const [turn, count] of counts) if (turn >= 0 && count > most) [best, most] = [turn, count];
  return best;
}
