import { readdirSync } from 'node:fs';
import path from 'node:path';
import { connect, type Table } from '@lancedb/lancedb';
import { expect, it, onTestFinished } from 'vitest';
import { RowBatch } from '../../src/search/engine/row-batch.ts';
import { tableSchema } from '../../src/search/engine/schema.ts';
import { SearchStore } from '../../src/search/search-store.ts';
import type { DocumentToIndex, TenantIndex } from '../../src/search/tenant-index.ts';
import { temporary } from '../support/server.ts';
import { document } from './made-documents.ts';

/*
 * What the engine leaves, once in many thousand times, when two processes replace one document at once, is made here by hand: rows
 * are put into the table, and taken from it, behind the back of the index.
 */

const WHOLE = document('온전', ['주차장 설치기준', '주차장 이용 시간']);
const mine = (name: string) =>
  document(
    name,
    ['교부', '정산', '반납'].map((word) => `보조금 ${word} ${name} 나`),
    { cls: 'open', stamp: 'mine' },
  );
const theirs = (name: string) =>
  document(
    name,
    ['교부', '정산'].map((word) => `보조금 ${word} ${name} 너`),
    { cls: 'staff', stamp: 'theirs' },
  );

/** Ways in which rows of two writers may end up side by side, or not all rows of one, where all rows of one were before. */
const WAYS: Readonly<Record<string, (raw: Table, name: string) => Promise<unknown>>> = {
  'all rows of both': async (raw, name) => raw.add(await rowsOf(theirs(name))),
  'the head of one and a chunk of the other': async (raw, name) => {
    await raw.add(await rowsOf(theirs(name)));
    const left = `(cls = 'open' AND ord != 1) OR (cls = 'staff' AND ord = 1)`;
    await raw.delete(`doc = '${name}' AND NOT (${left})`);
  },
  'a head without one of its chunks': (raw, name) => raw.delete(`doc = '${name}' AND ord = 3`),
  'chunks without a head': (raw, name) => raw.delete(`doc = '${name}' AND ord = -1`),
  'chunks of another class': (raw, name) => raw.update({ where: `doc = '${name}' AND ord = 2`, valuesSql: { cls: `'staff'` } }),
  'a head of another class': (raw, name) => raw.update({ where: `doc = '${name}' AND ord = -1`, valuesSql: { cls: `'staff'` } }),
};
const NAMES = Object.keys(WAYS);

interface Lab {
  readonly index: TenantIndex;
  readonly raw: Table;
}

/** An index with a whole document, and one for each way; `raw`: its table, as another process has it. */
async function lab(work: (lab: Lab) => Promise<void>): Promise<void> {
  const directory = temporary('mixed');
  const store = await SearchStore.open({ directory, upkeep: false });
  onTestFinished(() => store.close());
  await store.use('t', async (index) => {
    await index.replaceDocuments([WHOLE, ...NAMES.map(mine)]);
    const [generation] = readdirSync(path.join(directory, 'index'));
    const place = path.join(directory, 'index', generation as string);
    const connection = await connect(place, { readConsistencyInterval: 0 });
    const [name] = readdirSync(place).map((file) => path.basename(file, '.lance'));
    await work({ index, raw: await connection.openTable(name as string) });
    connection.close();
  });
}

async function rowsOf({ chunks, ...head }: DocumentToIndex) {
  const batch = new RowBatch();
  await batch.add(head, chunks, null);
  return batch.toTable(tableSchema(null));
}

async function mixAll(raw: Table): Promise<void> {
  for (const [name, mix] of Object.entries(WAYS)) await mix(raw, name);
}

const found = async (index: TenantIndex, classes: readonly string[] | null, text = '보조금') => {
  const view = await index.view();
  const { hits } = await view.search({ text, classes: classes && new Set(classes), limit: 100 });
  return hits.map((hit) => hit.text).sort();
};

/** Of the documents with the given names nothing is there, for anybody; everything else is. */
async function expectLeftOut(index: TenantIndex, names: readonly string[]): Promise<void> {
  const view = await index.view();
  const others = NAMES.filter((name) => !names.includes(name));
  expect([...view.documents.keys()].sort()).toEqual(['온전', ...others].sort());
  expect(view.statistics(null)).toEqual({ documents: 1 + others.length, chunks: 2 + 3 * others.length });
  expect((await view.termFrequencies('=보조금', null)).get('보조')).toBe(3 * others.length);
  const texts = others.flatMap((name) => mine(name).chunks.map((chunk) => chunk.text));
  expect(await found(index, null)).toEqual(texts.sort());
  expect(await found(index, ['open'])).toEqual(texts.sort());
  expect(await found(index, ['staff'])).toEqual([]);
  expect(await found(index, null, '주차장')).toHaveLength(2);
  for (const { docId } of names.flatMap((name) => [mine(name), theirs(name)]))
    for (const id of ['c1', 'c2', 'c3']) expect(await view.chunkAt(docId, id, null)).toBeNull();
}

/** All of them are as they were given, and nothing else is in the table. */
async function expectRepaired({ index, raw }: Lab): Promise<void> {
  await expectLeftOut(index, []);
  for (const name of NAMES) {
    expect((await index.view()).documents.get(name)).toMatchObject({ stamp: 'mine', cls: 'open', chunks: 3 });
    expect(await raw.countRows(`doc = '${name}'`)).toBe(4);
  }
  expect([...(await index.view()).state.mixed]).toEqual([]);
}

it.each(NAMES)(
  'a document of which there are %s is not there for anybody, and is whole once it is written anew',
  async (name) => {
    await lab(async ({ index, raw }) => {
      // Somebody has looked at it while it was whole.
      await index.view();
      await WAYS[name]?.(raw, name);
      await expectLeftOut(index, [name]);
      await index.replaceDocuments([mine(name)]);
      await expectRepaired({ index, raw });
      await index.maintain();
      await expectRepaired({ index, raw });
    });
  },
);

it('mixed documents are removed before they are taken into the full-text index', async () => {
  await lab(async ({ index, raw }) => {
    await mixAll(raw);
    await expectLeftOut(index, NAMES);
    await index.maintain();
    expect(await raw.countRows('ord >= -1')).toBe(3);
    await expectLeftOut(index, NAMES);
    await index.replaceDocuments(NAMES.map(mine));
    await expectRepaired({ index, raw });
  });
});

it('mixed documents that are in the full-text index show nothing to anybody who may not see it, and are removed', async () => {
  await lab(async ({ index, raw }) => {
    await mixAll(raw);
    await raw.optimize();
    for (const cls of ['open', 'staff']) {
      const view = await index.view();
      const classes = new Set([cls]);
      const { hits } = await view.search({ text: '보조금', classes, limit: 100 });
      for (const { filename } of hits) expect(view.documents.get(filename)?.cls).toBe(cls);
      for (const name of NAMES) {
        const seen = await view.chunkAt(mine(name).docId, 'c2', classes);
        if (seen !== null) expect(view.documents.get(name)?.cls).toBe(cls);
      }
    }
    await index.maintain();
    expect(await raw.countRows('ord >= -1')).toBe(3);
    await expectLeftOut(index, NAMES);
    await index.replaceDocuments(NAMES.map(mine));
    await expectRepaired({ index, raw });
  });
});

it('a chunk of another writing that is in the full-text index is not given, and its document is missing from then on', async () => {
  await lab(async ({ index, raw }) => {
    const name = 'the head of one and a chunk of the other';
    await WAYS[name]?.(raw, name);
    // As many rows as the head tells, and all of one class: only the writing tells.
    await raw.update({ where: `doc = '${name}'`, valuesSql: { cls: `'open'` } });
    await raw.optimize();
    expect((await index.view()).documents.has(name)).toBe(true);
    expect((await found(index, null)).filter((text) => text.endsWith('너'))).toEqual([]);
    await expectLeftOut(index, [name]);
    // Also after somebody wrote something else.
    await raw.update({ where: `doc = '온전'`, valuesSql: { cls: `'open'` } });
    await expectLeftOut(index, [name]);
    await index.replaceDocuments([mine(name)]);
    await expectRepaired({ index, raw });
  });
});

it('a lone writer never looks back, and one who was not alone does', async () => {
  await lab(async ({ index, raw }) => {
    const [name] = NAMES as [string];
    await index.view();
    const before = index.writes.verified;
    for (let round = 0; round < 5; round++) {
      await index.replaceDocuments([mine(name), WHOLE]);
      await index.reclass(new Map([[name, `c${round}`]]));
      await index.removeDocuments(['온전']);
      if (round % 2 === 0) await index.view();
    }
    expect(index.writes.verified).toBe(before);
    await raw.update({ where: `doc = '${name}'`, valuesSql: { cls: `'staff'` } });
    await index.replaceDocuments([mine(name)]);
    expect(index.writes).toEqual({ verified: before + 1, rewritten: 0 });
  });
});

it.each(NAMES)('another class for a document of which there are %s never makes it seem whole', async (name) => {
  await lab(async ({ index, raw }) => {
    await index.view();
    await WAYS[name]?.(raw, name);
    await index.reclass(new Map([[name, 'open']]));
    // Where only classes were mixed they are one again; of the others nothing is left, so that they are read anew.
    const isMended = name.endsWith('another class');
    expect(await raw.countRows(`doc = '${name}'`)).toBe(isMended ? 4 : 0);
    await expectLeftOut(index, isMended ? [] : [name]);
  });
});
