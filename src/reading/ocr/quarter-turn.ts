import type { GrayImage } from './gray-image.ts';
import type { Affine } from './resample.ts';

/** Turned clockwise by quarter turns. */
export function turned(image: GrayImage, turns: number): GrayImage {
  const { width, height, data } = image;
  const quarter = turns & 3;
  if (quarter === 0) return image;
  if (quarter === 2) return { width, height, data: Uint8Array.from(data).reverse() };
  const out = new Uint8Array(data.length);
  // Row y becomes column height - 1 - y, or column y from below.
  for (let y = 0, from = 0; y < height; y++) {
    let to = quarter === 1 ? height - 1 - y : (width - 1) * height + y;
    const step = quarter === 1 ? height : -height;
    for (let x = 0; x < width; x++, from++, to += step) out[to] = data[from] as number;
  }
  return { width: height, height: width, data: out };
}

/** From the pixels of the turned image to those of the one that was turned, whose size is given. */
export function turnBack({ width, height }: { width: number; height: number }, turns: number): Affine {
  switch (turns & 3) {
    case 1:
      return [0, 1, 0, -1, 0, height];
    case 2:
      return [-1, 0, width, 0, -1, height];
    case 3:
      return [0, -1, width, 1, 0, 0];
    default:
      return [1, 0, 0, 0, 1, 0];
  }
}
