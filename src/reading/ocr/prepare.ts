import { componentsOf } from './components.ts';
import { flatten, soften } from './clean.ts';
import type { GrayImage } from './gray-image.ts';
import { type Ink, inkOf, noiseOf } from './ink.ts';
import { type Affine, compose, resample } from './resample.ts';
import { skewOf } from './skew.ts';

/** A page made straight, white and of a size at which it reads best. */
export interface PreparedPage {
  readonly image: GrayImage;
  readonly ink: Ink;
  /** Ink and what is nearly as light as paper: dotted and hair lines. */
  readonly faint: Ink;
  /** Height of its letters in pixels. */
  readonly glyph: number;
  /** From its pixels to those of the page as given. */
  readonly toOriginal: Affine;
  /** Degrees by which its lines fell to the right. */
  readonly angle: number;
}

/** Letters below this height are enlarged to it. Above it the recogniser gains nothing and costs more. */
const READING_HEIGHT = Number(process.env.OCR_H ?? 28);
const INK_BELOW = Number(process.env.OCR_INK ?? 150);
const FAINT_BELOW = Number(process.env.OCR_FAINT ?? 215);

export function prepare(given: GrayImage): PreparedPage {
  const noise = noiseOf(given);
  const raw = inkOf(given, noise);
  const glyph = glyphHeight(raw);
  const { angle } = skewOf(raw);
  const soft = noise > 2.5 && glyph >= 22 ? soften(given) : given;
  const clean = flatten(soft, raw, glyph, noiseOf(soft));
  const wanted = READING_HEIGHT / glyph;
  const scale = wanted > 1.15 || wanted < 0.6 ? Math.min(4, wanted) : 1;
  let image = clean;
  let toOriginal: Affine = [1, 0, 0, 0, 1, 0];
  if (scale !== 1 || angle !== 0) {
    toOriginal = compose(turnAround(angle, given.width / 2, given.height / 2), [1 / scale, 0, 0, 0, 1 / scale, 0]);
    image = resample(clean, toOriginal, Math.round(given.width * scale), Math.round(given.height * scale));
  }
  return { image, ink: below(image, INK_BELOW), faint: below(image, FAINT_BELOW), glyph: glyph * scale, toOriginal, angle };
}

function below({ width, height, data }: GrayImage, level: number): Ink {
  const out = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) out[i] = (data[i] as number) < level ? 1 : 0;
  return { width, height, data: out };
}

function turnAround(degrees: number, x: number, y: number): Affine {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [cos, -sin, x - cos * x + sin * y, sin, cos, y - sin * x - cos * y];
}

/** Height of the taller letters: most pieces of ink are parts of one, a few belong to titles. */
export function glyphHeight(ink: Ink): number {
  const { count, y0, y1, area } = componentsOf(ink);
  const heights: number[] = [];
  for (let i = 0; i < count; i++) {
    const height = (y1[i] as number) - (y0[i] as number);
    if (height >= 4 && height < ink.height / 10 && (area[i] as number) > 6) heights.push(height);
  }
  if (heights.length === 0) return READING_HEIGHT;
  heights.sort((a, b) => a - b);
  return Math.min(heights[Math.floor(heights.length * 0.8)] as number, 1.5 * (heights[heights.length >> 1] as number));
}
