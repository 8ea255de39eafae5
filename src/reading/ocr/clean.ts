import type { GrayImage } from './gray-image.ts';
import type { Ink } from './ink.ts';

/**
 * Paper made white and ink black: shading, grain and a weak scan's gray are gone, the strokes' edges stay. `black` is the gray
 * of the page's ink.
 */
export function flatten(image: GrayImage, black: number, glyph: number, noise: number): GrayImage {
  const { width, height, data } = image;
  const tile = Math.max(16, Math.round(2 * glyph));
  const across = Math.ceil(width / tile);
  const down = Math.ceil(height / tile);
  const paper = smoothed(paperLevels(image, tile, across, down), across, down);
  const out = new Uint8Array(data.length);
  const row = new Float64Array(across);
  for (let y = 0; y < height; y++) {
    const [above, below, share] = between(y, tile, down);
    for (let t = 0; t < across; t++)
      row[t] = (paper[above * across + t] as number) * (1 - share) + (paper[below * across + t] as number) * share;
    // From the middle of one tile to the middle of the next the paper's gray changes evenly.
    for (let t = -1; t < across; t++) {
      const from = Math.max(0, Math.round((t + 0.5) * tile));
      const to = Math.min(width, Math.round((t + 1.5) * tile));
      const left = row[Math.max(0, t)] as number;
      const step = ((row[Math.min(across - 1, t + 1)] as number) - left) / tile;
      let white = left - 2 * noise;
      for (let x = from, at = y * width + from; x < to; x++, at++, white += step) {
        const value = data[at] as number;
        if (value >= white) {
          out[at] = 255;
          continue;
        }
        const low = Math.min(black, white - 30);
        out[at] = value <= low ? 0 : (255 * (value - low)) / (white - low);
      }
    }
  }
  return { width, height, data: out };
}

function between(y: number, tile: number, down: number): [above: number, below: number, share: number] {
  const at = Math.min(Math.max((y + 0.5) / tile - 0.5, 0), down - 1);
  const above = Math.floor(at);
  return [above, Math.min(above + 1, down - 1), at - above];
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
      for (; level > 0; level--) {
        seen += histogram[level] as number;
        if (seen >= 0.35 * total) break;
      }
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
export function inkLevel({ data }: GrayImage, ink: Ink): number {
  const histogram = new Uint32Array(256);
  let total = 0;
  for (let i = 0; i < data.length; i++) {
    if (ink.data[i] === 0) continue;
    const value = data[i] as number;
    histogram[value] = (histogram[value] as number) + 1;
    total++;
  }
  let seen = 0;
  for (let level = 0; level < 256; level++) {
    seen += histogram[level] as number;
    if (seen > 0.1 * total) return level;
  }
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
