import { flatten, inkLevel, soften } from './clean.ts';
import { componentsOf } from './components.ts';
import type { GrayImage } from './gray-image.ts';
import { type Ink, inkOf, noiseOf } from './ink.ts';
import { turnBack, turned } from './quarter-turn.ts';
import { type Affine, compose, halved, resample } from './resample.ts';
import { skewOf } from './skew.ts';

/** A page made straight, white and of a size at which it reads best. */
export interface PreparedPage {
  readonly image: GrayImage;
  readonly ink: Ink;
  /** Ink and what is nearly as light as paper: dotted and hair lines. */
  readonly faint: Ink;
  /** Height of its letters in pixels. */
  readonly glyph: number;
  /** Size of the page as given. */
  readonly original: { readonly width: number; readonly height: number };
  /** From its pixels to those of the page as given. */
  readonly toOriginal: Affine;
  /** Degrees by which its lines fell to the right. */
  readonly angle: number;
  /** Quarter turns clockwise that brought it upright. */
  readonly turns: number;
}

/** Letters below this height are enlarged to it. Above it the recogniser gains nothing and costs more. */
const READING_HEIGHT = 32;
/** About an A4 page at 170 dpi. */
const LARGE_PIXELS = 2_800_000;
/** Of 255 on the flattened page. */
const INK_BELOW = 150;
const FAINT_BELOW = 215;

/** `turns` clockwise come first. The image is not changed. */
export function prepare(original: GrayImage, turns = 0): PreparedPage {
  const given = turned(original, turns);
  const noise = noiseOf(given);
  // A look at half the size is as good on large pages and takes a quarter of the time.
  const isLarge = given.width * given.height > LARGE_PIXELS;
  const look = isLarge ? halved(given) : given;
  const raw = inkOf(look, isLarge ? noise / 2 : noise);
  const glyph = glyphHeight(raw) * (isLarge ? 2 : 1);
  const { angle } = skewOf(raw);
  // Grain goes where letters are large enough to keep their strokes; the steps of black and white ones always do.
  const soft = isBilevel(given) || (noise > 2.5 && glyph >= 22);
  const smooth = soft ? soften(given) : given;
  const clean = flatten(smooth, inkLevel(look, raw), glyph, soft ? noiseOf(smooth) : noise);
  const wanted = READING_HEIGHT / glyph;
  // Large letters are made smaller to save time, which a small image does not take.
  const scale = wanted > 1.15 || (wanted < 0.6 && isLarge) ? Math.min(4, wanted) : 1;
  let image = clean;
  let toOriginal: Affine = [1, 0, 0, 0, 1, 0];
  if (scale !== 1 || angle !== 0) {
    toOriginal = compose(turnAround(angle, given.width / 2, given.height / 2), [1 / scale, 0, 0, 0, 1 / scale, 0]);
    image = resample(clean, toOriginal, Math.round(given.width * scale), Math.round(given.height * scale));
  }
  const { ink, faint } = inkLevels(image);
  return {
    image,
    original: { width: original.width, height: original.height },
    ink,
    faint,
    glyph: glyph * scale,
    toOriginal: compose(turnBack(original, turns), toOriginal),
    angle,
    turns,
  };
}

/** No grays between two levels: a fax, or a scan in black and white. */
function isBilevel({ data }: GrayImage): boolean {
  const one = data[0];
  let other: number | undefined;
  for (let i = 0; i < data.length; i++) {
    const value = data[i];
    if (value === one || value === other) continue;
    if (other !== undefined) return false;
    other = value;
  }
  return true;
}

function inkLevels({ width, height, data }: GrayImage): { ink: Ink; faint: Ink } {
  const [ink, faint] = [new Uint8Array(data.length), new Uint8Array(data.length)];
  for (let i = 0; i < data.length; i++) {
    const value = data[i] as number;
    if (value >= FAINT_BELOW) continue;
    faint[i] = 1;
    if (value < INK_BELOW) ink[i] = 1;
  }
  return { ink: { width, height, data: ink }, faint: { width, height, data: faint } };
}

function turnAround(degrees: number, x: number, y: number): Affine {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [cos, -sin, x - cos * x + sin * y, sin, cos, y - sin * x - cos * y];
}

/** Pixels: no page of text is as low as this. */
const STRIP = 600;

/** Height of the taller letters: most pieces of ink are parts of one, a few belong to titles. */
export function glyphHeight(ink: Ink): number {
  const { count, y0, y1, area } = componentsOf(ink);
  const heights: number[] = [];
  // A strip cut out of a page may be little higher than its letters.
  const most = ink.height < STRIP ? 0.7 * ink.height : ink.height / 10;
  for (let i = 0; i < count; i++) {
    const height = (y1[i] as number) - (y0[i] as number);
    if (height >= 4 && height < most && (area[i] as number) > 6) heights.push(height);
  }
  if (heights.length === 0) return READING_HEIGHT;
  heights.sort((a, b) => a - b);
  return Math.min(heights[Math.floor(heights.length * 0.8)] as number, 1.5 * (heights[heights.length >> 1] as number));
}
