import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Corpus } from '../../src/corpus/corpus.ts';
import { FakeReader, type FakeSnapshot, FakeStore } from './fakes.ts';

const FILES = 20_000;
const FOLDERS = 100;

describe('what freshness costs a call on an unchanged tenant of 20,000 files', () => {
  let place: string;
  let corpus: Corpus<FakeSnapshot>;
  const reader = new FakeReader();
  const count = () => corpus.use('room', undefined, async ({ counts }) => counts.readable);

  beforeAll(async () => {
    place = mkdtempSync(path.join(tmpdir(), 'cost-'));
    for (let folder = 0; folder < FOLDERS; folder++) mkdirSync(path.join(place, 'room', `폴더${folder}`), { recursive: true });
    for (let file = 0; file < FILES; file++)
      writeFileSync(path.join(place, 'room', `폴더${file % FOLDERS}`, `문서${file}.hwp`), `글 ${file}`);
    corpus = await Corpus.open({ directory: place, store: new FakeStore(), reader, parallel: 2 });
    expect(await count()).toBe(FILES);
  }, 300_000);
  afterAll(() => {
    corpus.close();
    rmSync(place, { recursive: true, force: true });
  });

  it('is at most 10 ms at the median, and nothing is read', async () => {
    const times: number[] = [];
    for (let call = 0; call < 200; call++) {
      const began = performance.now();
      await count();
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    console.info(`freshness of ${FILES} files: p50 ${times[100]?.toFixed(2)} ms, p99 ${times[198]?.toFixed(2)} ms`);
    expect(times[100]).toBeLessThan(10);
    expect(reader.reads).toHaveLength(FILES);
  });

  it('is one reading for one file that comes, changes or goes', async () => {
    const file = path.join(place, 'room', '폴더7', '새.hwp');
    writeFileSync(file, '하나');
    expect(await count()).toBe(FILES + 1);
    writeFileSync(file, '둘');
    expect(await count()).toBe(FILES + 1);
    rmSync(file);
    expect(await count()).toBe(FILES);
    expect(reader.reads).toHaveLength(FILES + 2);
  });
});
