import type { Table } from '@lancedb/lancedb';
import { Field, FixedSizeList, Float32, Int32, Schema, Utf8 } from 'apache-arrow';

/** Raise it whenever the columns or their meaning change. */
export const SCHEMA_VERSION = 5;

/** `ord` of the row that stands for a whole document; chunks have their number, from 1. */
export const HEAD = -1;
/** `ord` of a row that stands for nothing: it is written so that compaction has something to do. */
export const MARKER = -2;
/** `ord` of the rows that tell by what statistics the engine scores: two, of one token that nothing else holds. */
export const PROBES = [-3, -4] as const;
/** In `tok` of probes alone. No text gives it. */
export const PROBE_TOKEN = ';';
/** Tokens of the two: the further apart, the better they tell the average. */
export const PROBE_LENGTHS = [1, 600] as const;
/** In `tok` of heads alone: asks the full-text index which documents it knows. No text gives it. */
export const HEAD_TOKEN = '!';

/** Two writers of one document nearly always end in one of the two documents, with a key that the engine knows of. */
const KEY = new Map([['lance-schema:unenforced-primary-key', 'true']]);

/** One table holds one tenant: a row for each chunk and one for each document. */
export function tableSchema(dimensions: number | null): Schema {
  const fields: Field[] = [
    new Field('id', new Utf8(), false, KEY),
    new Field('doc', new Utf8(), false),
    new Field('ord', new Int32(), false),
    new Field('cls', new Utf8(), false),
    // What the full-text index finds it by; of a chunk, behind its label.
    new Field('tok', new Utf8(), false),
    // Its `wid`, then a chunk as JSON, without its ids.
    new Field('body', new Utf8(), true),
    // Given anew with every write: the same one, the same rows. All rows of a document have the one of its head.
    new Field('wid', new Utf8(), true),
    // Of heads alone:
    new Field('doc_id', new Utf8(), true),
    new Field('stamp', new Utf8(), true),
    new Field('info', new Utf8(), true),
    new Field('chunks', new Int32(), true),
    new Field('total', new Int32(), true),
    new Field('longest', new Int32(), true),
  ];
  if (dimensions !== null)
    fields.push(new Field('vec', new FixedSizeList(dimensions, new Field('item', new Float32(), true)), true));
  return new Schema(fields);
}

export function rowKey(name: string, ord: number): string {
  // The number first: whatever a name holds, no two pairs give one key.
  return `${ord} ${name}`;
}

/** Of the vectors that a table holds; null where it holds none. */
export async function vectorLength(table: Table): Promise<number | null> {
  const field = (await table.schema()).fields.find(({ name }) => name === 'vec');
  return field === undefined ? null : (field.type as FixedSizeList).listSize;
}
