import { setImmediate } from 'node:timers/promises';
import type { DocumentPostings } from './document-postings.ts';
import type { Snapshot } from './engine/snapshot.ts';
import { TermCounting } from './term-counting.ts';
import type { CoveredDocuments, TermDictionary } from './term-dictionary.ts';

/** A document that came into the full-text index, or went from it. */
export interface Change {
  readonly cls: string;
  readonly sign: 1 | -1;
  readonly postings: DocumentPostings;
}

/** Documents whose terms are looked up one by one; past them a dictionary is made anew. */
const MOST_CHANGES = 400;
/** So many chunks are counted before others get their turn: some 5 ms. */
const TURN = 64;
/** The same for terms. */
const TERMS = 8192;

/** In how many indexed chunks terms stand: a dictionary, and what changed since it was made. */
export class Words {
  private readonly dictionary: TermDictionary;
  private readonly changes: readonly Change[];
  /** Tokens of the shortest chunk, or less. */
  readonly shortest: number;

  constructor(dictionary: TermDictionary, changes: readonly Change[] = []) {
    this.dictionary = dictionary;
    this.changes = changes;
    let { shortest } = dictionary;
    for (const { postings } of changes) for (const { length } of postings.rows) shortest = Math.min(shortest, length);
    this.shortest = shortest;
  }

  /** Of the documents with the given names, all of which are on the version of the snapshot. */
  static async read(
    snapshot: Snapshot,
    documents: ReadonlyMap<string, { readonly wid: string; readonly cls: string }>,
    signal?: AbortSignal,
  ): Promise<Words> {
    const covered = new Map([...documents.values()].map(({ wid, cls }) => [wid, cls]));
    const counting = new TermCounting(covered);
    let turn = 0;
    for await (const { name, length, tokens } of snapshot.allTokens()) {
      const document = documents.get(name);
      if (document !== undefined) counting.addChunk(tokens, length, document.cls);
      if (++turn % TURN > 0) continue;
      signal?.throwIfAborted();
      await setImmediate();
    }
    return new Words(await counting.toDictionary());
  }

  /** Documents that came or went since the dictionary was made. */
  get changed(): number {
    return this.changes.length;
  }

  /** The number of chunks that hold a term. Null: in all classes. */
  frequency(term: string, classes: ReadonlySet<string> | null): number {
    let sum = this.dictionary.frequency(term, classes);
    for (const { cls, sign, postings } of this.changes) {
      if (classes === null || classes.has(cls)) sum += sign * postings.frequency(term);
    }
    return sum;
  }

  /** How often a term stands in one chunk, or more. */
  most(term: string): number {
    let most = this.dictionary.most(term);
    for (const { sign, postings } of this.changes) if (sign > 0) most = Math.max(most, postings.most(term));
    return most;
  }

  /** Null where so much changed that it had better be read anew. */
  after(changes: readonly Change[]): Words | null {
    const all = [...this.changes, ...changes];
    return all.length > MOST_CHANGES ? null : new Words(this.dictionary, all);
  }

  /** One dictionary of it all, which holds nothing of what is gone; `documents` are those that it is of. */
  async joined(documents: CoveredDocuments): Promise<TermDictionary> {
    if (this.changes.length === 0) return this.dictionary;
    const counting = new TermCounting(documents);
    counting.addShortest(this.shortest);
    const { classes } = this.dictionary;
    for (let from = 0; from < this.dictionary.size; from += TERMS) {
      this.dictionary.each(from, from + TERMS, (term, most, cls, chunks) => {
        counting.add(term, most, classes[cls] as string, chunks);
      });
      await setImmediate();
    }
    for (const { cls, sign, postings } of this.changes) {
      for (const [term, chunks] of postings.frequencies()) {
        counting.add(term, sign > 0 ? postings.most(term) : 0, cls, sign * chunks);
      }
    }
    return counting.toDictionary();
  }
}
