import { queryTerms } from './analysis/analyzer.ts';
import { type Figure, figureAsked } from './analysis/figures.ts';
import { termWeights } from './analysis/term-weights.ts';
import type { DocumentPostings } from './document-postings.ts';
import type { Candidate, ChunkRow, Snapshot } from './engine/snapshot.ts';
import type { EngineStatistics, Part, TermStatistics } from './engine-statistics.ts';
import { compareRanked, copiesLast, type Ranked } from './ranking.ts';
import { type Collection, idf, K1, saturation, score, type WeightedTerm } from './scoring/bm25.ts';
import { TermCounter } from './scoring/term-counter.ts';
import { highestUnseen, lengthRatio, type TermBound } from './scoring/unseen-bound.ts';

/** The chunks that somebody may see, and how to get at them. */
export interface Scope {
  readonly collection: Collection;
  /** Chunks among them that the full-text index knows. */
  readonly indexed: Part;
  /** Documents among them that it does not know yet. */
  readonly tail: ReadonlyMap<string, DocumentPostings>;
}

interface Counted extends ChunkRow, Candidate {
  /** How often each term stands in it. */
  readonly counts: Uint32Array;
}

/**
 * The engine is asked for so many times as many rows as are wanted at first, among a hundred thousand chunks; among more or fewer by
 * the root of their number, since so many more lie as near to the best. Where that is not enough it is asked for four times as many.
 */
const FIRST = 16;
const FIRST_AMONG = 100_000;
const AT_LEAST = 80;
const GROWTH = 4;
/** Of those so many times as many as are wanted are read at first. */
const READ_FIRST = 3;
/**
 * A term that nearly every chunk holds is worth next to nothing, but not to the engine, which counts rows besides chunks: by such terms
 * it would propose the wrong ones. One that it rates so many times as high as another, by what both are worth, is not asked for.
 */
const OVERRATED = 4;
/** A chunk without the kind of figure that is asked for is worth this part of its score. */
const WITHOUT_FIGURE = 0.8;
/** A row whose engine score is not what the engine's statistics explain tells that they are not understood. */
const EXPLAINED = 1e-3;

/** One question over one scope: the exact weights of its terms, and the best chunks by them. */
export class LexicalSearch {
  private readonly snapshot: Snapshot;
  private readonly scope: Scope;
  private readonly engine: EngineStatistics;
  private readonly averageLength: number;
  private readonly asked: readonly string[];
  private readonly figure: Figure | null;
  private terms: readonly WeightedTerm[] = [];
  private counter = new TermCounter([]);
  private statistics: readonly TermStatistics[] = [];
  /** Places of the terms that the engine is asked for. */
  private rated: ReadonlySet<number> = new Set();

  constructor(snapshot: Snapshot, scope: Scope, engine: EngineStatistics, question: string) {
    this.snapshot = snapshot;
    this.scope = scope;
    this.engine = engine;
    this.asked = queryTerms(question);
    this.figure = figureAsked(question);
    this.averageLength = scope.collection.length / scope.collection.chunks;
  }

  /** The best `limit` chunks, exactly: no other chunk of the scope that says something else is worth more. */
  async best(limit: number): Promise<Ranked[]> {
    const hasIndex = this.scope.indexed.chunks > 0 && this.asked.length > 0;
    await this.weigh(hasIndex);
    if (this.terms.length === 0) return [];
    let asked = Math.max(AT_LEAST, Math.ceil(limit * FIRST * Math.sqrt(this.scope.indexed.chunks / FIRST_AMONG)));
    let given = hasIndex ? await this.candidates(asked) : [];
    const tail = this.inTail();
    const read = new Map<bigint, Counted>();
    for (let wanted = limit * READ_FIRST; ; ) {
      await this.read(given.slice(0, wanted), read);
      const ranked = [...tail, ...Array.from(read.values(), (chunk) => this.ranked(chunk, chunk.counts))].sort(compareRanked);
      const { chosen, needed } = copiesLast(ranked, limit);
      const lowest = ranked[needed - 1];
      if (wanted >= given.length && given.length < asked) {
        // What else there is has only terms that the engine was not asked for.
        if (this.rated.size === this.terms.length || (lowest !== undefined && this.unasked < lowest.worth)) return chosen;
        this.rated = new Set(this.terms.keys());
        read.clear();
        given = await this.candidates(asked);
        continue;
      }
      const bounds = this.bounds([...read.values()]);
      const enough = () => (lowest === undefined ? wanted * GROWTH : readingEnough(lowest.worth - this.unasked, bounds, given));
      if (enough() <= wanted) return chosen;
      while (enough() > given.length && given.length === asked) {
        asked *= GROWTH;
        given = await this.candidates(asked);
      }
      wanted = enough();
    }
  }

  /** BM25 of a chunk that was found by other means; after `best`. */
  scoreOf(tokens: string, length: number): number {
    return score(this.terms, this.counter.count(tokens), length, this.averageLength);
  }

  /** Rareness by what may be seen alone: the frequency of every term among the allowed chunks, indexed or not. */
  private async weigh(hasIndex: boolean): Promise<void> {
    const { scope, asked } = this;
    const indexed = hasIndex
      ? await this.engine.of(this.snapshot, asked, scope.indexed)
      : asked.map(() => ({ frequency: 0, engine: null }));
    const weights = termWeights(asked);
    const terms: WeightedTerm[] = [];
    const statistics: TermStatistics[] = [];
    asked.forEach((term, at) => {
      let frequency = (indexed[at] as TermStatistics).frequency;
      for (const document of scope.tail.values()) frequency += document.frequency(term);
      if (frequency === 0) return;
      terms.push({ term, weight: (weights[at] as number) * idf(scope.collection.chunks, frequency) });
      statistics.push(indexed[at] as TermStatistics);
    });
    this.terms = terms;
    this.statistics = statistics;
    this.rated = wellRated(terms, statistics);
    this.counter = new TermCounter(terms.map(({ term }) => term));
  }

  private candidates(limit: number): Promise<Candidate[]> {
    const asked = this.terms.filter((_, at) => this.rated.has(at)).map(({ term }) => term);
    return this.snapshot.candidates(asked, this.scope.indexed.where, limit);
  }

  /** Adds those of the candidates that are not read yet. */
  private async read(candidates: readonly Candidate[], read: Map<bigint, Counted>): Promise<void> {
    const missing = candidates.filter(({ rowId }) => !read.has(rowId));
    const chunks = await this.snapshot.chunks(missing.map(({ rowId }) => rowId));
    for (const candidate of missing) {
      const chunk = chunks.get(candidate.rowId);
      if (chunk === undefined) throw new Error('a chunk is not in the version that it was found in');
      read.set(candidate.rowId, { ...chunk, ...candidate, counts: this.counter.count(chunk.tokens) });
    }
  }

  private ranked({ rowId, name, ord, says, figures, length }: Omit<ChunkRow, 'tokens'>, counts: Uint32Array): Ranked {
    const exact = score(this.terms, counts, length, this.averageLength);
    const isLacking = this.figure !== null && !figures.includes(this.figure);
    return { rowId, name, ord, says, score: exact, worth: isLacking ? exact * WITHOUT_FIGURE : exact };
  }

  private inTail(): Ranked[] {
    const found: Ranked[] = [];
    const names = this.terms.map(({ term }) => term);
    for (const [name, document] of this.scope.tail) {
      document.match(names, (row, counts) => found.push(this.ranked({ ...row, name }, counts)));
    }
    return found;
  }

  /** What a chunk can have at most by the terms that the engine was not asked for. */
  private get unasked(): number {
    return this.terms.reduce((sum, { weight }, at) => (this.rated.has(at) ? sum : sum + weight * (K1 + 1)), 0);
  }

  private bounds(given: readonly Counted[]): TermBound[] {
    const average = this.engine.averageLength;
    const understood = average !== null && this.explains(given, average);
    const byLength = understood ? lengthRatio(this.scope.collection, average) : Number.POSITIVE_INFINITY;
    const bounds: TermBound[] = [];
    this.statistics.forEach(({ frequency, engine }, at) => {
      // A term that is in no indexed chunk gives nothing to any of them.
      if (frequency === 0 || !this.rated.has(at)) return;
      const { weight } = this.terms[at] as WeightedTerm;
      const ratio = understood && engine !== null ? (weight / engine.low) * byLength : Number.POSITIVE_INFINITY;
      bounds.push({ ratio, highest: engine?.highest ?? Number.POSITIVE_INFINITY, most: weight * (K1 + 1) });
    });
    return bounds;
  }

  /** Whether what we believe of the engine's statistics gives the scores that it gave. */
  private explains(given: readonly Counted[], average: number): boolean {
    return given.every(({ counts, length, engineScore }) => {
      let [least, most] = [0, 0];
      for (const [at, { engine }] of this.statistics.entries()) {
        const count = counts[at] as number;
        if (count === 0 || engine === null || !this.rated.has(at)) continue;
        const share = saturation(count, length, average);
        least += engine.low * share;
        most += engine.high * share;
      }
      return least - engineScore <= EXPLAINED * engineScore && engineScore - most <= EXPLAINED * engineScore;
    });
  }
}

/**
 * So many of the given have to be read for it to be certain that no other chunk is worth as much as the lowest that matters; more
 * than there are where all of them are not enough. Whatever is not read has at most the engine's score of the first that is not.
 */
function readingEnough(lowest: number, bounds: readonly TermBound[], given: readonly Candidate[]): number {
  let [low, high] = [0, given.length + 1];
  while (low < high) {
    const count = (low + high) >> 1;
    const { engineScore } = given[Math.min(count, given.length - 1)] as Candidate;
    // An equal score could stand before it by its name.
    if (highestUnseen(bounds, engineScore) < lowest) high = count;
    else low = count + 1;
  }
  return low;
}

/** The places of all terms but those that the engine overrates; where it is not known how it rates one, that one is kept. */
function wellRated(terms: readonly WeightedTerm[], statistics: readonly TermStatistics[]): Set<number> {
  const ratios = terms.map(({ weight }, at) => {
    const engine = statistics[at]?.engine ?? null;
    return engine === null ? Number.POSITIVE_INFINITY : weight / engine.low;
  });
  const highest = Math.max(0, ...ratios.filter(Number.isFinite));
  return new Set([...terms.keys()].filter((at) => (ratios[at] as number) * OVERRATED >= highest));
}
