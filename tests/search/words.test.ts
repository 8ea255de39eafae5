import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DocumentPostings } from '../../src/search/document-postings.ts';
import { SearchStore } from '../../src/search/search-store.ts';
import type { TenantIndex } from '../../src/search/tenant-index.ts';
import { TermCounting } from '../../src/search/term-counting.ts';
import { TermDictionary } from '../../src/search/term-dictionary.ts';
import { Words } from '../../src/search/words.ts';
import { temporary } from '../support/server.ts';
import { document, madeDocument, madeQuestion, numbers, pieces } from './made-documents.ts';

const TERMS = ['가', '나', '가나', '다', '@1', '𠀀', 'ab', '가나다라마바사'];
const CLASSES = ['open', 'staff', 'board'];

interface MadeDocument {
  readonly cls: string;
  readonly chunks: readonly (readonly string[])[];
}

const made = fc.record({
  cls: fc.constantFrom(...CLASSES),
  chunks: fc.array(fc.array(fc.constantFrom(...TERMS), { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 4 }),
});

const covered = (documents: readonly MadeDocument[]) => new Map(documents.map(({ cls }, at) => [`w${at}`, cls]));

async function counted(documents: readonly MadeDocument[]): Promise<TermDictionary> {
  const counting = new TermCounting(covered(documents));
  for (const { cls, chunks } of documents) for (const chunk of chunks) counting.addChunk(chunk.join(' '), chunk.length, cls);
  return counting.toDictionary();
}

const postings = ({ chunks }: MadeDocument) =>
  DocumentPostings.of(
    chunks.map((chunk, ord) => ({ rowId: 0n, ord, length: chunk.length, says: '', figures: '', tokens: chunk.join(' ') })),
  );

function expectCounts(words: Words, documents: readonly MadeDocument[]): void {
  const all = documents.flatMap(({ chunks }) => chunks);
  expect(words.shortest).toBeLessThanOrEqual(Math.min(Number.MAX_SAFE_INTEGER, ...all.map(({ length }) => length)));
  const terms = [...TERMS, '없음'];
  for (const classes of [null, new Set(['open']), new Set(['staff', 'board', 'nobody']), new Set<string>()]) {
    const chunks = documents.filter(({ cls }) => classes?.has(cls) ?? true).flatMap((each) => each.chunks);
    expect(terms.map((term) => words.frequency(term, classes))).toEqual(
      terms.map((term) => chunks.filter((chunk) => chunk.includes(term)).length),
    );
  }
  const most = (term: string) => Math.max(0, ...all.map((chunk) => chunk.filter((token) => token === term).length));
  expect(terms.filter((term) => words.most(term) < most(term))).toEqual([]);
}

describe('a dictionary', () => {
  it('has the number of chunks of every term in every set of classes, also after it was kept', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(made, { minLength: 1, maxLength: 12 }), async (documents) => {
        const dictionary = await counted(documents);
        expectCounts(new Words(dictionary), documents);
        expectCounts(new Words(new TermDictionary(dictionary.kept)), documents);
      }),
      { numRuns: 30 },
    );
  });

  it('has it after documents came, went and changed their class, and forgets the terms that are gone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(made, { minLength: 2, maxLength: 9 }),
        fc.array(made, { maxLength: 4 }),
        fc.nat(8),
        async (first, come, number) => {
          const gone = first[number % first.length] as MadeDocument;
          const left = [...first.filter((document) => document !== gone), ...come];
          const words = new Words(await counted(first)).after([
            { cls: gone.cls, sign: -1, postings: postings(gone) },
            ...come.map((document) => ({ cls: document.cls, sign: 1 as const, postings: postings(document) })),
          ]) as Words;
          expectCounts(words, left);
          const joined = await words.joined(covered(left));
          expectCounts(new Words(joined), left);
          expect(joined.size).toBe(new Set(left.flatMap(({ chunks }) => chunks.flat())).size);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('grows to many terms', async () => {
    const counting = new TermCounting(new Map([['w', 'open']]));
    for (let number = 0; number < 50_000; number++) counting.addChunk(`말${number} 말${number} 같은말`, 3, 'open');
    const dictionary = await counting.toDictionary();
    expect(dictionary.size).toBe(50_001);
    expect([dictionary.frequency('같은말', null), dictionary.frequency('말777', null), dictionary.most('말777')]).toEqual([
      50_000, 1, 2,
    ]);
  });
});

describe('the dictionary of a large index', () => {
  const texts = pieces();
  const DOCUMENTS = 130;

  let full: string;
  beforeAll(async () => {
    full = mkdtempSync(path.join(tmpdir(), 'words-'));
    const next = numbers(7);
    await using(full, async (index) => {
      await index.replaceDocuments(
        Array.from({ length: DOCUMENTS }, (_, number) =>
          madeDocument(next, texts, `문서 ${number}`, 20, { cls: CLASSES[number % 3] as string }),
        ),
      );
      await index.maintain();
    });
  });
  afterAll(() => rmSync(full, { recursive: true, force: true }));

  /** A directory with an index that was just made. */
  function filled(): string {
    const directory = temporary('words');
    cpSync(full, directory, { recursive: true });
    return directory;
  }

  async function using<T>(directory: string, work: (index: TenantIndex) => Promise<T>): Promise<T> {
    const store = await SearchStore.open({ directory, upkeep: false });
    try {
      return await store.use('t', work);
    } finally {
      await store.close();
    }
  }

  async function answers(index: TenantIndex): Promise<string[]> {
    const next = numbers(11);
    const view = await index.view();
    const found: string[] = [];
    for (let at = 0; at < 20; at++) {
      const classes = at % 2 === 0 ? null : new Set(CLASSES.slice(0, 1 + (at % 3)));
      const { hits } = await view.search({ text: madeQuestion(next, texts), classes, limit: 10 });
      found.push(...hits.map(({ filename, chunk_id, score }) => `${filename} ${chunk_id} ${score.toFixed(9)}`));
    }
    return found;
  }

  const knows = async (index: TenantIndex) => (await index.view()).state.engine.words !== null;

  const tables = (directory: string) => {
    const place = path.join(directory, 'index');
    const generation = path.join(place, readdirSync(place)[0] as string);
    return { generation, kept: readdirSync(generation).filter((name) => name.includes('_terms')) };
  };

  it('is there after a restart, and without it the answers are the same', async () => {
    const directory = filled();
    const withIt = await using(directory, async (index) => {
      expect(await knows(index)).toBe(true);
      return answers(index);
    });
    expect(withIt.length).toBeGreaterThan(50);
    const { generation, kept } = tables(directory);
    expect(kept).toHaveLength(1);
    rmSync(path.join(generation, kept[0] as string), { recursive: true });
    const without = await using(directory, async (index) => {
      expect(await knows(index)).toBe(false);
      return answers(index);
    });
    expect(without).toEqual(withIt);
  });

  it('is used with what came since, is not where something went that nobody knows, and is made anew', async () => {
    const directory = filled();
    await using(directory, (index) => index.replaceDocuments([document('새 문서', ['예산 집행 현황'])]));
    await using(directory, async (index) => expect(await knows(index)).toBe(true));
    await using(directory, (index) => index.reclass(new Map([['문서 3', 'board']])));
    await using(directory, async (index) => expect(await knows(index)).toBe(true));
    await using(directory, (index) => index.removeDocuments(['문서 5']));
    const asked = await using(directory, async (index) => {
      expect(await knows(index)).toBe(false);
      return answers(index);
    });
    await using(directory, (index) => index.maintain());
    const known = await using(directory, async (index) => {
      expect(await knows(index)).toBe(true);
      return answers(index);
    });
    expect(known).toEqual(asked);
  });

  it('that is damaged is as good as none', async () => {
    const directory = filled();
    const { generation, kept } = tables(directory);
    const data = path.join(generation, kept[0] as string, 'data');
    for (const name of readdirSync(data)) writeFileSync(path.join(data, name), 'no data at all');
    await using(directory, async (index) => {
      expect(await knows(index)).toBe(false);
      expect((await answers(index)).length).toBeGreaterThan(50);
    });
  });

  it('holds no term of a document that was removed, after a purge', async () => {
    const directory = filled();
    await using(directory, async (index) => {
      await index.replaceDocuments([document('비밀', ['뷁쀍뛟 사업'])]);
      await index.maintain();
    });
    const holds = () => {
      const [utf8, utf16] = [Buffer.from('뷁쀍'), Buffer.from('뷁쀍', 'utf16le')];
      return readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)))
        .filter((bytes) => bytes.includes(utf8) || bytes.includes(utf16)).length;
    };
    expect(holds()).toBeGreaterThan(0);
    await using(directory, async (index) => {
      await index.removeDocuments(['비밀']);
      await index.maintain({ purge: true });
      expect(await knows(index)).toBe(true);
    });
    expect(holds()).toBe(0);
  });

  it('goes with the index', async () => {
    const directory = filled();
    const store = await SearchStore.open({ directory, upkeep: false });
    onTestFinished(() => store.close());
    await store.drop('t');
    expect(readdirSync(tables(directory).generation)).toEqual([]);
  });
});
