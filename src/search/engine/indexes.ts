import { Index, type Table } from '@lancedb/lancedb';
import type { Schema } from 'apache-arrow';
import { DROPPED_FROM } from '../analysis/tokens.ts';
import { RowBatch } from './row-batch.ts';

/** What finds rows without looking at all of them. A label list for terms is not among them: it made upkeep 5 to 100 times as slow. */
const WANTED: readonly (readonly [column: string, make: () => Index])[] = [
  [
    'tok',
    () =>
      Index.fts({
        baseTokenizer: 'whitespace',
        withPosition: false,
        stem: false,
        removeStopWords: false,
        lowercase: false,
        asciiFolding: false,
        maxTokenLength: DROPPED_FROM,
      }),
  ],
  ['cls', () => Index.bitmap()],
  ['doc', () => Index.btree()],
];
const ATTEMPTS = 4;

/** Puts the probes into a new table; two processes may do it at once, and they are there once all the same. */
async function ensureProbes(table: Table, schema: Schema): Promise<void> {
  const batch = new RowBatch();
  batch.addProbes();
  await table.mergeInsert('id').whenNotMatchedInsertAll().execute(batch.toTable(schema));
}

/** Creates the indexes that are missing, and the rows that they are probed with: all of a new table, or those before which its creator died. */
export async function ensureIndexes(table: Table, schema: Schema): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const there = new Set((await table.listIndices()).flatMap(({ columns }) => columns));
    const missing = WANTED.filter(([column]) => !there.has(column));
    if (missing.length === 0) return;
    try {
      // Before the full-text index, so that it knows them from the start.
      if (!there.has('tok')) await ensureProbes(table, schema);
      for (const [column, make] of missing) await table.createIndex(column, { config: make(), replace: false });
    } catch (error) {
      // Another process is creating them as well.
      if (attempt >= ATTEMPTS) throw error;
    }
  }
}

/** Rows that the full-text index does not know yet. */
export async function unindexedRows(table: Table): Promise<number> {
  return (await table.indexStats('tok_idx'))?.numUnindexedRows ?? 0;
}
