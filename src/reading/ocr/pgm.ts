import type { GrayImage } from './gray-image.ts';

/** The plainest file of gray pixels there is. */
export function pgmOf({ width, height, data }: GrayImage): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), data]);
}
