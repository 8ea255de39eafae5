import { MatchQuery, Operator, type Query, type Table } from '@lancedb/lancedb';
import type { CachedRows } from './row-cache.ts';
import { type Label, labelOf } from './row-label.ts';
import { HEAD, HEAD_TOKEN, PROBE_LENGTHS, PROBE_TOKEN, PROBES } from './schema.ts';
import { anyOf } from './sql.ts';
import { type MixedDocument, mixedDocuments } from './wholeness.ts';

export interface HeadRow {
  readonly rowId: bigint;
  readonly name: string;
  readonly docId: string;
  /** Which writing of the document it is. */
  readonly wid: string;
  readonly cls: string;
  readonly stamp: string;
  readonly chunks: number;
  readonly total: number;
  readonly longest: number;
}

export interface ChunkRow extends Label {
  readonly rowId: bigint;
  readonly tokens: string;
}

/** Where a chunk lies, and the score that the engine itself gives it. */
export interface Candidate {
  readonly rowId: bigint;
  readonly engineScore: number;
}

/** A chunk with what tells whether it is of its document's writing. */
export interface MarkedRow extends ChunkRow {
  readonly wid: string | null;
  readonly cls: string;
}

export interface TermRows {
  readonly count: number;
  readonly best: Candidate | null;
}

/** Questions to a table on one version: whatever is written meanwhile, the answers fit together. */
export class Snapshot {
  readonly version: number;
  private readonly table: Table;
  private cached: CachedRows | null = null;

  constructor(table: Table, version: number) {
    this.table = table;
    this.version = version;
  }

  /** Keeps rows that are read from now on. */
  remember(cached: CachedRows): void {
    this.cached = cached;
  }

  /** To be asked no more: what the engine holds for it would otherwise wait for a collection of garbage that sees none of it. */
  close(): void {
    this.table.close();
  }

  /** The documents of the table, of those with the given names where names are given; `others`: rows that stand for no text. */
  async heads(names?: readonly string[]): Promise<{ readonly heads: HeadRow[]; readonly others: number }> {
    if (names?.length === 0) return { heads: [], others: 0 };
    const found = await this.table
      .query()
      .where(names === undefined ? `ord <= ${HEAD}` : `${anyOf('doc', names)} AND ord = ${HEAD}`)
      .select(['doc', 'ord', 'doc_id', 'wid', 'cls', 'stamp', 'chunks', 'total', 'longest'])
      .withRowId()
      .toArrow();
    const [rowId, name, ord, docId, wid, cls] = columns(found, '_rowid', 'doc', 'ord', 'doc_id', 'wid', 'cls');
    const [stamp, chunks, total, longest] = columns(found, 'stamp', 'chunks', 'total', 'longest');
    const places = Array.from({ length: found.numRows }, (_, at) => at).filter((at) => ord.get(at) === HEAD);
    const heads = places.map((at) => ({
      rowId: rowId.get(at),
      name: name.get(at),
      docId: docId.get(at),
      wid: wid.get(at),
      cls: cls.get(at),
      stamp: stamp.get(at),
      chunks: chunks.get(at),
      total: total.get(at),
      longest: longest.get(at),
    }));
    return { heads, others: found.numRows - heads.length };
  }

  /** Of the whole table; it is told without a look at the rows. */
  rows(): Promise<number> {
    return this.table.countRows();
  }

  /** The documents that are not whole: of those with the given names, or of all. */
  mixed(names?: readonly string[]): Promise<MixedDocument[]> {
    return mixedDocuments(this.table, names);
  }

  /** What a caller keeps of each document; by itself, since it may be large. */
  async infos(rowIds: readonly bigint[]): Promise<Map<bigint, string>> {
    return this.texts(rowIds, 'info');
  }

  async bodies(rowIds: readonly bigint[]): Promise<Map<bigint, string>> {
    return this.known('body', rowIds, (missing) => this.texts(missing, 'body'));
  }

  /** The body of one chunk of a document, if it is in the document's class. */
  async body(name: string, ord: number, cls: string): Promise<string | null> {
    const found = await this.table
      .query()
      .where(`${anyOf('doc', [name])} AND ord = ${ord} AND ${anyOf('cls', [cls])}`)
      .select(['body'])
      .limit(1)
      .toArrow();
    return found.numRows === 0 ? null : found.getChild('body')?.get(0);
  }

  /** Rows of heads that the full-text index knows: all rows of a document were written at once, so it knows all or none. */
  async indexedHeads(most: number): Promise<Set<bigint>> {
    if (most === 0) return new Set();
    const found = await this.fullText([HEAD_TOKEN], null, most).select(['_score']).withRowId().toArrow();
    return new Set(found.getChild('_rowid') as Iterable<bigint>);
  }

  /** Names the full-text index: another one scores by other statistics. */
  async indexId(): Promise<string> {
    const index = (await this.table.listIndices()).find(({ columns }) => columns.includes('tok'));
    return index?.indexUuid ?? '';
  }

  /** The chunks of some documents, in their order. */
  async chunksOf(names: readonly string[]): Promise<MarkedRow[]> {
    if (names.length === 0) return [];
    const found = await this.table
      .query()
      .where(`${anyOf('doc', names)} AND ord > 0`)
      .select(['tok', 'wid', 'cls'])
      .withRowId()
      .toArrow();
    const [wid, cls] = columns(found, 'wid', 'cls');
    const rows = chunkRows(found).map((row, at) => ({ ...row, wid: wid.get(at), cls: cls.get(at) }));
    return rows.sort((a, b) => a.ord - b.ord);
  }

  /** The tokens of all chunks, in any order. */
  async *allTokens(): AsyncGenerator<Pick<ChunkRow, 'name' | 'length' | 'tokens'>> {
    for await (const batch of this.table.query().where('ord > 0').select(['tok'])) {
      const [tok] = columns(batch, 'tok');
      for (let at = 0; at < batch.numRows; at++) yield labelOf(tok.get(at));
    }
  }

  /** What the engine gives the rows that are there for that alone. */
  async probes(): Promise<{ readonly engineScore: number; readonly length: number }[]> {
    const found = await this.fullText([PROBE_TOKEN], null, 3).select(['ord', '_score']).toArrow();
    const [ord, score] = columns(found, 'ord', '_score');
    const length = (at: number) => PROBE_LENGTHS[PROBES.indexOf(ord.get(at))] as number;
    return Array.from({ length: found.numRows }, (_, at) => ({ engineScore: score.get(at), length: length(at) }));
  }

  /** In how many indexed chunks the term stands, and which of them the engine thinks best. */
  async termRows(term: string, where: string | null, most: number): Promise<TermRows> {
    const found = await this.fullText([term], where, most).select(['_score']).withRowId().toArrow();
    const [rowId, score] = columns(found, '_rowid', '_score');
    const best = found.numRows === 0 ? null : { rowId: rowId.get(0), engineScore: score.get(0) };
    return { count: found.numRows, best };
  }

  /** The indexed chunks that the engine thinks best, best first. */
  async candidates(terms: readonly string[], where: string | null, limit: number): Promise<Candidate[]> {
    // Which they are is told by the full-text index alone: of the rows themselves nothing is read.
    const found = await this.fullText(terms, where, limit).select(['_score']).withRowId().toArrow();
    const [rowId, score] = columns(found, '_rowid', '_score');
    return Array.from({ length: found.numRows }, (_, at) => ({ rowId: rowId.get(at), engineScore: score.get(at) }));
  }

  /** Some chunks; those that are not at hand are read. */
  chunks(rowIds: readonly bigint[]): Promise<Map<bigint, ChunkRow>> {
    return this.known('chunk', rowIds, (missing) => this.chunkRowsOf(missing));
  }

  /** The chunks whose vectors are nearest, nearest first. Every allowed row is looked at: distances are exact. */
  async nearest(
    vector: Float32Array,
    where: string | null,
    limit: number,
  ): Promise<(ChunkRow & { readonly distance: number })[]> {
    const found = await this.table
      .vectorSearch(vector)
      .column('vec')
      .distanceType('cosine')
      .bypassVectorIndex()
      .where(where === null ? 'ord > 0' : `ord > 0 AND ${where}`)
      .select(['tok', '_distance'])
      .withRowId()
      .limit(limit)
      .toArrow();
    const [distance] = columns(found, '_distance');
    return chunkRows(found).map((row, at) => ({ ...row, distance: distance.get(at) }));
  }

  /** Reads every column of every row and throws what it meets with. */
  async readAll(): Promise<void> {
    for await (const _ of this.table.query()) {
      // To have read it is all.
    }
  }

  /** Only what is indexed: chunks that are not are few and looked at by ourselves. */
  private fullText(terms: readonly string[], where: string | null, limit: number): Query {
    const query = this.table
      .query()
      .fullTextSearch(new MatchQuery(terms.join(' '), 'tok', { operator: Operator.Or }))
      .fastSearch()
      .limit(limit);
    return where === null ? query : query.where(where);
  }

  private async chunkRowsOf(rowIds: readonly bigint[]): Promise<Map<bigint, ChunkRow>> {
    // In the order of the file: what lies together is read at once.
    const inOrder = [...rowIds].sort((a, b) => (a < b ? -1 : 1));
    const found = await this.table.takeRowIds(inOrder).select(['tok']).withRowId().toArrow();
    return new Map(chunkRows(found).map((row) => [row.rowId, row]));
  }

  /** What is at hand of some rows, and what is read of the others. */
  private async known<T extends ChunkRow | string>(
    kind: 'chunk' | 'body',
    rowIds: readonly bigint[],
    read: (missing: readonly bigint[]) => Promise<Map<bigint, T>>,
  ): Promise<Map<bigint, T>> {
    const rows = new Map<bigint, T>();
    const missing: bigint[] = [];
    for (const rowId of rowIds) {
      const row = this.cached?.get(kind, rowId) as T | undefined;
      if (row === undefined) missing.push(rowId);
      else rows.set(rowId, row);
    }
    if (missing.length === 0) return rows;
    for (const [rowId, row] of await read(missing)) {
      rows.set(rowId, row);
      this.cached?.put(kind, rowId, row);
    }
    return rows;
  }

  private async texts(rowIds: readonly bigint[], column: 'info' | 'body'): Promise<Map<bigint, string>> {
    if (rowIds.length === 0) return new Map();
    const found = await this.table.takeRowIds(rowIds).select([column]).withRowId().toArrow();
    const [rowId, text] = columns(found, '_rowid', column);
    return new Map(Array.from({ length: found.numRows }, (_, at) => [rowId.get(at), text.get(at)]));
  }
}

type Found = Awaited<ReturnType<Query['toArrow']>>;
// biome-ignore lint/suspicious/noExplicitAny: the engine's tables are not typed by column
type Column = { get(at: number): any };

function columns<const Names extends readonly string[]>(
  found: Pick<Found, 'getChild'>,
  ...names: Names
): { [At in keyof Names]: Column } {
  return names.map((name) => found.getChild(name)) as { [At in keyof Names]: Column };
}

function chunkRows(found: Found): ChunkRow[] {
  const [rowId, tok] = columns(found, '_rowid', 'tok');
  return Array.from({ length: found.numRows }, (_, at) => ({ rowId: rowId.get(at), ...labelOf(tok.get(at)) }));
}
