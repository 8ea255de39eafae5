import type { ChunkRow, Snapshot } from './engine/snapshot.ts';
import { idf, saturation } from './scoring/bm25.ts';
import { engineAverageLength, engineIdf, type Observation } from './scoring/calibration.ts';
import { TermCounter } from './scoring/term-counter.ts';
import type { Change, Words } from './words.ts';

/** What is known of a term over the indexed chunks of one set of classes. */
export interface TermStatistics {
  /** The number of chunks that hold it. */
  readonly frequency: number;
  /** Null where it is unknown, or where there is no such chunk. */
  readonly engine: EngineWeight | null;
}

/** How the engine weighs a term. */
export interface EngineWeight {
  /** Its idf is between these two: rows that are deleted may count in it. */
  readonly low: number;
  readonly high: number;
  /** The highest score that it gives any allowed chunk for this term alone, or more. */
  readonly highest: number;
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

/** What the engine scores by. */
interface Scoring {
  /** Tokens of a row. */
  readonly average: number;
  /** Rows that its index knows, deleted ones among them; at least and at most. */
  readonly rows: { readonly low: number; readonly high: number };
}

interface Counted {
  readonly frequency: number;
  readonly best: Observation | null;
}

/** Terms that are remembered for each set of classes; beyond them the oldest is forgotten. */
const REMEMBERED = 50_000;
/** Sets of classes that are remembered. */
const PARTS = 64;
/** Questions about single terms that run at once: more would only take each other's turns. */
const AT_ONCE = 16;
/** Where a weight is known no better than this, the engine is asked for it. */
const LOOSE = 1.25;
/** Scores are 32-bit numbers: so far, in parts, may a number of rows be off that was told from one. */
const ROWS_ERROR = 4e-6;
/** Rows that are there to be probed. */
const PROBES = 2;

/**
 * What the engine knows about terms. How often one stands in the indexed chunks is in a dictionary; without one the engine is
 * asked, which takes a millisecond or two a term. By what it scores it is asked once for each index.
 */
export class EngineStatistics {
  readonly indexId: string;
  /** Rows of documents that the index knows. */
  private readonly rows: number;
  private readonly readWords: ((snapshot: Snapshot) => Promise<Words>) | null;
  private known: Words | null;
  private reading: Promise<Words> | null = null;
  private scoring: Scoring | null | undefined;
  /** By the set of classes. */
  private readonly counted = new Map<string, Map<string, Counted>>();
  private readonly best = new Map<string, Map<string, Observation | null>>();

  /** `readWords`: makes a dictionary where there is none, in the time of a question; null where that would take too long. */
  constructor(given: {
    readonly indexId: string;
    readonly rows: number;
    readonly words: Words | null;
    readonly readWords: ((snapshot: Snapshot) => Promise<Words>) | null;
    readonly before?: EngineStatistics | null;
  }) {
    const { indexId, rows, words, readWords, before } = given;
    this.indexId = indexId;
    this.rows = rows;
    this.known = words;
    this.readWords = readWords;
    if (before?.indexId !== indexId) return;
    this.scoring = before.scoring;
    // A row may have gone since, which makes nothing higher.
    for (const [where, terms] of before.best) this.best.set(where, new Map(terms));
  }

  get words(): Words | null {
    return this.known;
  }

  /** Takes a dictionary that was made meanwhile, or a shorter one of the same. */
  learn(words: Words): void {
    this.known = words;
  }

  /** The dictionary after documents came into the index or went from it. */
  wordsAfter(changes: readonly Change[]): Words | null {
    return this.known?.after(changes) ?? null;
  }

  /** The average length of a row by which the engine scores; null where it could not be told. */
  get averageLength(): number | null {
    return this.scoring?.average ?? null;
  }

  /** In the order of the terms. */
  async of(snapshot: Snapshot, terms: readonly string[], part: Part): Promise<TermStatistics[]> {
    const [words, scoring] = await Promise.all([this.wordsOn(snapshot), this.scoringOn(snapshot)]);
    if (words === null) return this.asked(snapshot, terms, part, scoring);
    const weights = terms.map((term) => {
      const frequency = words.frequency(term, part.classes);
      return { term, frequency, engine: frequency === 0 || scoring === null ? null : this.weight(term, words, scoring) };
    });
    const loose = weights.filter(({ engine }) => engine !== null && engine.high > engine.low * LOOSE);
    if (loose.length === 0 || scoring === null) return weights;
    const seen = await this.bestOf(
      snapshot,
      loose.map(({ term }) => term),
      part,
    );
    return weights.map((weight) => ({ ...weight, engine: observedWeight(seen.get(weight.term), scoring) ?? weight.engine }));
  }

  /** By the number of rows that are deleted but still count: each of them may hold the term. */
  private weight(term: string, words: Words, { average, rows }: Scoring): EngineWeight {
    const frequency = words.frequency(term, null);
    const deleted = Math.max(0, rows.high - this.rows - PROBES);
    const high = idf(rows.high, frequency);
    const low = idf(rows.low, Math.min(rows.low, frequency + deleted));
    const most = words.most(term);
    const share = Number.isFinite(most) ? saturation(most, words.shortest, average) : saturation(1e9, words.shortest, average);
    return { low, high, highest: high * share };
  }

  private async wordsOn(snapshot: Snapshot): Promise<Words | null> {
    if (this.known !== null || this.readWords === null) return this.known;
    this.reading ??= this.readWords(snapshot).finally(() => {
      this.reading = null;
    });
    this.known = await this.reading;
    return this.known;
  }

  private async scoringOn(snapshot: Snapshot): Promise<Scoring | null> {
    if (this.scoring === undefined) this.scoring = scoringOf(await snapshot.probes());
    return this.scoring;
  }

  /** Without a dictionary. */
  private async asked(
    snapshot: Snapshot,
    terms: readonly string[],
    part: Part,
    scoring: Scoring | null,
  ): Promise<TermStatistics[]> {
    const known = memory(this.counted, part);
    const unknown = terms.filter((term) => !known.has(term));
    const answers = new Map<string, Counted>(await countTerms(snapshot, unknown, part));
    for (const [term, counted] of answers) remember(known, term, counted);
    return terms.map((term) => {
      const { frequency, best } = (answers.get(term) ?? known.get(term)) as Counted;
      return { frequency, engine: scoring && (observedWeight(best, scoring) ?? null) };
    });
  }

  private async bestOf(snapshot: Snapshot, terms: readonly string[], part: Part): Promise<Map<string, Observation | null>> {
    const known = memory(this.best, part);
    const found = new Map<string, Observation | null>();
    for (const term of terms) {
      const best = known.get(term);
      if (best !== undefined) found.set(term, best);
    }
    const unknown = terms.filter((term) => !found.has(term));
    for (const [term, best] of await eachOf(unknown, (term) => observe(snapshot, term, part.where))) {
      remember(known, term, best);
      found.set(term, best);
    }
    return found;
  }
}

/** Two rows of one token, which no deleted row holds, tell the average length and the number of rows. */
function scoringOf(probes: readonly { readonly engineScore: number; readonly length: number }[]): Scoring | null {
  const [first, second] = probes.map(({ engineScore, length }) => ({ score: engineScore, count: 1, length }));
  if (first === undefined || second === undefined || probes.length !== PROBES) return null;
  const average = engineAverageLength([[first, second]]);
  if (average === null) return null;
  const shorter = first.length < second.length ? first : second;
  const rows = Math.expm1(engineIdf(shorter, average)) * (PROBES + 0.5) + PROBES - 0.5;
  const error = rows * ROWS_ERROR;
  const nearest = Math.round(rows);
  // Where no other whole number is within the error it is this one.
  if (error < 0.45 && Math.abs(rows - nearest) <= error + 1e-3) return { average, rows: { low: nearest, high: nearest } };
  return { average, rows: { low: Math.floor(rows - error), high: Math.ceil(rows + error) } };
}

function observedWeight(best: Observation | null | undefined, { average }: Scoring): EngineWeight | undefined {
  if (best == null) return undefined;
  const exact = engineIdf(best, average);
  return { low: exact, high: exact, highest: best.score };
}

/** The engine's best row of one term, with what stands in it. */
async function observe(snapshot: Snapshot, term: string, where: string | null): Promise<Observation | null> {
  const [best] = await snapshot.candidates([term], where, 1);
  const row = best && (await snapshot.chunks([best.rowId])).get(best.rowId);
  return best === undefined || row === undefined ? null : observation(term, best.engineScore, row);
}

/** How often terms stand in the chunks, with the best row of each: one question a term, and one for all rows. */
async function countTerms(snapshot: Snapshot, terms: readonly string[], part: Part): Promise<[string, Counted][]> {
  const counted = await eachOf(terms, (term) => snapshot.termRows(term, part.where, part.chunks));
  const rows = await snapshot.chunks([...new Set(counted.flatMap(([, { best }]) => (best === null ? [] : [best.rowId])))]);
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

/** What is remembered of one set of classes. */
function memory<V>(all: Map<string, Map<string, V>>, { where }: Part): Map<string, V> {
  const key = where ?? '';
  let terms = all.get(key);
  if (terms === undefined) {
    if (all.size >= PARTS) all.delete(all.keys().next().value as string);
    terms = new Map();
    all.set(key, terms);
  }
  return terms;
}

function remember<V>(known: Map<string, V>, term: string, value: V): void {
  if (known.size >= REMEMBERED) known.delete(known.keys().next().value as string);
  known.set(term, value);
}
