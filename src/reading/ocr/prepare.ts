import { componentsOf } from './components.ts';
import { flatten, soften } from './clean.ts';
import type { GrayImage } from './gray-image.ts';
import { type Ink, inkOf, noiseOf } from './ink.ts';
import { type Affine, compose, resample } from './resample.ts';
import { skewOf } from './skew.ts';

/** A page made straight and of a size at which it reads best. */
export interface PreparedPage {
  readonly image: GrayImage;
  readonly ink: Ink;
  /** Height of its letters in pixels. */
  readonly glyph: number;
  /** From its pixels to those of the page as given. */
  readonly toOriginal: Affine;
  /** Degrees by which its lines fell to the right. */
  readonly angle: number;
}

export const READING_HEIGHT = Number(process.env.OCR_H ?? 30);

export function prepare(given: GrayImage): PreparedPage {
  const noise = noiseOf(given);
  const ink = inkOf(given, noise);
  const glyph = glyphHeight(ink);
  const { angle } = skewOf(ink);
  const wanted = READING_HEIGHT / glyph;
  const scale = wanted > 1.15 || wanted < 0.7 ? Math.min(4, wanted) : 1;
  const mode = process.env.OCR_DN ?? '';
  let clean = given;
  if (noise > 1 && mode.includes('m')) clean = median(clean);
  if (noise > 1 && mode.includes('s')) clean = soften(clean);
  if (mode.includes('f')) clean = flatten(clean, glyph, noiseOf(clean));
  if (scale === 1 && angle === 0) return { image: clean, ink: clean === given ? ink : inkOf(clean, noise / 2), glyph, toOriginal: [1, 0, 0, 0, 1, 0], angle };
  const width = Math.round(given.width * scale);
  const height = Math.round(given.height * scale);
  const toOriginal = compose(turnAround(angle, given.width / 2, given.height / 2), [1 / scale, 0, 0, 0, 1 / scale, 0]);
  const image = resample(clean, toOriginal, width, height);
  return { image, ink: inkOf(image, noiseOf(image)), glyph: glyph * scale, toOriginal, angle };
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

/** Each pixel becomes the middle one of its 3 × 3 neighbourhood. */
export function median(image: GrayImage): GrayImage {
  const { width, height, data } = image;
  const out = new Uint8Array(data);
  const nine = new Uint8Array(9);
  for (let y = 1; y + 1 < height; y++) {
    for (let x = 1; x + 1 < width; x++) {
      const at = y * width + x;
      for (let k = 0, row = at - width - 1; k < 9; k += 3, row += width) {
        nine[k] = data[row] as number;
        nine[k + 1] = data[row + 1] as number;
        nine[k + 2] = data[row + 2] as number;
      }
      nine.sort();
      out[at] = nine[4] as number;
    }
  }
  return { width, height, data: out };
}
