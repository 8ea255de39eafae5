import { compareNames } from './name-order.ts';

/** A chunk in a list of results. */
export interface Found {
  readonly rowId: bigint;
  readonly name: string;
  readonly ord: number;
  /** The same for chunks that say the same. */
  readonly says: string;
  /** BM25; 0 where no term of the query stands in it. */
  readonly score: number;
}

/** One that was found by its words. */
export interface Ranked extends Found {
  /** What it is ranked by: its score, or less. */
  readonly worth: number;
}

/** By worth; equal ones by the name of the document, then by their place in it. */
export function compareRanked(a: Ranked, b: Ranked): number {
  return b.worth - a.worth || comparePlaces(a, b);
}

export function comparePlaces(a: Pick<Ranked, 'name' | 'ord'>, b: Pick<Ranked, 'name' | 'ord'>): number {
  return compareNames(a.name, b.name) || a.ord - b.ord;
}

/** Copies are looked for among so many times as many of the best as are wanted. */
const WINDOW = 10;

/**
 * The first `limit` of a ranked list that each say something else; what only repeats one of them comes after all of those, where
 * there is room. A tenant that keeps every letter as hwp and as pdf is not shown everything twice.
 * `needed`: so many of the list have to be known for that.
 */
export function copiesLast<T extends Pick<Ranked, 'says'>>(ranked: readonly T[], limit: number): { chosen: T[]; needed: number } {
  const first: T[] = [];
  const copies: T[] = [];
  const said = new Set<string>();
  const needed = limit * WINDOW;
  for (const [at, chunk] of ranked.slice(0, needed).entries()) {
    if (said.has(chunk.says)) {
      copies.push(chunk);
      continue;
    }
    said.add(chunk.says);
    first.push(chunk);
    if (first.length === limit) return { chosen: first, needed: at + 1 };
  }
  return { chosen: [...first, ...copies].slice(0, limit), needed };
}
