import { describe, expect, it } from 'vitest';
import { SearchStore } from '../../src/search/search-store.ts';
import type { DocumentToIndex, TenantIndex } from '../../src/search/tenant-index.ts';
import { temporary } from '../support/server.ts';
import { madeDocument, madeQuestion, numbers, pick, pieces } from './made-documents.ts';
import { Oracle } from './oracle.ts';

const NIGHTLY = process.env.GEUNGEO_NIGHTLY === '1';
const TEXTS = pieces();
/** Words that stand in hidden documents far more often, or far less, than in those that may be seen. */
const HALVES = [TEXTS.filter((_, at) => at % 2 === 0), TEXTS.filter((_, at) => at % 2 === 1)] as const;

interface Filled {
  readonly index: TenantIndex;
  readonly oracle: Oracle;
}

async function put({ index, oracle }: Filled, documents: readonly DocumentToIndex[]): Promise<void> {
  await index.replaceDocuments(documents);
  for (const document of documents) oracle.put(document);
}

async function compare(
  { index, oracle }: Filled,
  next: () => number,
  questions: number,
  sets: readonly (ReadonlySet<string> | null)[],
) {
  const view = await index.view();
  for (let at = 0; at < questions; at++) {
    const text = `${pick(next, ['', '언제 ', '얼마나 '])}${madeQuestion(next, TEXTS)}`;
    const classes = pick(next, sets);
    const limit = pick(next, [1, 5, 20]);
    const expected = oracle.search(text, classes, limit);
    const found = await view.search({ text, classes, limit });
    expect(found.chunksSearched).toBe(expected.chunksSearched);
    expect(found.hits.map(({ filename, chunk_id }) => `${filename} ${chunk_id}`)).toEqual(
      expected.hits.map(({ filename, chunk_id }) => `${filename} ${chunk_id}`),
    );
    found.hits.forEach(({ score }, place) => {
      expect(Math.abs(score - (expected.hits[place]?.score as number))).toBeLessThan(1e-6);
    });
  }
}

async function fill(filled: Filled, next: () => number, chunks: number): Promise<void> {
  const perDocument = 20;
  let batch: DocumentToIndex[] = [];
  for (let number = 0; number * perDocument < chunks; number++) {
    const isHidden = number % 3 === 0;
    const cls = isHidden ? `hidden${number % 2}` : pick(next, ['open', 'staff', 'board']);
    // Nine lines of ten come from the half that the class prefers.
    const [own, other] = isHidden ? HALVES : [HALVES[1], HALVES[0]];
    const from = Array.from({ length: 400 }, (_, at) => pick(next, at % 10 === 0 ? other : own));
    // One of ten is a copy of another under another name, maybe in another class.
    const earlier = number % 10 === 9 ? batch.at(-3) : undefined;
    const name = `문서 ${String(number).padStart(5, '0')}.hwpx`;
    batch.push(earlier === undefined ? madeDocument(next, from, name, perDocument, { cls }) : { ...earlier, name, cls });
    if (batch.length < 100) continue;
    await put(filled, batch);
    batch = [];
  }
  await put(filled, batch);
}

const SETS = [
  null,
  new Set(['open', 'staff', 'board']),
  new Set(['open']),
  new Set(['hidden0']),
  new Set(['staff', 'hidden1', 'nobody']),
  new Set<string>(),
];

describe('the best chunks and their scores', () => {
  it.each(NIGHTLY ? [10_000, 100_000] : [10_000])(
    'are those of an exact search over what may be seen, among %i chunks with new, replaced and deleted ones',
    async (chunks) => {
      const next = numbers(20261115);
      const store = await SearchStore.open({ directory: temporary('exact'), upkeep: false });
      await store.use('t', async (index) => {
        const filled = { index, oracle: new Oracle() };
        await fill(filled, next, chunks);
        await index.maintain();
        await compare(filled, next, 60, SETS);
        // Replaced, deleted and moved to another class after they were indexed; new ones beside them.
        for (let round = 0; round < 3; round++) {
          const names = Array.from(
            { length: 12 },
            () => `문서 ${String(Math.floor((next() * chunks) / 20)).padStart(5, '0')}.hwpx`,
          );
          const [replaced, removed, moved] = [new Set(names.slice(0, 4)), names.slice(4, 8), names.slice(8)];
          await put(
            filled,
            [...replaced].map((name) => madeDocument(next, TEXTS, name, 7, { cls: 'open' })),
          );
          await put(filled, [madeDocument(next, TEXTS, `새 문서 ${round}.pdf`, 15, { cls: 'staff' })]);
          await index.removeDocuments(removed);
          for (const name of removed) filled.oracle.remove(name);
          await index.reclass(new Map(moved.map((name) => [name, 'board'])));
          for (const name of moved) filled.oracle.reclass(name, 'board');
          await compare(filled, next, 40, SETS);
        }
        await index.maintain();
        await compare(filled, next, 40, SETS);
        await index.maintain({ purge: true });
        await compare(filled, next, 40, SETS);
      });
      await store.close();
    },
    NIGHTLY ? 3_600_000 : 300_000,
  );
});
