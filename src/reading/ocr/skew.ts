import type { Ink } from './ink.ts';

/** Widest angle that is looked for; a page that lies further askew is not read straight. */
const MOST_DEGREES = 12;

/**
 * Angle in degrees by which the text's lines fall to the right (positive: clockwise). The right angle is the one at which
 * rows of ink and gaps between them stand out most sharply.
 */
export function skewOf(ink: Ink): { angle: number; sharpness: number } {
  return sharpest(lowerEdges(ink));
}

function sharpest(points: Points): { angle: number; sharpness: number } {
  if (points.xs.length < 50) return { angle: 0, sharpness: 0 };
  let best = search(points, -MOST_DEGREES, MOST_DEGREES, 0.5);
  best = search(points, best.angle - 0.5, best.angle + 0.5, 0.1);
  best = search(points, best.angle - 0.1, best.angle + 0.1, 0.02);
  const straight = sharpness(points, 0);
  // Straight is the likelier one unless the other is clearly better.
  if (Math.abs(best.angle) < 0.08 || best.sharpness < straight * 1.02) return { angle: 0, sharpness: straight };
  return best;
}

/** How much sharper rows of ink stand out than columns of it: 2 to 12 for pages of text that stand or lie on their heads. */
export function rowsOverColumns(ink: Ink): number {
  const columns = sharpest(rightEdges(ink)).sharpness;
  return columns === 0 ? 1 : skewOf(ink).sharpness / columns;
}

interface Points {
  readonly xs: Int32Array;
  readonly ys: Int32Array;
  readonly width: number;
  readonly height: number;
}

/** Lower edges of ink, which text lines up along its rows. */
function lowerEdges({ width, height, data }: Ink): Points {
  const edges: number[] = [];
  const step = Math.max(1, Math.round(width / 800));
  for (let y = 0; y + 1 < height; y++) {
    if (!data.subarray(y * width, (y + 1) * width).includes(1)) continue;
    for (let x = 0, at = y * width; x < width; x += step, at += step) {
      if (data[at] === 1 && data[at + width] === 0) edges.push(x, y);
    }
  }
  return thinned(edges, width, height);
}

/** Right edges of ink with the page laid on its side. */
function rightEdges({ width, height, data }: Ink): Points {
  const edges: number[] = [];
  const step = Math.max(1, Math.round(height / 800));
  for (let y = 0; y < height; y += step) {
    const line = data.subarray(y * width, (y + 1) * width);
    for (let start = line.indexOf(1); start >= 0; ) {
      const end = line.indexOf(0, start);
      if (end < 0) break;
      edges.push(y, end - 1);
      start = line.indexOf(1, end);
    }
  }
  return thinned(edges, height, width);
}

/** Some 40,000 points tell as much as all. */
function thinned(edges: readonly number[], width: number, height: number): Points {
  const keep = Math.ceil(edges.length / 2 / 40_000);
  const count = Math.floor(edges.length / 2 / Math.max(1, keep));
  const [xs, ys] = [new Int32Array(count), new Int32Array(count)];
  for (let i = 0; i < count; i++) {
    xs[i] = edges[2 * i * keep] as number;
    ys[i] = edges[2 * i * keep + 1] as number;
  }
  return { xs, ys, width, height };
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
