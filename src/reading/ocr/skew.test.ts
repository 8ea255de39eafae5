import { describe, expect, it } from 'vitest';
import type { Ink } from './ink.ts';
import { rowsOverColumns, skewOf } from './skew.ts';

/** Rows of dashes like words, falling to the right by so many degrees. */
function rows(degrees: number): Ink {
  const [width, height] = [900, 700];
  const data = new Uint8Array(width * height);
  const slope = Math.tan((degrees * Math.PI) / 180);
  for (let line = 0; line < 12; line++) {
    for (let x = 40; x < 860; x++) {
      if ((x + 17 * line) % 37 < 9) continue;
      const top = Math.round(80 + line * 45 + (x - 450) * slope);
      for (let y = top; y < top + 14; y++) if (y >= 0 && y < height) data[y * width + x] = 1;
    }
  }
  return { width, height, data };
}

function onItsSide({ width, height, data }: Ink): Ink {
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) out[x * height + (height - 1 - y)] = data[y * width + x] as number;
  return { width: height, height: width, data: out };
}

describe('the angle of a page', () => {
  it.each([-7.5, -1.5, 0.6, 3, 9])('%d degrees are found to a tenth', (degrees) => {
    expect(Math.abs(skewOf(rows(degrees)).angle - degrees)).toBeLessThan(0.1);
  });

  it('a straight page stays straight', () => {
    expect(skewOf(rows(0)).angle).toBe(0);
  });

  it('a page without ink has none', () => {
    expect(skewOf({ width: 100, height: 100, data: new Uint8Array(10_000) })).toEqual({ angle: 0, sharpness: 0 });
  });

  it('rows stand out on a page that stands, columns on one that lies on its side', () => {
    expect(rowsOverColumns(rows(0))).toBeGreaterThan(1.8);
    expect(rowsOverColumns(onItsSide(rows(0)))).toBeLessThan(1);
  });
});
