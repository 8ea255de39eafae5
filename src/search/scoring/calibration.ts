import { B, K1, saturation } from './bm25.ts';

/*
 * The engine scores by statistics of its own: of everything it indexed, hidden and deleted rows among it. They cannot be asked
 * for, but a score of one term gives them away: with a = 1 / (idf (K1 + 1)) and A the average length it is
 *   1 / score = a (1 + K1 (1 - B) / count) + (a K1 B / A) length / count
 * so that two rows of one term with different lengths tell A, and then one row tells the idf of any other term.
 */

/** What the engine gave a row for one term alone, and what stands in that row. */
export interface Observation {
  readonly score: number;
  readonly count: number;
  readonly length: number;
}

/** Relative rounding of a 32-bit score. */
const ROUNDING = 1.2e-7;
/** Estimates that rounding could have moved further than this are not used. */
const PRECISE = 1e-4;

/** The engine's average length from the pair of observations of one term that tells it best; null where none does. */
export function engineAverageLength(pairs: Iterable<readonly [Observation, Observation]>): number | null {
  let best: number | null = null;
  let least = PRECISE;
  for (const [x, y] of pairs) {
    const [ux, uy] = [1 + (K1 * (1 - B)) / x.count, 1 + (K1 * (1 - B)) / y.count];
    const [vx, vy] = [x.length / x.count, y.length / y.count];
    const [rx, ry] = [1 / x.score, 1 / y.score];
    const determinant = ux * vy - uy * vx;
    const a = (rx * vy - ry * vx) / determinant;
    const c = (ux * ry - uy * rx) / determinant;
    const spread = Math.abs(determinant);
    const error =
      (ROUNDING * (rx * vy + ry * vx)) / (Math.abs(a) * spread) + (ROUNDING * (ux * ry + uy * rx)) / (Math.abs(c) * spread);
    const average = (K1 * B * a) / c;
    if (error < least && average > 0) {
      least = error;
      best = average;
    }
  }
  return best;
}

/** The engine's idf of the term of an observation. */
export function engineIdf({ score, count, length }: Observation, averageLength: number): number {
  return score / saturation(count, length, averageLength);
}
