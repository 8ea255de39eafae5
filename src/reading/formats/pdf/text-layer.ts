import type { Box } from '../../../model/geometry.ts';
import type { Drawing } from './drawing.ts';
import type { Glyph } from './glyphs.ts';

/**
 * `text`: what the page shows is there as characters. `none`: nothing is. `suspect`: there are characters, but not those that
 * the page shows: codes without a meaning, or letters drawn as outlines.
 */
export type TextLayer = 'text' | 'none' | 'suspect';

export interface TextLayerFacts {
  readonly layer: TextLayer;
  /** What characters there are have a meaning. */
  readonly readable: boolean;
  /** Letters drawn as outlines. */
  readonly outlines: number;
  /** Where the words that they make stand beside text. */
  readonly outlined: Box[];
  /** Nothing at all is drawn. */
  readonly blank: boolean;
  /** Pictures large enough to hold text, without characters on them. */
  readonly pictures: Box[];
}

/** Shares of the page's characters. In the test corpus sound pages have at most 0.13 and broken ones at least 0.9. */
const UNMAPPED = 0.3;
const PRIVATE = 0.5;
/** Filled shapes of a letter's size: sound pages of the corpus have up to 5, those with outlined Hangul from 21. */
const OUTLINES = 20;
const OUTLINES_SHARE = 0.1;
/** In a document with such pages this many on another page are enough. */
export const OUTLINES_BESIDE = 8;
/** Fewer than that, but not one alone, are words of their own beside a text that is sound. */
export const OUTLINES_FEW = 2;
/** Points around outlined words that are read with them. */
const ROOM = 2;
/** Share of the page that a picture must cover to be looked into. */
const PICTURE = 0.08;

export function judgeTextLayer(glyphs: readonly Glyph[], drawing: Drawing, width: number, height: number): TextLayerFacts {
  const written = glyphs.filter((glyph) => !glyph.space);
  const outlines = drawing.shapes.length;
  const count = written.length;
  const unmapped = written.filter((glyph) => glyph.unmapped || glyph.text === '�').length;
  const own = written.filter((glyph) => isPrivate(glyph.text)).length;
  const readable = count > 0 && unmapped < UNMAPPED * count && own < PRIVATE * count;
  const suspect = count > 0 && (!readable || (outlines >= OUTLINES && outlines >= OUTLINES_SHARE * count));
  const layer = suspect || (count === 0 && outlines >= OUTLINES) ? 'suspect' : count === 0 ? 'none' : 'text';
  const blank =
    count === 0 && drawing.images.length === 0 && outlines === 0 && drawing.rulings.length === 0 && drawing.areas.length === 0;
  return {
    layer,
    readable,
    outlines,
    outlined: layer === 'text' ? wordsOf(drawing.shapes) : [],
    blank,
    pictures: layer === 'text' ? picturesOf(drawing.images, written, width, height) : [],
  };
}

/** Shapes that stand side by side, with a little room around them. */
function wordsOf(shapes: readonly Box[]): Box[] {
  const words: Box[] = [];
  for (const [x0, y0, x1, y1] of [...shapes].sort((a, b) => a[0] - b[0])) {
    const height = y1 - y0;
    const level = (one: Box): boolean => Math.min(one[3], y1) - Math.max(one[1], y0) > 0.5 * Math.min(height, one[3] - one[1]);
    const word = words.find((one) => level(one) && x0 - one[2] < 4 * height);
    if (!word) words.push([x0, y0, x1, y1]);
    else [word[1], word[2], word[3]] = [Math.min(word[1], y0), Math.max(word[2], x1), Math.max(word[3], y1)];
  }
  return words.map(([x0, y0, x1, y1]) => [x0 - ROOM, y0 - ROOM, x1 + ROOM, y1 + ROOM]);
}

function isPrivate(text: string): boolean {
  const code = text.codePointAt(0) ?? 0;
  return (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000;
}

function picturesOf(images: readonly Box[], written: readonly Glyph[], width: number, height: number): Box[] {
  const out: Box[] = [];
  for (const [left, top, right, bottom] of images) {
    const [x0, y0, x1, y1] = [Math.max(0, left), Math.max(0, top), Math.min(width, right), Math.min(height, bottom)];
    if (x1 <= x0 || y1 <= y0 || (x1 - x0) * (y1 - y0) < PICTURE * width * height) continue;
    // A background, or a scan with its own text layer, has its characters over it.
    const over = written.filter((glyph) => glyph.x0 >= x0 && glyph.x1 <= x1 && glyph.y0 >= y0 && glyph.y1 <= y1).length;
    if (over < 20) out.push([x0, y0, x1, y1]);
  }
  return out;
}
