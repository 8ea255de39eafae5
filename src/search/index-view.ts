import type { Chunk } from '../model/chunk.ts';
import type { Hit } from '../model/evidence.ts';
import { queryTerms } from './analysis/analyzer.ts';
import type { DocumentPostings } from './document-postings.ts';
import type { Embedder } from './embedding/embedder.ts';
import { chunkNumber, chunkOf, writingOf } from './engine/row-batch.ts';
import type { Snapshot } from './engine/snapshot.ts';
import { anyOf, noneOf } from './engine/sql.ts';
import type { EngineStatistics } from './engine-statistics.ts';
import { alternate } from './fusion.ts';
import { LexicalSearch, type Scope } from './lexical-search.ts';
import { compareNames } from './name-order.ts';
import type { Found } from './ranking.ts';
import { nearestChunks } from './semantic-search.ts';

/** A document as the index holds it. */
export interface IndexedDocument {
  readonly name: string;
  readonly docId: string;
  readonly cls: string;
  readonly stamp: string;
  readonly info: string;
  readonly chunks: number;
}

/** What a view knows besides of a document. */
export interface ViewedDocument extends IndexedDocument {
  /** Which writing of it this is. */
  readonly wid: string;
  /** Where its head lies in this version. */
  readonly rowId: bigint;
  readonly total: number;
  readonly longest: number;
}

/** Null allows everything, an empty set nothing. */
export type Classes = ReadonlySet<string> | null;

export interface SearchRequest {
  readonly text: string;
  readonly classes: Classes;
  readonly limit: number;
}

export interface SearchResult {
  /** Chunks that may be seen. */
  readonly chunksSearched: number;
  readonly hits: Hit[];
}

export interface ViewState {
  readonly snapshot: Snapshot;
  readonly documents: ReadonlyMap<string, ViewedDocument>;
  /** Documents that the full-text index does not know yet. */
  readonly tail: ReadonlyMap<string, DocumentPostings>;
  readonly engine: EngineStatistics;
  readonly embedder: Embedder | null;
  /** Documents that several wrote at once, of which rows of both are there: they are not served. */
  readonly mixed: ReadonlySet<string>;
}

interface ClassSums {
  documents: number;
  chunks: number;
  length: number;
  longest: number;
  indexed: number;
}

/** One version of a tenant's index. Whatever is written meanwhile, all its answers are of that version. */
export class IndexView {
  readonly documents: ReadonlyMap<string, ViewedDocument>;
  readonly state: ViewState;
  private readonly sums = new Map<string, ClassSums>();
  private readonly namesById = new Map<string, string[]>();
  /** Called with documents that turn out to be mixed although they did not look it. */
  onMixed: (names: ReadonlySet<string>) => void = () => {};

  constructor(state: ViewState) {
    this.state = state;
    this.documents = state.documents;
    for (const document of state.documents.values()) {
      const { cls, chunks, total, longest, name, docId } = document;
      const sums = this.sums.get(cls) ?? { documents: 0, chunks: 0, length: 0, longest: 0, indexed: 0 };
      this.sums.set(cls, sums);
      sums.documents++;
      sums.chunks += chunks;
      sums.length += total;
      sums.longest = Math.max(sums.longest, longest);
      if (!state.tail.has(name)) sums.indexed += chunks;
      const names = this.namesById.get(docId);
      if (names === undefined) this.namesById.set(docId, [name]);
      else names.push(name);
    }
  }

  get version(): number {
    return this.state.snapshot.version;
  }

  statistics(classes: Classes): { readonly documents: number; readonly chunks: number } {
    let documents = 0;
    let chunks = 0;
    for (const [cls, sums] of this.sums) {
      if (classes !== null && !classes.has(cls)) continue;
      documents += sums.documents;
      chunks += sums.chunks;
    }
    return { documents, chunks };
  }

  /** In how many of the chunks that may be seen each term of a question stands. */
  async termFrequencies(text: string, classes: Classes): Promise<Map<string, number>> {
    const { indexed, tail } = this.scope(classes);
    const terms = queryTerms(text);
    const known = indexed.chunks > 0 ? await this.state.engine.of(this.state.snapshot, terms, indexed) : [];
    return new Map(
      terms.map((term, at) => {
        let frequency = known[at]?.frequency ?? 0;
        for (const document of tail.values()) frequency += document.frequency(term);
        return [term, frequency];
      }),
    );
  }

  async search({ text, classes, limit }: SearchRequest): Promise<SearchResult> {
    const scope = this.scope(classes);
    const chunksSearched = scope.collection.chunks;
    if (chunksSearched === 0 || limit < 1) return { chunksSearched, hits: [] };
    const { snapshot, engine, embedder } = this.state;
    const lexical = new LexicalSearch(snapshot, scope, engine, text);
    const byWords = lexical.best(limit);
    if (embedder === null) return { chunksSearched, hits: await this.hits(await byWords, classes) };
    const [words, rows] = await Promise.all([byWords, this.byMeaning(embedder, text, scope, limit)]);
    const meaning = rows.map((row) => ({ ...row, score: lexical.scoreOf(row.tokens, row.length) }));
    return { chunksSearched, hits: await this.hits(alternate<Found>(words, meaning, limit), classes) };
  }

  /** The chunk that a pair of ids names; where two files have the same bytes, in the first of them that may be seen. */
  async chunkAt(
    docId: string,
    chunkId: string,
    classes: Classes,
  ): Promise<{ readonly name: string; readonly chunk: Chunk } | null> {
    const visible = (this.namesById.get(docId) ?? []).filter((name) => this.maySee(name, classes)).sort(compareNames);
    const document = this.documents.get(visible[0] ?? '');
    if (document === undefined || !/^c\d{1,9}$/.test(chunkId)) return null;
    const { name, cls, wid } = document;
    const ord = chunkNumber(chunkId);
    const body = await this.state.snapshot.body(name, ord, cls);
    if (body === null || `c${ord}` !== chunkId) return null;
    if (writingOf(body) === wid) return { name, chunk: chunkOf(body, ord, docId) };
    this.onMixed(new Set([name]));
    return null;
  }

  private maySee(name: string, classes: Classes): boolean {
    const document = this.documents.get(name);
    return document !== undefined && (classes === null || classes.has(document.cls));
  }

  private scope(classes: Classes): Scope {
    const collection = { chunks: 0, length: 0, longest: 0 };
    const allowed: string[] = [];
    let indexed = 0;
    let isAll = true;
    for (const [cls, sums] of this.sums) {
      if (sums.chunks === 0) continue;
      if (classes !== null && !classes.has(cls)) {
        isAll = false;
        continue;
      }
      allowed.push(cls);
      collection.chunks += sums.chunks;
      collection.length += sums.length;
      collection.longest = Math.max(collection.longest, sums.longest);
      indexed += sums.indexed;
    }
    const tail = [...this.state.tail].filter(([name]) => this.maySee(name, classes));
    const conditions = isAll ? [] : [anyOf('cls', allowed.sort())];
    if (this.state.mixed.size > 0) conditions.push(noneOf('doc', this.state.mixed));
    const where = conditions.length === 0 ? null : conditions.join(' AND ');
    const part = { classes: isAll ? null : new Set(allowed), where };
    return { collection, indexed: { ...part, chunks: indexed }, tail: new Map(tail) };
  }

  private async byMeaning(embedder: Embedder, text: string, scope: Scope, limit: number) {
    const [vector] = await embedder.embed([text], 'query');
    return vector === undefined ? [] : nearestChunks(this.state.snapshot, vector, scope.indexed.where, limit);
  }

  /** Whatever found a chunk: it is given only if it is of the writing that its document's head is of, and that may be seen. */
  private async hits(ranked: readonly Found[], classes: Classes): Promise<Hit[]> {
    const bodies = await this.state.snapshot.bodies(ranked.map(({ rowId }) => rowId));
    const hits: Hit[] = [];
    const mixed = new Set<string>();
    for (const { rowId, name, ord, score } of ranked) {
      const document = this.documents.get(name);
      const body = bodies.get(rowId);
      if (body === undefined) throw new Error('a chunk is not in the version that it was found in');
      if (document === undefined || writingOf(body) !== document.wid || !this.maySee(name, classes)) {
        mixed.add(name);
        continue;
      }
      const { id, doc_id, kind, text, path, outline, anchors, extractors } = chunkOf(body, ord, document.docId);
      hits.push({
        score,
        found_by: score > 0 ? 'lexical' : 'semantic',
        chunk_id: id,
        doc_id,
        filename: name,
        kind,
        text,
        path,
        outline,
        anchors,
        extractors,
      });
    }
    if (mixed.size > 0) this.onMixed(mixed);
    return hits;
  }
}
