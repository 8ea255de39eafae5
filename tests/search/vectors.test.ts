import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../src/search/embedding/embedder.ts';
import { SearchStore } from '../../src/search/search-store.ts';
import { temporary } from '../support/server.ts';
import { document } from './made-documents.ts';

const MEANINGS = [
  ['월급', '급여', '임금'],
  ['쉬는', '휴일', '휴가'],
  ['집', '주택', '거주'],
];

/** Knows three meanings by their words. It stands in for a model to test the plumbing and says nothing about real ones. */
class WordMeanings implements Embedder {
  readonly model = 'made-up';
  readonly dimensions = MEANINGS.length + 1;
  readonly asked: string[] = [];

  async embed(texts: readonly string[], kind: 'query' | 'passage'): Promise<Float32Array[]> {
    return texts.map((text) => {
      this.asked.push(`${kind} ${text}`);
      const vector = Float32Array.from([...MEANINGS.map((words) => words.filter((word) => text.includes(word)).length), 0.1]);
      const length = Math.hypot(...vector);
      return vector.map((value) => value / length);
    });
  }
}

async function tenant<T>(work: Parameters<typeof SearchStore.prototype.use<T>>[1]): Promise<T> {
  const store = await SearchStore.open({ directory: temporary('vectors'), upkeep: false, embedder: new WordMeanings() });
  try {
    return await store.use('t', work);
  } finally {
    await store.close();
  }
}

describe('with a model', () => {
  it('a chunk without any word of the question is found by its meaning, with no score', async () => {
    await tenant(async (index) => {
      await index.replaceDocuments([
        document('가', ['임금은 매월 지급한다', '주차장 설치기준']),
        document('나', ['월급 명세서 발급']),
      ]);
      for (const indexed of [false, true]) {
        if (indexed) await index.maintain();
        const { hits } = await (await index.view()).search({ text: '월급', classes: null, limit: 2 });
        expect(hits.map(({ filename, chunk_id, found_by }) => [filename, chunk_id, found_by])).toEqual([
          ['나', 'c1', 'lexical'],
          ['가', 'c1', 'semantic'],
        ]);
        expect(hits[1]?.score).toBe(0);
        expect(hits[0]?.score).toBeGreaterThan(0);
      }
    });
  });

  it('half of the hits come by words and half by meaning, and every hit has its own score by words', async () => {
    await tenant(async (index) => {
      const byWords = Array.from({ length: 10 }, (_, at) => `명세서 ${'기타 사항 '.repeat(at + 1)}`);
      const byMeaning = Array.from({ length: 10 }, (_, at) => `임금 급여 ${'기타 '.repeat(at + 1)}`);
      await index.replaceDocuments([document('가', byWords), document('나', byMeaning)]);
      const { hits } = await (await index.view()).search({ text: '월급 명세서', classes: null, limit: 7 });
      expect(hits.map(({ filename }) => filename)).toEqual(['가', '나', '가', '나', '가', '나', '가']);
      for (const { found_by, score, filename } of hits) {
        expect(found_by).toBe(filename === '가' ? 'lexical' : 'semantic');
        expect(score > 0).toBe(filename === '가');
      }
    });
  });

  it('hidden chunks change nothing, and equally near ones are in the order of their names', async () => {
    const search = (hidden: readonly string[]) =>
      tenant(async (index) => {
        const copies = ['라', '나', '다', '가'].map((name) => document(name, ['급여 지급'], { cls: 'open' }));
        await index.replaceDocuments([...copies, ...hidden.map((name) => document(name, ['급여 지급'], { cls: 'board' }))]);
        await index.maintain();
        return (await index.view()).search({ text: '월급', classes: new Set(['open']), limit: 3 });
      });
    const without = await search([]);
    expect(without.hits.map(({ filename }) => filename)).toEqual(['가', '나', '다']);
    expect(await search(['A', '가나', '힣'])).toEqual(without);
  });

  it('vectors of another model are not there', async () => {
    const directory = temporary('vectors');
    const store = await SearchStore.open({ directory, upkeep: false, embedder: new WordMeanings() });
    await store.use('t', (index) => index.replaceDocuments([document('가', ['임금'])]));
    await store.close();
    const plain = await SearchStore.open({ directory, upkeep: false });
    expect(await plain.use('t', async (index) => (await index.view()).documents.size)).toBe(0);
    await plain.close();
  });
});
