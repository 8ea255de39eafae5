import type { ChunkRow, Snapshot } from './engine/snapshot.ts';
import { engineAverageLength, type Observation } from './scoring/calibration.ts';
import { TermCounter } from './scoring/term-counter.ts';

/** What is known of a term over the indexed chunks of one set of classes. */
export interface TermStatistics {
  /** The number of chunks that hold it. */
  readonly frequency: number;
  /** What the engine gives the chunk that it thinks best for this term alone; null where there is none. */
  readonly best: Observation | null;
}

/** The part of the indexed chunks that is asked about. */
export interface Part {
  /** Null: all of them. */
  readonly classes: ReadonlySet<string> | null;
  /** The same as SQL. */
  readonly where: string | null;
  /** How many chunks that are. */
  readonly chunks: number;
}

/** What changed in a document's part of the index: chunks that hold a term, more or less than before. */
export interface Change {
  readonly cls: string;
  readonly sign: 1 | -1;
  frequencies(): Iterable<readonly [term: string, chunks: number]>;
}

interface PartStatistics {
  readonly classes: ReadonlySet<string> | null;
  readonly frequencies: Map<string, number>;
  readonly best: Map<string, Observation | null>;
}

/** Terms that are remembered for each set of classes; beyond them the oldest is forgotten. */
const REMEMBERED = 50_000;
/** Sets of classes that are remembered. */
const PARTS = 64;
/** Questions about single terms that run at once: more would only take each other's turns. */
const AT_ONCE = 16;
/** Of so many rows of a term two are likely to differ in length. */
const SAMPLE = 64;

/**
 * Remembers what the engine said about single terms: asking takes about a millisecond each. How often a term stands in the indexed
 * chunks holds while these are the same; by what statistics the engine scores holds while the index is the same.
 */
export class EngineStatistics {
  readonly indexId: string;
  private readonly parts = new Map<string, PartStatistics>();
  private average: number | null = null;

  constructor(indexId: string) {
    this.indexId = indexId;
  }

  /** The average length of a chunk by which the engine scores; null where it could not be told. */
  get averageLength(): number | null {
    return this.average;
  }

  /** In the order of the terms. */
  async of(snapshot: Snapshot, terms: readonly string[], part: Part): Promise<TermStatistics[]> {
    const known = this.part(part);
    const result = new Map<string, { frequency: number | undefined; best: Observation | null | undefined }>();
    for (const term of terms) result.set(term, { frequency: known.frequencies.get(term), best: known.best.get(term) });
    const missing = <K extends keyof TermStatistics>(field: K) => terms.filter((term) => result.get(term)?.[field] === undefined);
    for (const [term, { frequency, best }] of await countTerms(snapshot, missing('frequency'), part)) {
      remember(known.frequencies, term, frequency);
      remember(known.best, term, best);
      result.set(term, { frequency, best });
    }
    for (const [term, best] of await eachOf(missing('best'), (term) => observe(snapshot, term, part.where, 1))) {
      remember(known.best, term, best[0] ?? null);
      result.set(term, { frequency: result.get(term)?.frequency, best: best[0] ?? null });
    }
    const statistics = [...result.values()] as TermStatistics[];
    this.average ??= await this.measureLength(
      snapshot,
      terms.filter((_, at) => (statistics[at] as TermStatistics).frequency > 1),
      part,
    );
    return statistics;
  }

  /** The same knowledge after documents came into the index or went from it. */
  after(changes: readonly Change[], indexId: string): EngineStatistics {
    const next = new EngineStatistics(indexId);
    const isSameIndex = indexId === this.indexId;
    if (isSameIndex) next.average = this.average;
    for (const [key, { classes, frequencies, best }] of this.parts) {
      const changed = new Map(frequencies);
      for (const { cls, sign, frequencies: terms } of changes) {
        if (classes !== null && !classes.has(cls)) continue;
        for (const [term, chunks] of terms()) {
          const before = changed.get(term);
          if (before !== undefined) changed.set(term, before + sign * chunks);
        }
      }
      next.parts.set(key, { classes, frequencies: changed, best: isSameIndex ? new Map(best) : new Map() });
    }
    return next;
  }

  private part({ classes, where }: Part): PartStatistics {
    const key = where ?? '';
    let part = this.parts.get(key);
    if (part === undefined) {
      if (this.parts.size >= PARTS) this.parts.delete(this.parts.keys().next().value as string);
      part = { classes, frequencies: new Map(), best: new Map() };
      this.parts.set(key, part);
    }
    return part;
  }

  /** By the first term that tells it. */
  private async measureLength(snapshot: Snapshot, terms: readonly string[], part: Part): Promise<number | null> {
    for (const term of terms.slice(0, AT_ONCE)) {
      const [first, ...others] = await observe(snapshot, term, part.where, SAMPLE);
      if (first === undefined) continue;
      const average = engineAverageLength(others.map((other) => [first, other] as const));
      if (average !== null) return average;
    }
    return null;
  }
}

/** The engine's best rows of one term, with what stands in them. */
async function observe(snapshot: Snapshot, term: string, where: string | null, limit: number): Promise<Observation[]> {
  const rows = await snapshot.candidates([term], where, limit);
  return rows.map((row) => observation(term, row.engineScore, row));
}

/** How often terms stand in the chunks, with the best row of each: one question a term, and one for all rows. */
async function countTerms(snapshot: Snapshot, terms: readonly string[], part: Part): Promise<[string, TermStatistics][]> {
  const counted = await eachOf(terms, (term) => snapshot.termRows(term, part.where, part.chunks));
  const rows = await snapshot.lengthsAndTokens(counted.flatMap(([, { best }]) => (best === null ? [] : [best.rowId])));
  return counted.map(([term, { count, best }]) => {
    const row = best === null ? undefined : rows.get(best.rowId);
    const observed = best === null || row === undefined ? null : observation(term, best.engineScore, row);
    return [term, { frequency: count, best: observed }];
  });
}

function observation(term: string, engineScore: number, { tokens, length }: Pick<ChunkRow, 'length' | 'tokens'>): Observation {
  return { score: engineScore, count: new TermCounter([term]).count(tokens)[0] as number, length };
}

async function eachOf<V>(terms: readonly string[], question: (term: string) => Promise<V>): Promise<[string, V][]> {
  const answers = new Array<[string, V]>(terms.length);
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < terms.length; at = next++) {
      const term = terms[at] as string;
      answers[at] = [term, await question(term)];
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, terms.length) }, worker));
  return answers;
}

function remember<V>(memory: Map<string, V>, term: string, value: V): void {
  if (memory.size >= REMEMBERED) memory.delete(memory.keys().next().value as string);
  memory.set(term, value);
}
