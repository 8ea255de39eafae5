import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SearchStore } from '../../src/search/search-store.ts';
import { temporary } from '../support/server.ts';
import { document, madeDocument, numbers, pieces } from './made-documents.ts';

function filesWith(directory: string, text: string): string[] {
  const wanted = Buffer.from(text);
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(wanted));
}

it('text that was deleted or replaced is in no file after a purge, and everything else still is found', async () => {
  const directory = temporary('deletion');
  const store = await SearchStore.open({ directory, upkeep: false });
  const next = numbers(7);
  const texts = pieces();
  await store.use('t', async (index) => {
    const others = Array.from({ length: 40 }, (_, at) => madeDocument(next, texts, `문서 ${at}`, 10));
    await index.replaceDocuments([
      ...others,
      document('지울 문서', ['canaryone 900101-1234567 비밀']),
      document('바꿀 문서', ['canarytwo 900202-2345678 비밀']),
    ]);
    await index.maintain();
    await index.replaceDocuments([document('바꿀 문서', ['공개할 글'])]);
    await index.replaceDocuments([document('지울 문서 둘', ['canarythree 비밀'])]);
    await index.removeDocuments(['지울 문서', '지울 문서 둘']);
    const canaries = ['canaryone', 'canarytwo', 'canarythree', '900101-1234567', '900202-2345678'];
    expect(canaries.filter((canary) => filesWith(directory, canary).length > 0)).not.toEqual([]);
    await index.maintain({ purge: true });
    expect(canaries.flatMap((canary) => filesWith(directory, canary))).toEqual([]);
    const view = await index.view();
    expect(view.statistics(null)).toEqual({ documents: 41, chunks: 401 });
    expect((await view.search({ text: '공개할 글', classes: null, limit: 1 })).hits[0]?.filename).toBe('바꿀 문서');
    // A second one, with nothing to do, leaves everything as it is.
    await index.maintain({ purge: true });
    expect((await index.view()).statistics(null)).toEqual({ documents: 41, chunks: 401 });
  });
  await store.close();
});
