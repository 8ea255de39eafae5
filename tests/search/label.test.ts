import { readdirSync } from 'node:fs';
import path from 'node:path';
import { connect, MatchQuery } from '@lancedb/lancedb';
import { expect, it } from 'vitest';
import { chunkTokens } from '../../src/search/analysis/analyzer.ts';
import { PROBE_LENGTHS } from '../../src/search/engine/schema.ts';
import { SearchStore } from '../../src/search/search-store.ts';
import { temporary } from '../support/server.ts';
import { document } from './made-documents.ts';

it('what stands before the tokens of a chunk is neither found nor counted by the engine', async () => {
  const directory = temporary('label');
  const store = await SearchStore.open({ directory, upkeep: false });
  // Short and long names: labels of all lengths that there can be.
  const documents = Array.from({ length: 30 }, (_, at) =>
    document('가'.repeat(1 + at * 2), [`예산 집행 ${at}`, '결산 '.repeat(400)]),
  );
  await store.use('t', async (index) => {
    await index.replaceDocuments(documents);
    await index.maintain();
    const view = await index.view();
    await view.search({ text: '예산', classes: null, limit: 5 });
    const chunks = documents.flatMap(({ name, chunks: own }) => own.map((chunk) => chunkTokens(chunk, name).length));
    const lengths = [...chunks, ...documents.map(() => 1), ...PROBE_LENGTHS];
    const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    expect(view.state.engine.averageLength).toBeCloseTo(average, 1);
  });
  await store.close();
  const [generation] = readdirSync(path.join(directory, 'index'));
  const connection = await connect(path.join(directory, 'index', generation as string));
  const [name] = (await connection.tableNames()).filter((each) => !each.includes('_'));
  const table = await connection.openTable(name as string);
  const rows = await table.query().where('ord > 0').select(['tok']).toArray();
  expect(rows).toHaveLength(60);
  for (const { tok } of rows) {
    const [label, token] = (tok as string).split(' ');
    const found = (text: string) => table.query().fullTextSearch(new MatchQuery(text, 'tok')).limit(99).toArray();
    expect((await found(token as string)).length).toBeGreaterThan(0);
    expect(await found(label as string)).toEqual([]);
  }
});
