/** BM25 as the engine has it (Robertson's idf plus one inside the logarithm, so that it is never negative). */
export const K1 = 1.2;
export const B = 0.75;

/** The chunks that a principal may see, as numbers: nothing else shapes a score. */
export interface Collection {
  readonly chunks: number;
  /** Tokens of all of them. */
  readonly length: number;
  /** Tokens of the longest. */
  readonly longest: number;
}

export function idf(chunks: number, frequency: number): number {
  return Math.log(1 + (chunks - frequency + 0.5) / (frequency + 0.5));
}

/** How much of its weight a term that stands `count` times in a chunk gives to the chunk; below K1 + 1. */
export function saturation(count: number, length: number, averageLength: number): number {
  return ((K1 + 1) * count) / (count + K1 * (1 - B + (B * length) / averageLength));
}

/** A term of a query with its weight over one collection: its idf, or a part of it. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** `counts` in the order of the terms, so that equal chunks get the very same sum. */
export function score(terms: readonly WeightedTerm[], counts: ArrayLike<number>, length: number, averageLength: number): number {
  let sum = 0;
  for (let at = 0; at < terms.length; at++) {
    const count = counts[at] as number;
    if (count > 0) sum += (terms[at] as WeightedTerm).weight * saturation(count, length, averageLength);
  }
  return sum;
}
