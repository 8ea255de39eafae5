import type { GrayImage } from './gray-image.ts';

/** Which pixels are ink (1) and which are paper (0). */
export interface Ink {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Spread of the paper's gray around its smooth course: 0 for rendered pages, 2 to 20 for scans. */
export function noiseOf(image: GrayImage): number {
  const { width, height, data } = image;
  const paper = commonestLight(image);
  const counts = new Uint32Array(1024);
  let total = 0;
  const step = Math.max(1, Math.floor(height / 400));
  for (let y = 0; y < height; y += step) {
    const row = y * width;
    for (let x = 1; x + 1 < width; x += 2) {
      const [before, here, after] = [data[row + x - 1] as number, data[row + x] as number, data[row + x + 1] as number];
      if (before < paper - 60 || here < paper - 60 || after < paper - 60) continue;
      // Second differences along paper: what is left is grain, not shading.
      const bend = Math.abs(2 * here - before - after);
      counts[bend] = (counts[bend] as number) + 1;
      total++;
    }
  }
  if (total === 0) return 0;
  let seen = 0;
  let middle = 0;
  for (; middle < 1023; middle++) {
    seen += counts[middle] as number;
    if (seen >= total / 2) break;
  }
  // The median of |N(0, σ√6)| is 0.6745 σ√6.
  return middle / 1.652;
}

function commonestLight({ data }: GrayImage): number {
  const histogram = new Uint32Array(256);
  for (let i = 0; i < data.length; i += 7) histogram[data[i] as number] = (histogram[data[i] as number] as number) + 1;
  let best = 255;
  for (let level = 254; level >= 100; level--) if ((histogram[level] as number) > (histogram[best] as number)) best = level;
  return best;
}

/**
 * Ink is what is clearly darker than the paper around it, and what is as dark as ink is on this page wherever it stands
 * (the inside of bars and heavy strokes, where there is no paper to compare with).
 */
export function inkOf(image: GrayImage, noise: number): Ink {
  const { width, height, data } = image;
  const half = Math.max(8, Math.round(width / 60));
  const out = new Uint8Array(width * height);
  const margin = Math.max(20, 3 * noise);
  const columns = new Uint32Array(width);
  const sums = new Float64Array(width + 1);
  let rows = 0;
  const add = (y: number, sign: 1 | -1) => {
    const row = y * width;
    for (let x = 0; x < width; x++) columns[x] = (columns[x] as number) + sign * (data[row + x] as number);
    rows += sign;
  };
  for (let y = 0; y < Math.min(half, height); y++) add(y, 1);
  const histogram = new Uint32Array(256);
  for (let y = 0; y < height; y++) {
    if (y + half < height) add(y + half, 1);
    if (y - half - 1 >= 0) add(y - half - 1, -1);
    for (let x = 0; x < width; x++) sums[x + 1] = (sums[x] as number) + (columns[x] as number);
    const row = y * width;
    for (let x = 0; x < width; x++) {
      const from = x > half ? x - half : 0;
      const to = x + half < width ? x + half + 1 : width;
      const mean = ((sums[to] as number) - (sums[from] as number)) / ((to - from) * rows);
      const here = data[row + x] as number;
      if (here < mean - margin && here < mean * 0.85) {
        out[row + x] = 1;
        histogram[here] = (histogram[here] as number) + 1;
      }
    }
  }
  const dark = darkLevel(histogram);
  for (let i = 0; i < out.length; i++) if ((data[i] as number) <= dark) out[i] = 1;
  return { width, height, data: out };
}

/** The gray below which the darker half of the ink lies. */
function darkLevel(histogram: Uint32Array): number {
  let total = 0;
  for (const count of histogram) total += count;
  if (total === 0) return -1;
  let seen = 0;
  for (let level = 0; level < 256; level++) {
    seen += histogram[level] as number;
    if (seen >= total * 0.4) return level;
  }
  return -1;
}
