import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SearchStore } from '../../src/search/search-store.ts';
import { type Build, build } from '../support/build.ts';
import { temporary } from '../support/server.ts';

const NIGHTLY = process.env.GEUNGEO_NIGHTLY === '1';
const KILLS = NIGHTLY ? 200 : 20;
const DOCUMENTS = 6;
const SCRIPT = fileURLToPath(new URL('./writer.mjs', import.meta.url));

/** What a writer tells at its end. */
interface Counts {
  readonly verified: number;
  readonly rewritten: number;
}

let sources: Build;
beforeAll(() => {
  sources = build('search/search-store.ts');
});
afterAll(() => sources.remove());

function writer(directory: string, name: string, rounds?: number): ChildProcess & { readonly written: () => string } {
  const env = { ...process.env, ...(rounds === undefined ? {} : { ROUNDS: String(rounds) }) };
  const child = spawn(process.execPath, [SCRIPT, sources.directory, directory, name, String(DOCUMENTS)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (data) => (said += data));
  return Object.assign(child, { written: () => said });
}

const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));

/** Every document is one that somebody wrote, whole: all its chunks say the same, and there are as many as its head tells. */
async function expectWhole(directory: string, isWriting = false): Promise<Map<string, string>> {
  const store = await SearchStore.open({ directory, upkeep: false });
  const marks = await store.use('t', async (index) => {
    const view = await index.view();
    const { hits } = await view.search({ text: '예산', classes: null, limit: 1000 });
    const found = new Map<string, string>();
    for (const { name, info, stamp, chunks } of view.documents.values()) {
      const { mark, count } = JSON.parse(info) as { mark: string; count: number };
      expect(mark).toBe(stamp);
      expect(chunks).toBe(count);
      const own = hits.filter(({ filename }) => filename === name);
      expect(own.map(({ chunk_id }) => chunk_id).sort()).toEqual(Array.from({ length: count }, (_, at) => `c${at + 1}`).sort());
      for (const { text, doc_id } of own) {
        expect(text.split(' ')[2]).toBe(mark);
        expect(doc_id).toBe(`sha256:${mark}`);
      }
      found.set(name, mark);
    }
    expect(hits).toHaveLength([...view.documents.values()].reduce((sum, { chunks }) => sum + chunks, 0));
    for (const cls of ['open', 'staff']) {
      const allowed = await view.search({ text: '예산', classes: new Set([cls]), limit: 1000 });
      for (const { filename } of allowed.hits) expect(view.documents.get(filename)?.cls).toBe(cls);
    }
    if (!isWriting) expect([...view.state.mixed]).toEqual([]);
    return found;
  });
  await store.close();
  return marks;
}

/** Kills a writer some time after it has acknowledged so many writes; what it had acknowledged until then. */
async function killed(directory: string, name: string, writes: number, after: number): Promise<string[]> {
  const child = writer(directory, name);
  const end = ended(child);
  // The first line says that it has begun.
  while (child.written().split('\n').length < writes + 2) await new Promise((resolve) => setTimeout(resolve, 5));
  await new Promise((resolve) => setTimeout(resolve, after));
  child.kill('SIGKILL');
  await end;
  return child.written().split('\n').slice(1, -1);
}

it('a table whose creator was killed at any moment is a table all the same', async () => {
  for (let kill = 0; kill < KILLS / 2; kill++) {
    const directory = temporary('creation');
    await killed(directory, 'k', 0, kill * 8);
    await expectWhole(directory);
  }
}, 900_000);

it(`after each of ${KILLS} kills in the middle of writing every document is that of before or after`, async () => {
  const directory = temporary('kills');
  let writes = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const acknowledged = await killed(directory, `k${kill}`, 2 + ((kill * 7) % 19), (kill * 37) % 60);
    writes += acknowledged.length;
    const marks = await expectWhole(directory);
    for (let number = 0; number < DOCUMENTS; number++) {
      const last = acknowledged.findLast((line) => line.startsWith(`${number} `));
      if (last === undefined) continue;
      const round = Number(last.split(' ')[1]);
      // The one that was acknowledged, or the one that was under way.
      const expected = [round, round + 1].map((each) => ((each + number) % 5 === 4 ? undefined : `k${kill}-${each}`));
      expect(expected).toContain(marks.get(`문서 ${number}`));
    }
  }
  expect(writes).toBeGreaterThan(KILLS);
}, 900_000);

it('processes that replace and reclass the same documents never mix them', async () => {
  const directory = temporary('writers');
  const writers = ['a', 'bb', 'ccc', 'reclass'].map((name) => writer(directory, name, NIGHTLY ? 60 : 8));
  const codes = writers.map(ended);
  let running = true;
  void Promise.all(codes).then(() => {
    running = false;
  });
  while (running) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    if (running) await expectWhole(directory, true);
  }
  expect(await Promise.all(codes)).toEqual(writers.map(() => 0));
  await expectWhole(directory);
  const counts = writers.map((child) => JSON.parse(child.written().trimEnd().split('\n').at(-1) as string) as Counts);
  // Those who were not alone have looked; who was, and whether there was something to write again, is a matter of the moment.
  expect(counts.reduce((sum, { verified }) => sum + verified, 0)).toBeGreaterThan(0);
  if (NIGHTLY) console.log(counts);
}, 600_000);
