import { createHash } from 'node:crypto';
import { Index, type Table as LanceTable } from '@lancedb/lancedb';
import { Field, FixedSizeList, Float32, makeData, RecordBatch, Schema, Struct, Table, Utf8 } from 'apache-arrow';
import type { Log } from '../../shared/log.ts';
import { textColumn, vectorColumn } from '../engine/columns.ts';
import type { Database } from '../engine/database.ts';
import { anyOf } from '../engine/sql.ts';
import type { Embedder } from './embedder.ts';

const TABLE = 'vectors';
/** Rows after which the table is put in order. */
const TIDY_AFTER = 2000;
/** Versions that another process may still read. */
const GRACE_MS = 120_000;
const QUESTIONS = 500;

/**
 * Keeps the vectors of passages by what they were made of: a document that is indexed anew, under another name or by another
 * version of the program, is not embedded again. Holds no text.
 */
export class RememberedVectors implements Embedder {
  readonly model: string;
  readonly dimensions: number;
  private readonly inner: Embedder;
  private readonly table: LanceTable;
  private readonly schema: Schema;
  private readonly log: Log;
  private readonly questions = new Map<string, Float32Array>();
  private waiting = 0;

  private constructor(inner: Embedder, table: LanceTable, schema: Schema, log: Log) {
    this.inner = inner;
    this.model = inner.model;
    this.dimensions = inner.dimensions;
    this.table = table;
    this.schema = schema;
    this.log = log;
  }

  static async open(inner: Embedder, database: Database, log: Log): Promise<RememberedVectors> {
    const list = new FixedSizeList(inner.dimensions, new Field('item', new Float32(), true));
    const schema = new Schema([new Field('key', new Utf8(), false), new Field('vec', list, true)]);
    const table = (await database.table(TABLE)) ?? (await database.create(TABLE, schema));
    if ((await table.listIndices()).length === 0) {
      // Another process may be creating it as well.
      await table.createIndex('key', { config: Index.btree(), replace: false }).catch(() => {});
    }
    return new RememberedVectors(inner, table, schema, log);
  }

  async embed(texts: readonly string[], kind: 'query' | 'passage'): Promise<Float32Array[]> {
    return kind === 'query' ? Promise.all(texts.map((text) => this.question(text))) : this.passages(texts);
  }

  close(): void {
    this.table.close();
  }

  private async question(text: string): Promise<Float32Array> {
    const known = this.questions.get(text);
    if (known !== undefined) return known;
    const [vector] = await this.inner.embed([text], 'query');
    if (this.questions.size >= QUESTIONS) this.questions.delete(this.questions.keys().next().value as string);
    this.questions.set(text, vector as Float32Array);
    return vector as Float32Array;
  }

  private async passages(texts: readonly string[]): Promise<Float32Array[]> {
    const keys = texts.map((text) => createHash('sha256').update(text).digest('base64url'));
    const vectors = await this.remembered(new Set(keys));
    const missing = new Map<string, string>();
    keys.forEach((key, at) => {
      if (!vectors.has(key)) missing.set(key, texts[at] as string);
    });
    if (missing.size > 0) {
      const made = await this.inner.embed([...missing.values()], 'passage');
      [...missing.keys()].forEach((key, at) => {
        vectors.set(key, made[at] as Float32Array);
      });
      await this.remember([...missing.keys()], made);
    }
    return keys.map((key) => vectors.get(key) as Float32Array);
  }

  private async remembered(keys: ReadonlySet<string>): Promise<Map<string, Float32Array>> {
    const vectors = new Map<string, Float32Array>();
    if (keys.size === 0) return vectors;
    try {
      const found = await this.table.query().where(anyOf('key', keys)).select(['key', 'vec']).toArrow();
      for (let at = 0; at < found.numRows; at++) {
        const vector = found.getChild('vec')?.get(at)?.toArray() as Float32Array | undefined;
        // The memory behind it belongs to the whole answer.
        if (vector?.length === this.dimensions) vectors.set(found.getChild('key')?.get(at), vector.slice());
      }
    } catch (error) {
      this.log.warn({ error: String(error) }, 'remembered vectors cannot be read');
    }
    return vectors;
  }

  /** What cannot be kept is made again another time: nothing fails for that. */
  private async remember(keys: readonly string[], vectors: readonly Float32Array[]): Promise<void> {
    try {
      const children = [textColumn(keys), vectorColumn(vectors, this.dimensions)];
      const rows = makeData({ type: new Struct(this.schema.fields), length: keys.length, nullCount: 0, children });
      await this.table.add(new Table(this.schema, [new RecordBatch(this.schema, rows)]));
      this.waiting += keys.length;
      if (this.waiting < TIDY_AFTER) return;
      this.waiting = 0;
      await this.table.optimize({ cleanupOlderThan: new Date(Date.now() - GRACE_MS) });
    } catch (error) {
      this.log.warn({ error: String(error) }, 'vectors cannot be kept');
    }
  }
}
