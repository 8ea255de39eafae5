import type { GrayImage } from './gray-image.ts';
import type { Ink } from './ink.ts';

/** Paper made white and ink black: shading, grain and a weak scan's gray are gone, the strokes' edges stay. */
export function flatten(image: GrayImage, ink: Ink, glyph: number, noise: number): GrayImage {
  const { width, height, data } = image;
  const tile = Math.max(16, Math.round(2 * glyph));
  const across = Math.ceil(width / tile);
  const down = Math.ceil(height / tile);
  const paper = smoothed(paperLevels(image, tile, across, down), across, down);
  const black = inkLevel(data, ink);
  const out = new Uint8Array(data.length);
  const levels = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    const v = Math.min(Math.max((y + 0.5) / tile - 0.5, 0), down - 1);
    const row = Math.min(Math.floor(v), down - 2 < 0 ? 0 : down - 2);
    const fy = v - row;
    const below = Math.min(row + 1, down - 1);
    for (let x = 0; x < width; x++) {
      const u = Math.min(Math.max((x + 0.5) / tile - 0.5, 0), across - 1);
      const col = Math.min(Math.floor(u), across - 2 < 0 ? 0 : across - 2);
      const fx = u - col;
      const right = Math.min(col + 1, across - 1);
      const top = (paper[row * across + col] as number) * (1 - fx) + (paper[row * across + right] as number) * fx;
      const bottom = (paper[below * across + col] as number) * (1 - fx) + (paper[below * across + right] as number) * fx;
      levels[x] = top * (1 - fy) + bottom * fy;
    }
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const white = (levels[x] as number) - 2 * noise;
      const low = Math.min(black, white - 30);
      const value = (255 * ((data[at] as number) - low)) / (white - low);
      out[at] = value <= 0 ? 0 : value >= 255 ? 255 : value;
    }
  }
  return { width, height, data: out };
}

/** The gray of the paper in each tile: what most of the lighter pixels have. */
function paperLevels({ width, height, data }: GrayImage, tile: number, across: number, down: number): Float64Array {
  const levels = new Float64Array(across * down);
  const histogram = new Uint32Array(256);
  for (let ty = 0; ty < down; ty++) {
    for (let tx = 0; tx < across; tx++) {
      histogram.fill(0);
      const x1 = Math.min(width, (tx + 1) * tile);
      const y1 = Math.min(height, (ty + 1) * tile);
      let total = 0;
      for (let y = ty * tile; y < y1; y += 2) {
        for (let x = tx * tile; x < x1; x++) {
          const value = data[y * width + x] as number;
          histogram[value] = (histogram[value] as number) + 1;
          total++;
        }
      }
      let seen = 0;
      let level = 255;
      for (; level > 0; level--) if ((seen += histogram[level] as number) >= 0.35 * total) break;
      levels[ty * across + tx] = level;
    }
  }
  return levels;
}

/** A tile full of ink takes the paper of its neighbours. */
function smoothed(levels: Float64Array, across: number, down: number): Float64Array {
  const out = new Float64Array(levels.length);
  for (let ty = 0; ty < down; ty++) {
    for (let tx = 0; tx < across; tx++) {
      const near: number[] = [];
      for (let y = Math.max(0, ty - 1); y <= Math.min(down - 1, ty + 1); y++) {
        for (let x = Math.max(0, tx - 1); x <= Math.min(across - 1, tx + 1); x++) near.push(levels[y * across + x] as number);
      }
      near.sort((a, b) => a - b);
      const middle = near[near.length >> 1] as number;
      const own = levels[ty * across + tx] as number;
      out[ty * across + tx] = own < 0.6 * middle ? middle : own;
    }
  }
  return out;
}

/** The gray of the darker ink. */
function inkLevel(data: Uint8Array, ink: Ink): number {
  const histogram = new Uint32Array(256);
  let total = 0;
  for (let i = 0; i < data.length; i++) {
    if (ink.data[i] === 0) continue;
    const value = data[i] as number;
    histogram[value] = (histogram[value] as number) + 1;
    total++;
  }
  let seen = 0;
  for (let level = 0; level < 256; level++) if ((seen += histogram[level] as number) > 0.1 * total) return level;
  return 0;
}

/** A light blur (1 2 1 both ways): takes grain away that is finer than any stroke. */
export function soften(image: GrayImage): GrayImage {
  const { width, height, data } = image;
  const rows = new Uint16Array(width * height);
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      const left = data[row + (x > 0 ? x - 1 : 0)] as number;
      const right = data[row + (x + 1 < width ? x + 1 : x)] as number;
      rows[row + x] = left + 2 * (data[row + x] as number) + right;
    }
  }
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const above = y > 0 ? row - width : row;
    const below = y + 1 < height ? row + width : row;
    for (let x = 0; x < width; x++) {
      out[row + x] = ((rows[above + x] as number) + 2 * (rows[row + x] as number) + (rows[below + x] as number) + 8) >> 4;
    }
  }
  return { width, height, data: out };
}
