import type { Box } from '../../model/geometry.ts';

/** Eight bits a pixel, 0 is black, rows without padding. */
export interface GrayImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A bitmap as renderers make them (blue, green, red, alpha or filler), laid on white. */
export function grayOfBgra(bgra: Uint8Array, width: number, height: number, stride = width * 4): GrayImage {
  const data = new Uint8Array(width * height);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0, from = y * stride; x < width; x++, from += 4) {
      // ITU-R BT.601 weights in 1/256.
      data[to++] = (29 * (bgra[from] as number) + 150 * (bgra[from + 1] as number) + 77 * (bgra[from + 2] as number)) >> 8;
    }
  }
  return { width, height, data };
}

/** The part inside the box, with a white margin all around it. */
export function crop(image: GrayImage, box: Box, margin = 0): GrayImage {
  const [x0, y0, x1, y1] = within(box, image);
  const width = x1 - x0 + 2 * margin;
  const height = y1 - y0 + 2 * margin;
  const data = new Uint8Array(width * height).fill(255);
  for (let y = y0; y < y1; y++) {
    data.set(image.data.subarray(y * image.width + x0, y * image.width + x1), (y - y0 + margin) * width + margin);
  }
  return { width, height, data };
}

/** The box in whole pixels, cut at the edges of the image. */
export function within([x0, y0, x1, y1]: Box, { width, height }: { width: number; height: number }): Box {
  const left = Math.min(Math.max(Math.floor(x0), 0), width);
  const top = Math.min(Math.max(Math.floor(y0), 0), height);
  return [left, top, Math.max(left, Math.min(Math.ceil(x1), width)), Math.max(top, Math.min(Math.ceil(y1), height))];
}

/** The smallest box around all of them; null for none. */
export function around(boxes: Iterable<Box>): Box | null {
  let all: Box | null = null;
  for (const [x0, y0, x1, y1] of boxes) {
    all = all ? [Math.min(all[0], x0), Math.min(all[1], y0), Math.max(all[2], x1), Math.max(all[3], y1)] : [x0, y0, x1, y1];
  }
  return all;
}
