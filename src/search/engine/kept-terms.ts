import { Binary, Field, makeData, RecordBatch, Schema, Struct, Table, Utf8 } from 'apache-arrow';
import { type DictionaryParts, TermDictionary } from '../term-dictionary.ts';
import { textColumn } from './columns.ts';
import type { Database } from './database.ts';

/** Raise it whenever the parts of a dictionary or their meaning change. */
const FORMAT = 1;

const BYTES = ['units', 'starts', 'most', 'places', 'counts'] as const;
const SCHEMA = new Schema([new Field('head', new Utf8(), false), ...BYTES.map((name) => new Field(name, new Binary(), false))]);

/*
 * The dictionary of a table, in a table of its own beside it, so that it is wherever that is. It is worth only the time it took to
 * make it: whatever is wrong with it, it is as if it were not there.
 */

export async function readTerms(database: Database, name: string): Promise<TermDictionary | null> {
  const table = await database.table(termsTable(name));
  if (table === null) return null;
  try {
    const found = await table.query().limit(1).toArrow();
    if (found.numRows === 0) return null;
    const bytes = (column: (typeof BYTES)[number]) => Uint8Array.from(found.getChild(column)?.get(0) as Uint8Array);
    return new TermDictionary({
      head: found.getChild('head')?.get(0) as string,
      units: new Uint16Array(bytes('units').buffer),
      starts: new Uint32Array(bytes('starts').buffer),
      most: bytes('most'),
      places: new Uint32Array(bytes('places').buffer),
      counts: bytes('counts'),
    });
  } finally {
    table.close();
  }
}

/** In place of the one before, of which nothing stays. */
export async function keepTerms(database: Database, name: string, { kept }: TermDictionary): Promise<void> {
  await dropTerms(database, name);
  const table = await database.create(termsTable(name), SCHEMA);
  try {
    await table.add(toTable(kept));
  } finally {
    table.close();
  }
}

export async function dropTerms(database: Database, name: string): Promise<void> {
  await database.drop(termsTable(name));
}

function termsTable(name: string): string {
  return `${name}_terms${FORMAT}`;
}

function toTable(parts: DictionaryParts): Table {
  const children = [textColumn([parts.head]), ...BYTES.map((name) => binaryColumn(parts[name]))];
  const rows = makeData({ type: new Struct(SCHEMA.fields), length: 1, nullCount: 0, children });
  return new Table(SCHEMA, [new RecordBatch(SCHEMA, rows)]);
}

function binaryColumn({ buffer, byteOffset, byteLength }: Uint8Array | Uint16Array | Uint32Array) {
  return makeData({
    type: new Binary(),
    length: 1,
    nullCount: 0,
    valueOffsets: Int32Array.of(0, byteLength),
    data: new Uint8Array(buffer, byteOffset, byteLength),
  });
}
