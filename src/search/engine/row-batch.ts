import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Data, makeData, RecordBatch, type Schema, Struct, Table } from 'apache-arrow';
import type { Chunk } from '../../model/chunk.ts';
import { chunkTokens, FILLER } from '../analysis/analyzer.ts';
import { figuresIn } from '../analysis/figures.ts';
import { sayingOf } from '../analysis/saying.ts';
import { integerColumn, textColumn, vectorColumn } from './columns.ts';
import { withLabel } from './row-label.ts';
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

/** Of a `wid`, in letters. */
const WID = 16;
/** So many chunks are analysed before others get their turn: some 5 ms. */
const TURN = 32;

/** The rows of some documents on their way into a table. */
export class RowBatch {
  private readonly id: string[] = [];
  private readonly doc: string[] = [];
  private readonly ord: number[] = [];
  private readonly cls: string[] = [];
  private readonly tok: string[] = [];
  private readonly body: (string | null)[] = [];
  private readonly docId: (string | null)[] = [];
  /** By row, which of the documents it is of; null for rows of none. */
  private readonly document: (number | null)[] = [];
  private readonly stamp: (string | null)[] = [];
  private readonly info: (string | null)[] = [];
  private readonly chunks: (number | null)[] = [];
  private readonly total: (number | null)[] = [];
  private readonly longest: (number | null)[] = [];
  private readonly vec: (Float32Array | null)[] = [];
  private documents = 0;
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
      const label = { name: head.name, ord, length: tokens.length, says: sayingOf(body.text), figures: figuresIn(body.text) };
      this.row(head.name, ord, head.cls, withLabel(label, tokens));
      this.headless(JSON.stringify(body satisfies Body), vectors?.[count] ?? null, this.documents);
      count++;
      total += tokens.length;
      longest = Math.max(longest, tokens.length);
    }
    this.row(head.name, HEAD, head.cls, HEAD_TOKEN);
    this.body.push(null);
    this.docId.push(head.docId);
    this.document.push(this.documents++);
    this.stamp.push(head.stamp);
    this.info.push(head.info);
    this.chunks.push(count);
    this.total.push(total);
    this.longest.push(longest);
    this.vec.push(null);
  }

  addMarker(id: string): void {
    this.row(id, MARKER, '', FILLER);
    this.headless(null, null, null);
  }

  /** The rows that every table holds once. */
  addProbes(): void {
    for (const [at, ord] of PROBES.entries()) {
      const others = (PROBE_LENGTHS[at] as number) - 1;
      this.row('', ord, '', [PROBE_TOKEN, ...new Array<string>(others).fill(FILLER)].join(' '));
      this.headless(null, null, null);
    }
  }

  /** Each time another writing of the documents: of all of them, or of those with the given names. */
  toTable(schema: Schema, names?: ReadonlySet<string>): Table {
    const dimensions = schema.fields.find(({ name }) => name === 'vec')?.type.listSize as number | undefined;
    const places = [...this.id.keys()].filter((at) => names === undefined || names.has(this.doc[at] as string));
    const of = <V>(values: readonly V[]) => (names === undefined ? values : places.map((at) => values[at] as V));
    const writings = Array.from({ length: this.documents }, () => randomBytes((WID * 3) / 4).toString('base64url'));
    const wid = of(this.document).map((document) => (document === null ? null : (writings[document] as string)));
    const columns: Data[] = [
      textColumn(of(this.id)),
      textColumn(of(this.doc)),
      integerColumn(of(this.ord)),
      textColumn(of(this.cls)),
      textColumn(of(this.tok)),
      textColumn(of(this.body).map((body, at) => (body === null ? null : `${wid[at]}${body}`))),
      textColumn(wid),
      textColumn(of(this.docId)),
      textColumn(of(this.stamp)),
      textColumn(of(this.info)),
      integerColumn(of(this.chunks)),
      integerColumn(of(this.total)),
      integerColumn(of(this.longest)),
      ...(dimensions === undefined ? [] : [vectorColumn(of(this.vec), dimensions)]),
    ];
    const rows = makeData({ type: new Struct(schema.fields), length: places.length, nullCount: 0, children: columns });
    return new Table(schema, [new RecordBatch(schema, rows)]);
  }

  private row(name: string, ord: number, cls: string, tokens: string): void {
    this.id.push(rowKey(name, ord));
    this.doc.push(name);
    this.ord.push(ord);
    this.cls.push(cls);
    this.tok.push(tokens);
  }

  private headless(body: string | null, vector: Float32Array | null, document: number | null): void {
    this.body.push(body);
    this.docId.push(null);
    this.document.push(document);
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
  return { id: `c${ord}`, doc_id: docId, ...(JSON.parse(body.slice(WID)) as Body) };
}

/** Which writing of its document a row's `body` is of. */
export function writingOf(body: string): string {
  return body.slice(0, WID);
}

export function chunkNumber(id: string): number {
  return Number(id.slice(1));
}
