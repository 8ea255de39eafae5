import { B, type Collection, K1 } from './bm25.ts';

/** What is known of one term about the rows that the engine did not give. */
export interface TermBound {
  /** Exact over engine score of the term, at most; Infinity where the engine's statistics are unknown. */
  readonly ratio: number;
  /** The engine's highest score of the term alone in an allowed row. */
  readonly highest: number;
  /** The highest exact score that the term can give to any row. */
  readonly most: number;
}

/** Sums of 32-bit scores over a hundred terms, and estimates from them, are right to this. */
const ROUNDING = 1.0005;

/**
 * The engine gave its best rows; every other one has an engine score of at most `last`. How high can an exact score among them
 * be? As a sack is filled with what is worth most for its weight: the engine score is spent on the terms with the highest ratio
 * first, on each no more than any row has of it.
 */
export function highestUnseen(terms: readonly TermBound[], last: number): number {
  let left = last * ROUNDING;
  let sum = 0;
  const known: TermBound[] = [];
  for (const term of terms) {
    if (Number.isFinite(term.ratio)) known.push(term);
    else sum += term.most;
  }
  for (const { ratio, highest, most } of known.sort((a, b) => b.ratio - a.ratio)) {
    if (left <= 0) break;
    const spent = Math.min(left, highest * ROUNDING, most / ratio);
    sum += spent * ratio;
    left -= spent;
  }
  return sum * ROUNDING;
}

/** How much more the exact length normalisation can give than the engine's, over all lengths up to the longest. */
export function lengthRatio({ chunks, length, longest }: Collection, engineAverage: number): number {
  const norm = (average: number) => 1 + K1 * (1 - B + (B * longest) / average);
  return Math.max(1, norm(engineAverage) / norm(length / chunks));
}
