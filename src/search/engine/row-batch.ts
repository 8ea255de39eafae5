import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Data, makeData, RecordBatch, type Schema, Struct, Table } from 'apache-arrow';
import type { Chunk } from '../../model/chunk.ts';
import { chunkTokens, FILLER } from '../analysis/analyzer.ts';
import { sayingOf } from '../analysis/saying.ts';
import { integerColumn, textColumn, vectorColumn } from './columns.ts';
import { HEAD, HEAD_TOKEN, MARKER, PROBE_LENGTHS, PROBE_TOKEN, PROBES, rowKey } from './schema.ts';

/** A chunk as it stands in a row: its document's id is kept once, in the head. */
type Body = Omit<Chunk, 'id' | 'doc_id'>;

export interface HeadFields {
  readonly name: string;
  readonly docId: string;
  readonly cls: string;
  readonly stamp: string;
  readonly info: string;
}

/** So many chunks are analysed before others get their turn: some 5 ms. */
const TURN = 32;

/** The rows of some documents on their way into a table. */
export class RowBatch {
  private readonly id: string[] = [];
  private readonly doc: string[] = [];
  private readonly ord: number[] = [];
  private readonly cls: string[] = [];
  private readonly len: number[] = [];
  private readonly tok: string[] = [];
  private readonly says: (string | null)[] = [];
  private readonly body: (string | null)[] = [];
  private readonly docId: (string | null)[] = [];
  private readonly wid: (string | null)[] = [];
  private readonly stamp: (string | null)[] = [];
  private readonly info: (string | null)[] = [];
  private readonly chunks: (number | null)[] = [];
  private readonly total: (number | null)[] = [];
  private readonly longest: (number | null)[] = [];
  private readonly vec: (Float32Array | null)[] = [];
  private analysed = 0;

  get size(): number {
    return this.id.length;
  }

  /** `vectors` in the order of the chunks, or null where there is no model. */
  async add(head: HeadFields, chunks: Iterable<Chunk>, vectors: readonly Float32Array[] | null): Promise<void> {
    let count = 0;
    let total = 0;
    let longest = 0;
    for (const { id, doc_id: _, ...body } of chunks) {
      if (++this.analysed % TURN === 0) await setImmediate();
      const tokens = chunkTokens(body, head.name);
      const ord = chunkNumber(id);
      this.row(head.name, ord, head.cls, tokens.length, tokens.join(' '));
      this.says.push(sayingOf(body.text));
      this.headless(JSON.stringify(body satisfies Body), vectors?.[count] ?? null);
      count++;
      total += tokens.length;
      longest = Math.max(longest, tokens.length);
    }
    this.row(head.name, HEAD, head.cls, 1, HEAD_TOKEN);
    this.says.push(null);
    this.body.push(null);
    this.docId.push(head.docId);
    this.wid.push(randomBytes(12).toString('base64url'));
    this.stamp.push(head.stamp);
    this.info.push(head.info);
    this.chunks.push(count);
    this.total.push(total);
    this.longest.push(longest);
    this.vec.push(null);
  }

  addMarker(id: string): void {
    this.row(id, MARKER, '', 1, FILLER);
    this.says.push(null);
    this.headless(null, null);
  }

  /** The rows that every table holds once. */
  addProbes(): void {
    for (const [at, ord] of PROBES.entries()) {
      const length = PROBE_LENGTHS[at] as number;
      this.row('', ord, '', length, [PROBE_TOKEN, ...new Array<string>(length - 1).fill(FILLER)].join(' '));
      this.says.push(null);
      this.headless(null, null);
    }
  }

  toTable(schema: Schema): Table {
    const dimensions = schema.fields.find(({ name }) => name === 'vec')?.type.listSize as number | undefined;
    const columns: Data[] = [
      textColumn(this.id),
      textColumn(this.doc),
      integerColumn(this.ord),
      textColumn(this.cls),
      integerColumn(this.len),
      textColumn(this.tok),
      textColumn(this.says),
      textColumn(this.body),
      textColumn(this.docId),
      textColumn(this.wid),
      textColumn(this.stamp),
      textColumn(this.info),
      integerColumn(this.chunks),
      integerColumn(this.total),
      integerColumn(this.longest),
      ...(dimensions === undefined ? [] : [vectorColumn(this.vec, dimensions)]),
    ];
    const rows = makeData({ type: new Struct(schema.fields), length: this.size, nullCount: 0, children: columns });
    return new Table(schema, [new RecordBatch(schema, rows)]);
  }

  private row(name: string, ord: number, cls: string, length: number, tokens: string): void {
    this.id.push(rowKey(name, ord));
    this.doc.push(name);
    this.ord.push(ord);
    this.cls.push(cls);
    this.len.push(length);
    this.tok.push(tokens);
  }

  private headless(body: string | null, vector: Float32Array | null): void {
    this.body.push(body);
    this.docId.push(null);
    this.wid.push(null);
    this.stamp.push(null);
    this.info.push(null);
    this.chunks.push(null);
    this.total.push(null);
    this.longest.push(null);
    this.vec.push(vector);
  }
}

/** The chunk of a row's `body`. */
export function chunkOf(body: string, ord: number, docId: string): Chunk {
  return { id: `c${ord}`, doc_id: docId, ...(JSON.parse(body) as Body) };
}

export function chunkNumber(id: string): number {
  return Number(id.slice(1));
}
