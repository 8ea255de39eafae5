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

/** Catmull-Rom through 4 × 4 neighbours: sharper than bilinear at the sizes at which scanned text is read. */
export function resample(image: GrayImage, map: Affine, width: number, height: number): GrayImage {
  const { data, width: w, height: h } = image;
  const out = new Uint8Array(width * height);
  const [a, b, c, d, e, f] = map;
  for (let Y = 0, to = 0; Y < height; Y++) {
    // Pixel centres: half a pixel in both images.
    let x = a * 0.5 + b * (Y + 0.5) + c - 0.5;
    let y = d * 0.5 + e * (Y + 0.5) + f - 0.5;
    for (let X = 0; X < width; X++, to++, x += a, y += d) {
      const left = Math.floor(x);
      const top = Math.floor(y);
      if (left < 1 || top < 1 || left + 2 >= w || top + 2 >= h) {
        const near = left >= -1 && top >= -1 && left < w && top < h;
        out[to] = near ? (data[clamp(Math.round(y), h) * w + clamp(Math.round(x), w)] as number) : 255;
        continue;
      }
      const across = ((x - left) * STEPS + 0.5) << 2;
      const down = ((y - top) * STEPS + 0.5) << 2;
      const x0 = WEIGHTS[across] as number;
      const x1 = WEIGHTS[across + 1] as number;
      const x2 = WEIGHTS[across + 2] as number;
      const x3 = WEIGHTS[across + 3] as number;
      let sum = 0;
      let at = (top - 1) * w + left - 1;
      for (let row = 0; row < 4; row++, at += w) {
        sum +=
          (WEIGHTS[down + row] as number) *
          (x0 * (data[at] as number) + x1 * (data[at + 1] as number) + x2 * (data[at + 2] as number) + x3 * (data[at + 3] as number));
      }
      out[to] = sum < 0 ? 0 : sum > 255 ? 255 : sum + 0.5;
    }
  }
  return { width, height, data: out };
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
