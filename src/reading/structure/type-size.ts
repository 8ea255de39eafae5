import type { Line } from './lines.ts';

/** How much larger than the text a title is set at least. */
const LARGER = 1.15;
/** Sizes that differ by less are meant to be one. */
const ALIKE = 0.04;
/** Lines that say enough about the size of the text. */
const MOST_LINES = 400;
const LEAST_LINES = 5;

/** The size that most of the text is set in, tables aside where there is other text; 0 where the file states no sizes. */
export function bodySize(lines: readonly Line[]): number {
  const sized = lines.slice(0, MOST_LINES).filter((line) => line.size > 0);
  const running = sized.filter((line) => line.block.type !== 'table');
  return medianSize(running.length >= LEAST_LINES ? running : sized);
}

/** Half of the text is set in this size or a smaller one. */
function medianSize(lines: readonly Line[]): number {
  const weights = new Map<number, number>();
  let total = 0;
  for (const { size, text } of lines) {
    weights.set(size, (weights.get(size) ?? 0) + text.length);
    total += text.length;
  }
  let passed = 0;
  for (const [size, weight] of [...weights].sort((a, b) => a[0] - b[0])) {
    passed += weight;
    if (passed * 2 >= total) return size;
  }
  return 0;
}

export function isLarge(line: Line, body: number): boolean {
  return body > 0 && line.size >= body * LARGER;
}

export function isSetAlike(a: Line, b: Line): boolean {
  return a.size > 0 && Math.abs(a.size - b.size) <= ALIKE * Math.max(a.size, b.size);
}
