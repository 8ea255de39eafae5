import type { GrayImage } from './gray-image.ts';

/** Maps a point of the new image to one of the old: x = a·X + b·Y + c, y = d·X + e·Y + f. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export function apply([a, b, c, d, e, f]: Affine, x: number, y: number): [number, number] {
  return [a * x + b * y + c, d * x + e * y + f];
}

/** First `inner`, then `outer`. */
export function compose(outer: Affine, inner: Affine): Affine {
  const [a, b, c, d, e, f] = outer;
  const [A, B, C, D, E, F] = inner;
  return [a * A + b * D, a * B + b * E, a * C + b * F + c, d * A + e * D, d * B + e * E, d * C + e * F + f];
}

const STEPS = 32;
const WEIGHTS = cubicWeights();

/**
 * Catmull-Rom, first along the rows, then down the columns: sharper than bilinear at the sizes at which scanned text is read.
 * For turns of less than a few degrees, stretched or not; what lies outside is white.
 */
export function resample(image: GrayImage, map: Affine, width: number, height: number): GrayImage {
  const [a, b, c, d, e, f] = map;
  const { data, width: w, height: h } = image;
  // With Y taken out of the first equation: x = (a - b·d/e)·X + (b/e)·y + c - b·f/e, in pixel centres.
  const step = a - (b * d) / e;
  const rows = new Uint8Array(width * h);
  for (let y = 0; y < h; y++) {
    const start = (b / e) * (y + 0.5) + c - (b * f) / e;
    alongRow(data, y * w, w, rows, y * width, width, step, start);
  }
  const out = new Uint8Array(width * height);
  for (let Y = 0, to = 0; Y < height; Y++) {
    let y = d * 0.5 + e * (Y + 0.5) + f - 0.5;
    for (let X = 0; X < width; X++, to++, y += d) {
      const top = Math.floor(y);
      if (top < 1 || top + 2 >= h) {
        out[to] = top >= -1 && top <= h ? (rows[clamp(Math.round(y), h) * width + X] as number) : 255;
        continue;
      }
      const at = top * width + X;
      const [p1, p2] = [rows[at] as number, rows[at + width] as number];
      // Paper on both sides, as on most of a page.
      if (p1 === 255 && p2 === 255) {
        out[to] = 255;
        continue;
      }
      const weight = ((y - top) * STEPS + 0.5) << 2;
      const sum =
        (WEIGHTS[weight] as number) * (rows[at - width] as number) +
        (WEIGHTS[weight + 1] as number) * p1 +
        (WEIGHTS[weight + 2] as number) * p2 +
        (WEIGHTS[weight + 3] as number) * (rows[at + 2 * width] as number);
      out[to] = sum < 0 ? 0 : sum > 255 ? 255 : sum + 0.5;
    }
  }
  return { width, height, data: out };
}

function alongRow(
  data: Uint8Array,
  row: number,
  size: number,
  out: Uint8Array,
  to: number,
  width: number,
  step: number,
  start: number,
): void {
  let x = step * 0.5 + start - 0.5;
  for (let X = 0; X < width; X++, x += step) {
    const left = Math.floor(x);
    if (left < 1 || left + 2 >= size) {
      out[to + X] = left >= -1 && left <= size ? (data[row + clamp(Math.round(x), size)] as number) : 255;
      continue;
    }
    const at = row + left;
    const [p1, p2] = [data[at] as number, data[at + 1] as number];
    if (p1 === 255 && p2 === 255) {
      out[to + X] = 255;
      continue;
    }
    const weight = ((x - left) * STEPS + 0.5) << 2;
    const sum =
      (WEIGHTS[weight] as number) * (data[at - 1] as number) +
      (WEIGHTS[weight + 1] as number) * p1 +
      (WEIGHTS[weight + 2] as number) * p2 +
      (WEIGHTS[weight + 3] as number) * (data[at + 2] as number);
    out[to + X] = sum < 0 ? 0 : sum > 255 ? 255 : sum + 0.5;
  }
}

/** Half as wide and high: each new pixel is the mean of four. */
export function halved({ width, height, data }: GrayImage): GrayImage {
  const [w, h] = [width >> 1, height >> 1];
  const out = new Uint8Array(w * h);
  for (let y = 0, to = 0; y < h; y++) {
    for (let x = 0, at = 2 * y * width; x < w; x++, at += 2, to++) {
      out[to] =
        ((data[at] as number) + (data[at + 1] as number) + (data[at + width] as number) + (data[at + width + 1] as number) + 2) >>
        2;
    }
  }
  return { width: w, height: h, data: out };
}

function clamp(value: number, size: number): number {
  return value < 0 ? 0 : value >= size ? size - 1 : value;
}

function cubicWeights(): Float64Array {
  const weights = new Float64Array((STEPS + 1) * 4);
  for (let i = 0; i <= STEPS; i++) {
    const t = i / STEPS;
    weights.set([((2 - t) * t - 1) * t, (3 * t - 5) * t * t + 2, ((4 - 3 * t) * t + 1) * t, (t - 1) * t * t], i * 4);
  }
  for (let i = 0; i < weights.length; i++) weights[i] = (weights[i] as number) / 2;
  return weights;
}
