import { describe, expect, it } from 'vitest';
import { IndexBatch } from './index-batch.ts';
import type { DocumentToIndex } from './ports.ts';

const document = (name: string, chunks = 1) =>
  ({ name, docId: '', cls: '', stamp: '', info: '', chunks: new Array(chunks).fill({}) }) as unknown as DocumentToIndex;

function setUp() {
  const commits: string[][] = [];
  const state = { fail: false };
  const batch = new IndexBatch(async (documents) => {
    await new Promise((resolve) => setImmediate(resolve));
    if (state.fail) throw new Error('full');
    commits.push(documents.map(({ name }) => name));
  });
  return { batch, commits, state };
}

describe('documents on their way into an index', () => {
  it('share one commit', async () => {
    const { batch, commits } = setUp();
    await batch.put(document('a'));
    const settled = batch.settled();
    await batch.put(document('b'));
    expect(commits).toEqual([]);
    await batch.flush();
    await settled;
    expect(commits).toEqual([['a', 'b']]);
    await batch.flush();
    await batch.settled();
    expect(commits).toHaveLength(1);
  });

  it('do not wait for more when they are many', async () => {
    const { batch, commits } = setUp();
    await batch.put(document('a', 3999));
    expect(commits).toEqual([]);
    await batch.put(document('b'));
    expect(commits).toEqual([['a', 'b']]);
    for (let number = 0; number < 256; number++) await batch.put(document(String(number), 0));
    expect(commits[1]).toHaveLength(256);
  });

  it('are given once each, as they were read last', async () => {
    const { batch, commits } = setUp();
    for (const name of ['a', 'b', 'a']) await batch.put(document(name));
    await batch.flush();
    expect(commits).toEqual([['a', 'b']]);
  });

  it('do not wait for more for long', async () => {
    const { batch, commits } = setUp();
    await batch.put(document('a'));
    await batch.settled();
    expect(commits).toEqual([['a']]);
  });

  it('tell whoever waits for them that they could not be stored, and those after them are', async () => {
    const { batch, commits, state } = setUp();
    await batch.put(document('a'));
    state.fail = true;
    const settled = batch.settled();
    await expect(batch.flush()).rejects.toThrow('full');
    await expect(settled).rejects.toThrow('full');
    state.fail = false;
    await batch.put(document('b'));
    await batch.flush();
    expect(commits).toEqual([['b']]);
  });
});
