import { expect, it, vi } from 'vitest';
import { Snapshot } from '../../src/search/engine/snapshot.ts';
import { SearchStore } from '../../src/search/search-store.ts';
import { temporary } from '../support/server.ts';
import { document, numbers } from './made-documents.ts';
import { Oracle } from './oracle.ts';

/** The first few stand in nearly every chunk, as the name of an office does in all of its papers. */
const WORDS = [...'가나다라마바사아자차카타파하'].flatMap((first) =>
  [...'고노도로모보소오조초'].map((last) => `${first}${last}무`),
);

it('words that nearly every chunk holds are searched exactly, without reading every chunk', async () => {
  const next = numbers(3);
  const word = () => WORDS[Math.floor(WORDS.length ** next()) - 1] as string;
  const text = () => Array.from({ length: 60 + Math.floor(next() * 60) }, word).join(' ');
  const documents = Array.from({ length: 400 }, (_, at) => document(`문서 ${at}.hwpx`, Array.from({ length: 10 }, text)));
  const oracle = new Oracle();
  for (const each of documents) oracle.put(each);
  const store = await SearchStore.open({ directory: temporary('common'), upkeep: false });
  const read = vi.spyOn(Snapshot.prototype, 'chunks');
  await store.use('t', async (index) => {
    await index.replaceDocuments(documents);
    await index.maintain();
    const view = await index.view();
    const [first, second, third, seldom] = [WORDS[0], WORDS[1], WORDS[2], WORDS[120]];
    for (const question of [`${first} ${second}`, `${first}`, `${third} ${first} ${second}`, `${seldom} ${first}`, `${seldom}`]) {
      for (const limit of [1, 20]) {
        read.mockClear();
        const { hits } = await view.search({ text: question, classes: null, limit });
        const place = ({ filename, chunk_id }: { filename: string; chunk_id: string }) => `${filename} ${chunk_id}`;
        expect(hits.map(place)).toEqual(oracle.search(question, null, limit).hits.map(place));
        const rows = read.mock.calls.reduce((sum, [ids]) => sum + ids.length, 0);
        // Of one word that all chunks hold nearly all of them are as good as the best.
        if (question.includes(' ')) expect(rows).toBeLessThan(2000);
      }
    }
  });
  read.mockRestore();
  await store.close();
});
