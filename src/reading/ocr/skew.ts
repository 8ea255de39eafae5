import type { Ink } from './ink.ts';

/** Widest angle that is looked for; a page that lies further askew is not read straight. */
const MOST_DEGREES = 12;

/**
 * Angle in degrees by which the text's lines fall to the right (positive: clockwise). The right angle is the one at which
 * rows of ink and gaps between them stand out most sharply.
 */
export function skewOf(ink: Ink): { angle: number; sharpness: number } {
  const points = inkPoints(ink);
  if (points.xs.length < 50) return { angle: 0, sharpness: 0 };
  let best = search(points, -MOST_DEGREES, MOST_DEGREES, 0.5);
  best = search(points, best.angle - 0.5, best.angle + 0.5, 0.1);
  best = search(points, best.angle - 0.1, best.angle + 0.1, 0.02);
  const straight = sharpness(points, 0);
  // Straight is the likelier one unless the other is clearly better.
  if (Math.abs(best.angle) < 0.08 || best.sharpness < straight * 1.02) return { angle: 0, sharpness: straight };
  return best;
}

interface Points {
  readonly xs: Int32Array;
  readonly ys: Int32Array;
  readonly width: number;
  readonly height: number;
}

/** Lower edges of ink, which text lines up along its rows; at most some 60,000 of them. */
function inkPoints({ width, height, data }: Ink): Points {
  const xs: number[] = [];
  const ys: number[] = [];
  const step = Math.max(1, Math.round(width / 800));
  for (let y = 0; y + 1 < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x += step) {
      if (data[row + x] === 1 && data[row + width + x] === 0) {
        xs.push(x);
        ys.push(y);
      }
    }
  }
  const thin = Math.ceil(xs.length / 60_000);
  if (thin > 1) {
    return {
      xs: Int32Array.from({ length: Math.floor(xs.length / thin) }, (_, i) => xs[i * thin] as number),
      ys: Int32Array.from({ length: Math.floor(ys.length / thin) }, (_, i) => ys[i * thin] as number),
      width,
      height,
    };
  }
  return { xs: Int32Array.from(xs), ys: Int32Array.from(ys), width, height };
}

function search(points: Points, from: number, to: number, step: number): { angle: number; sharpness: number } {
  let best = { angle: 0, sharpness: -1 };
  for (let angle = from; angle <= to + 1e-9; angle += step) {
    const here = sharpness(points, angle);
    if (here > best.sharpness) best = { angle, sharpness: here };
  }
  return best;
}

function sharpness({ xs, ys, width, height }: Points, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const reach = Math.ceil(Math.abs(slope) * width) + 1;
  const rows = new Uint32Array(height + 2 * reach + 1);
  for (let i = 0; i < xs.length; i++) {
    const row = Math.round((ys[i] as number) - (xs[i] as number) * slope) + reach;
    rows[row] = (rows[row] as number) + 1;
  }
  let sum = 0;
  for (const count of rows) sum += count * count;
  return sum / xs.length;
}
