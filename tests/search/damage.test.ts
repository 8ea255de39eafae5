import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SearchStore } from '../../src/search/search-store.ts';
import { temporary } from '../support/server.ts';
import { document } from './made-documents.ts';

function tableOf(directory: string): string {
  const index = path.join(directory, 'index');
  const generation = path.join(index, readdirSync(index)[0] as string);
  return path.join(generation, readdirSync(generation)[0] as string);
}

const damages: Record<string, (table: string) => void> = {
  'with empty manifests': (table) => {
    for (const name of readdirSync(path.join(table, '_versions'))) truncateSync(path.join(table, '_versions', name), 0);
  },
  'with half of every data file': (table) => {
    for (const name of readdirSync(path.join(table, 'data'))) {
      const file = path.join(table, 'data', name);
      truncateSync(file, Math.floor(readFileSync(file).length / 2));
    }
  },
  'with garbage in the data': (table) => {
    for (const name of readdirSync(path.join(table, 'data'))) {
      const file = path.join(table, 'data', name);
      writeFileSync(file, Buffer.alloc(readFileSync(file).length, 0x5a));
    }
  },
  'without its data': (table) => rmSync(path.join(table, 'data'), { recursive: true }),
  'without its indexes': (table) => rmSync(path.join(table, '_indices'), { recursive: true }),
  'that is an empty directory': (table) => {
    rmSync(table, { recursive: true });
    mkdirSync(table);
  },
};

it.each(Object.keys(damages))('an index %s is built anew after at most two failures', async (kind) => {
  const directory = temporary('damage');
  const before = await SearchStore.open({ directory, upkeep: false });
  await before.use('t', async (index) => {
    await index.replaceDocuments([document('가', ['예산 집행']), document('나', ['결산'])]);
    await index.maintain();
  });
  await before.close();
  (damages[kind] as (table: string) => void)(tableOf(directory));
  const store = await SearchStore.open({ directory, upkeep: false });
  const ask = () =>
    store.use('t', async (index) => {
      // What a caller does: it compares with its documents, gives what is missing, and asks.
      const view = await index.view();
      if (!view.documents.has('가')) await index.replaceDocuments([document('가', ['예산 집행']), document('나', ['결산'])]);
      return (await index.view()).search({ text: '집행', classes: null, limit: 5 });
    });
  let found: Awaited<ReturnType<typeof ask>> | null = null;
  for (let attempt = 0; attempt < 3 && found === null; attempt++) found = await ask().catch(() => null);
  expect(found?.hits.map(({ filename }) => filename)).toEqual(['가']);
  await store.close();
});
