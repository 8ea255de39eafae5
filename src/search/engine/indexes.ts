import { Index, type Table } from '@lancedb/lancedb';

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
        maxTokenLength: 100,
      }),
  ],
  ['cls', () => Index.bitmap()],
  ['doc', () => Index.btree()],
];
const ATTEMPTS = 4;

/** Creates the indexes that are missing: all of a new table, or those before which its creator died. */
export async function ensureIndexes(table: Table): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const there = new Set((await table.listIndices()).flatMap(({ columns }) => columns));
    const missing = WANTED.filter(([column]) => !there.has(column));
    if (missing.length === 0) return;
    try {
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
