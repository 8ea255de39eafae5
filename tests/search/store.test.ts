import { readdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SearchStore, type SearchStoreOptions } from '../../src/search/search-store.ts';
import { temporary } from '../support/server.ts';
import { document } from './made-documents.ts';

async function open(options: Partial<SearchStoreOptions> = {}): Promise<SearchStore> {
  const store = await SearchStore.open({ directory: temporary('store'), upkeep: false, ...options });
  onTestFinished(() => store.close());
  return store;
}

const names = (found: { hits: readonly { filename: string; chunk_id: string }[] }) =>
  found.hits.map(({ filename, chunk_id }) => `${filename} ${chunk_id}`);

describe('what an index holds', () => {
  it('is given back as it was put in', async () => {
    const store = await open();
    const given = document('가.hwpx', ['보조금 교부 신청', '정산 보고'], {
      cls: 'staff',
      stamp: '{"size":1}',
      info: '{"structure":{}}',
    });
    const unreadable = document('나.hwp', [], { docId: '', info: '{"reason":"EMPTY"}' });
    await store.use('t', async (index) => {
      await index.replaceDocuments([given, unreadable]);
      const { documents } = await index.view();
      expect([...documents.keys()].sort()).toEqual(['가.hwpx', '나.hwp']);
      expect(documents.get('가.hwpx')).toMatchObject({ ...given, chunks: 2 });
      expect(documents.get('나.hwp')).toMatchObject({ ...unreadable, chunks: 0 });
    });
  });

  it('is a hit with every field of its chunk', async () => {
    const store = await open();
    const given = document('가.hwpx', ['보조금 교부 신청']);
    const [chunk] = given.chunks;
    const hit = await store.use('t', async (index) => {
      await index.replaceDocuments([given]);
      return (await (await index.view()).search({ text: '보조금', classes: null, limit: 5 })).hits[0];
    });
    expect(hit).toEqual({
      score: expect.any(Number),
      found_by: 'lexical',
      chunk_id: 'c1',
      doc_id: given.docId,
      filename: '가.hwpx',
      kind: chunk?.kind,
      text: chunk?.text,
      path: chunk?.path,
      outline: chunk?.outline,
      anchors: chunk?.anchors,
      extractors: chunk?.extractors,
    });
  });

  it('is the same object as long as nobody writes, and another one after anybody wrote', async () => {
    const directory = temporary('store');
    const store = await open({ directory });
    const other = await open({ directory });
    await store.use('t', async (index) => {
      await index.replaceDocuments([document('가', ['하나'])]);
      const first = await index.view();
      expect(await index.view()).toBe(first);
      await other.use('t', (theirs) => theirs.replaceDocuments([document('나', ['둘'])]));
      const second = await index.view();
      expect([...second.documents.keys()].sort()).toEqual(['가', '나']);
      expect(await index.view()).toBe(second);
    });
  });

  it('does not miss what others wrote between two writes of its own', async () => {
    const directory = temporary('store');
    const store = await open({ directory });
    const other = await open({ directory });
    await store.use('t', async (index) => {
      await index.replaceDocuments([document('가', ['하나'])]);
      await index.view();
      await index.replaceDocuments([document('나', ['둘'])]);
      await other.use('t', (theirs) => theirs.replaceDocuments([document('가', ['다른 하나', '또 하나'])]));
      await index.removeDocuments(['없는 이름']);
      await index.replaceDocuments([document('다', ['셋'])]);
      const view = await index.view();
      expect([...view.documents.values()].map(({ name, chunks }) => [name, chunks]).sort()).toEqual([
        ['가', 2],
        ['나', 1],
        ['다', 1],
      ]);
      expect(names(await view.search({ text: '다른', classes: null, limit: 5 }))).toEqual(['가 c1']);
    });
  });

  it('stays what it was for somebody who looks at it while others write', async () => {
    const store = await open();
    await store.use('t', async (index) => {
      await index.replaceDocuments([document('가', ['예산 집행'])]);
      const before = await index.view();
      await index.replaceDocuments([document('가', ['감사 결과'])]);
      await index.maintain();
      expect(names(await before.search({ text: '예산', classes: null, limit: 5 }))).toEqual(['가 c1']);
      expect(names(await (await index.view()).search({ text: '예산', classes: null, limit: 5 }))).toEqual([]);
    });
  });

  it('is there again after a restart, without being given again', async () => {
    const directory = temporary('store');
    const store = await SearchStore.open({ directory, upkeep: false });
    await store.use('t', (index) => index.replaceDocuments([document('가', ['예산 집행'])]));
    await store.close();
    const again = await open({ directory });
    const found = await again.use('t', async (index) => (await index.view()).search({ text: '집행', classes: null, limit: 5 }));
    expect(names(found)).toEqual(['가 c1']);
  });

  it('is not there for a server that reads or cuts documents otherwise', async () => {
    const directory = temporary('store');
    const store = await open({ directory });
    await store.use('t', (index) => index.replaceDocuments([document('가', ['예산'])]));
    const changed = await open({ directory, variant: 'b800' });
    expect(await changed.use('t', async (index) => (await index.view()).documents.size)).toBe(0);
  });

  it('is of one tenant, whatever the tenants are called', async () => {
    const store = await open({ openIndexes: 1 });
    const keys = ['a', 'A', 'a/b', '한빛시', '한빛시'.normalize('NFD'), '..', "o'neil", ' ', ''];
    for (const key of keys) await store.use(key, (index) => index.replaceDocuments([document(`${key}의 문서`, ['같은 글'])]));
    for (const key of keys) {
      const found = await store.use(key, async (index) =>
        (await index.view()).search({ text: '같은 글', classes: null, limit: 9 }),
      );
      expect(names(found)).toEqual([`${key}의 문서 c1`]);
    }
  });

  it('is kept in memory alone where there is no directory, also when it was closed meanwhile', async () => {
    const store = await open({ directory: null, openIndexes: 1 });
    await store.use('a', (index) => index.replaceDocuments([document('가', ['예산'])]));
    await store.use('b', (index) => index.replaceDocuments([document('나', ['예산'])]));
    await store.use('c', (index) => index.view());
    const found = await store.use('a', async (index) => (await index.view()).search({ text: '예산', classes: null, limit: 9 }));
    expect(names(found)).toEqual(['가 c1']);
  });

  it('is gone when it is dropped', async () => {
    const directory = temporary('store');
    const store = await open({ directory });
    await store.use('t', (index) => index.replaceDocuments([document('가', ['예산'])]));
    await store.drop('t');
    const tables = path.join(directory, 'index');
    expect(readdirSync(path.join(tables, readdirSync(tables)[0] as string))).toEqual([]);
    expect(await store.use('t', async (index) => (await index.view()).documents.size)).toBe(0);
    await store.drop('never there');
  });
});

describe('documents', () => {
  it('may have any name', async () => {
    const store = await open({ directory: null });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 }),
        async (given) => {
          const all = given.map((name) => name.normalize('NFC')).filter((name, at, list) => list.indexOf(name) === at);
          await store.use('names', async (index) => {
            await index.removeDocuments([...(await index.view()).documents.keys()]);
            await index.replaceDocuments(all.map((name) => document(name, ['예산'])));
            await index.reclass(new Map(all.map((name) => [name, `class of '${name}'`])));
            const view = await index.view();
            expect([...view.documents.keys()].sort()).toEqual([...all].sort());
            expect(
              (await view.search({ text: '예산', classes: new Set(all.map((name) => `class of '${name}'`)), limit: 20 })).hits,
            ).toHaveLength(all.length);
            await index.removeDocuments(all.slice(1));
            expect([...(await index.view()).documents.keys()]).toEqual([all[0]]);
          });
        },
      ),
      { numRuns: 15 },
    );
  });

  it.each(["'; DROP", "a' OR '1'='1", '%', '_', '\\', '"', '-- ', '가\n나', '\u0000', '1 2', '-1 x'])(
    'called %j is one among others',
    async (name) => {
      const store = await open({ directory: null });
      await store.use('t', async (index) => {
        await index.replaceDocuments([document(name, ['예산']), document('다른 문서', ['예산', '결산'])]);
        await index.replaceDocuments([document(name, ['예산 하나', '예산 둘'])]);
        const view = await index.view();
        expect(view.documents.get(name)?.chunks).toBe(2);
        expect(names(await view.search({ text: '둘', classes: null, limit: 5 }))).toEqual([`${name} c2`]);
        await index.removeDocuments([name]);
        expect([...(await index.view()).documents.keys()]).toEqual(['다른 문서']);
      });
    },
  );

  it('with the same bytes are two, and a pair of ids means the first that may be seen', async () => {
    const store = await open();
    const texts = ['같은 글', '둘째'];
    await store.use('t', async (index) => {
      await index.replaceDocuments([document('나', texts, { cls: 'open' }), document('가', texts, { cls: 'staff' })]);
      const view = await index.view();
      const { docId } = document('가', texts);
      const at = async (chunkId: string, classes: ReadonlySet<string> | null) => {
        const found = await view.chunkAt(docId, chunkId, classes);
        return found && `${found.name}: ${found.chunk.text}`;
      };
      expect(await at('c2', null)).toBe('가: 둘째');
      expect(await at('c2', new Set(['open']))).toBe('나: 둘째');
      expect(await at('c2', new Set())).toBeNull();
      expect(await at('c3', null)).toBeNull();
      expect(await at('c02', null)).toBeNull();
      expect(await at('c0', null)).toBeNull();
      expect(await at('c-1', null)).toBeNull();
      expect(await view.chunkAt('sha256:0', 'c1', null)).toBeNull();
      expect(names(await view.search({ text: '같은', classes: null, limit: 5 }))).toEqual(['가 c1', '나 c1']);
    });
  });

  it('cannot be given twice in one write', async () => {
    const store = await open({ directory: null });
    await expect(
      store.use('t', (index) => index.replaceDocuments([document('가', ['ㄱ']), document('가', ['ㄴ'])])),
    ).rejects.toThrow('twice');
  });
});

describe('a question', () => {
  it.each(['', '?', '얼마', '없는낱말', '!', '.', '"예산"', "'", '예산 OR 1=1', '예산*', '예산~2', '예산^3', '+예산 -집행'])(
    'may be %j',
    async (text) => {
      const store = await open({ directory: null });
      await store.use('t', async (index) => {
        await index.replaceDocuments([document('가', ['예산 집행']), document('나', ['결산'])]);
        for (const indexed of [false, true]) {
          if (indexed) await index.maintain();
          const found = await (await index.view()).search({ text, classes: null, limit: 5 });
          expect(names(found)).toEqual(text.includes('예산') ? ['가 c1'] : []);
          expect(found.chunksSearched).toBe(2);
        }
      });
    },
  );

  it('finds nothing where nothing may be seen', async () => {
    const store = await open({ directory: null });
    await store.use('t', async (index) => {
      expect(await (await index.view()).search({ text: '예산', classes: null, limit: 5 })).toEqual({
        chunksSearched: 0,
        hits: [],
      });
      await index.replaceDocuments([document('가', ['예산'], { cls: 'staff' })]);
      const view = await index.view();
      for (const classes of [new Set<string>(), new Set(['open'])]) {
        expect(await view.search({ text: '예산', classes, limit: 5 })).toEqual({ chunksSearched: 0, hits: [] });
        expect(view.statistics(classes)).toEqual({ documents: 0, chunks: 0 });
      }
    });
  });

  it('gets answers from one version while documents are replaced', async () => {
    const store = await open();
    await store.use('t', async (index) => {
      const texts = (round: number) => Array.from({ length: 5 }, (_, at) => `예산 회차${round} 조각${at}`);
      await index.replaceDocuments([document('가', texts(0))]);
      let done = false;
      const writing = (async () => {
        for (let round = 1; round <= 15; round++) {
          await index.replaceDocuments([document('가', texts(round))]);
          if (round % 5 === 0) await index.maintain();
        }
        done = true;
      })();
      while (!done) {
        const { hits } = await (await index.view()).search({ text: '예산', classes: null, limit: 20 });
        expect(hits).toHaveLength(5);
        expect(new Set(hits.map(({ text }) => text.split(' ')[1])).size).toBe(1);
      }
      await writing;
    });
  });
});
