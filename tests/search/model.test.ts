import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Embedder } from '../../src/search/embedding/embedder.ts';
import { readModelDirectory } from '../../src/search/embedding/model-directory.ts';
import { openVectors } from '../../src/search/embedding/open-vectors.ts';
import { ProcessEmbedder } from '../../src/search/embedding/process-embedder.ts';
import { RememberedVectors } from '../../src/search/embedding/remembered-vectors.ts';
import { Database } from '../../src/search/engine/database.ts';
import { SearchStore } from '../../src/search/search-store.ts';
import { SILENT } from '../../src/shared/log.ts';
import { lookupModel, wordTokenizer } from '../makers/onnx.ts';
import { type Build, build } from '../support/build.ts';
import { temporary } from '../support/server.ts';
import { document } from './made-documents.ts';

/*
 * The model of these tests knows nothing: every word has a vector that was made up for it. They test how a model is loaded, fed,
 * read, remembered and done without.
 */
const WORDS = ['월급', '급여', '임금', '주차장', '설치기준', 'query:', 'passage:'];
const TOKENIZER = wordTokenizer(WORDS);
const ROWS = ['<s>', '</s>', '<unk>', ...WORDS].map((word) =>
  ['월급', '급여', '임금'].includes(word) ? [1, 0.1, 0, 0] : word === '주차장' ? [0, 1, 0, 0] : [0, 0, 0.2, word.length / 100],
);

function modelDirectory(more: Readonly<Record<string, string>> = {}): string {
  const directory = temporary('model');
  writeFileSync(path.join(directory, 'model.onnx'), lookupModel(ROWS));
  writeFileSync(path.join(directory, 'tokenizer.json'), TOKENIZER.json);
  for (const [name, text] of Object.entries(more)) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), text);
  }
  return directory;
}

/** What the model has to say, worked out by hand. */
function expected(...words: string[]): number[] {
  const rows = ['<s>', ...words, '</s>'].map((word) => ROWS[TOKENIZER.ids.get(word) ?? 2] as number[]);
  const mean = [0, 1, 2, 3].map((at) => rows.reduce((sum, row) => sum + (row[at] as number), 0) / rows.length);
  const length = Math.hypot(...mean);
  return mean.map((value) => value / length);
}

function expectClose(vector: Float32Array | undefined, numbers: readonly number[]): void {
  expect(vector).toHaveLength(numbers.length);
  numbers.forEach((value, at) => {
    expect(vector?.[at]).toBeCloseTo(value, 5);
  });
}

let sources: Build;
let script: string;
beforeAll(() => {
  sources = build('search/embedding/embedding-process.ts');
  script = path.join(sources.directory, 'search/embedding/embedding-process.js');
}, 120_000);
afterAll(() => sources.remove());

async function withModel<T>(directory: string, work: (embedder: ProcessEmbedder) => Promise<T>): Promise<T> {
  const embedder = await ProcessEmbedder.start(await readModelDirectory(directory), { script, processes: 1 });
  try {
    return await work(embedder);
  } finally {
    await embedder.close();
  }
}

describe('a model in a directory', { timeout: 120_000 }, () => {
  it('gives the mean of what it says of each token, of length one', async () => {
    await withModel(modelDirectory(), async (embedder) => {
      expect(embedder.dimensions).toBe(4);
      const [one, two] = await embedder.embed(['월급', '주차장 설치기준 모르는말'], 'passage');
      expectClose(one, expected('월급'));
      expectClose(two, expected('주차장', '설치기준', '모르는말'));
    });
  });

  it('is used as its manifest says: prefixes, the first token alone, no more tokens than it takes', async () => {
    const manifest = { name: 'made', prefixes: { query: 'query: ', passage: 'passage: ' }, max_tokens: 8 };
    await withModel(modelDirectory({ 'manifest.json': JSON.stringify(manifest) }), async (embedder) => {
      expect(embedder.name).toBe('made');
      expectClose((await embedder.embed(['급여'], 'query'))[0], expected('query:', '급여'));
      expectClose((await embedder.embed(['급여'], 'passage'))[0], expected('passage:', '급여'));
      const long = Array.from({ length: 50 }, () => '급여').join(' ');
      expectClose((await embedder.embed([long], 'query'))[0], expected('query:', ...Array.from({ length: 5 }, () => '급여')));
    });
    const first = modelDirectory({ '1_Pooling/config.json': '{"pooling_mode_cls_token": true}' });
    await withModel(first, async (embedder) => {
      expectClose(
        (await embedder.embed(['급여'], 'query'))[0],
        expected().map((_, at) => ([0, 0, 0.2, 0.03][at] as number) / Math.hypot(0.2, 0.03)),
      );
    });
  });

  it('goes on when its process dies', async () => {
    await withModel(modelDirectory(), async (embedder) => {
      const texts = Array.from({ length: 40 }, (_, at) => (at % 2 ? '월급' : '주차장'));
      const before = await embedder.embed(texts, 'passage');
      const process = [...(embedder as unknown as { processes: Set<{ child: { kill(signal: string): void } }> }).processes][0];
      const running = embedder.embed(texts, 'passage');
      process?.child.kill('SIGKILL');
      expect(await running).toEqual(before);
      expect(await embedder.embed(texts.slice(0, 3), 'query')).toEqual(before.slice(0, 3));
    });
  });

  it.each([
    ['that is not there', () => path.join(temporary('model'), 'none'), /폴더가 없거나/],
    ['without a tokenizer', () => emptyModel({ 'model.onnx': '' }), /tokenizer\.json 파일이 없습니다/],
    ['without a model', () => emptyModel({ 'tokenizer.json': '{}' }), /model\.onnx 파일이 없습니다/],
    ['with a broken model', () => emptyModel({ 'model.onnx': 'none', 'tokenizer.json': TOKENIZER.json }), /불러올 수 없습니다/],
    [
      'with a broken manifest',
      () => modelDirectory({ 'manifest.json': '{"pooling": "max"}' }),
      /manifest\.json이 올바르지 않습니다: pooling/,
    ],
    [
      'with other bytes than its manifest says',
      () => modelDirectory({ 'manifest.json': JSON.stringify({ sha256: { 'model.onnx': '0'.repeat(64) } }) }),
      /model\.onnx 파일이 manifest\.json에 적힌 sha256과 다릅니다/,
    ],
  ])('%s gives words alone, and the reason', async (_, directory, reason) => {
    const vectors = await openVectors({ modelDirectory: directory(), cache: null, log: SILENT, script });
    expect(vectors.embedder).toBeNull();
    expect(vectors.model).toBeNull();
    expect(vectors.reason).toMatch(reason);
    await vectors.close();
  });

  it('finds by meaning what shares no word with the question, after a restart without embedding anything again', async () => {
    const hash = createHash('sha256').update(lookupModel(ROWS)).digest('hex');
    const modelDir = modelDirectory({ 'manifest.json': JSON.stringify({ name: 'made', sha256: { 'model.onnx': hash } }) });
    const cache = temporary('cache');
    for (const round of [1, 2]) {
      const vectors = await openVectors({ modelDirectory: modelDir, cache, log: SILENT, script });
      expect(vectors).toMatchObject({ model: 'made', reason: null });
      const store = await SearchStore.open({ directory: cache, embedder: vectors.embedder, upkeep: false });
      await store.use('t', async (index) => {
        if (round === 1) await index.replaceDocuments([document('가', ['임금', '주차장 설치기준'])]);
        const { hits } = await (await index.view()).search({ text: '월급', classes: null, limit: 1 });
        expect(hits).toMatchObject([{ filename: '가', chunk_id: 'c1', found_by: 'semantic', score: 0 }]);
      });
      await store.close();
      await vectors.close();
    }
    expect(readdirSync(path.join(cache, 'index')).some((name) => name.startsWith('vectors-'))).toBe(true);
    expect(existsSync(path.join(cache, 'index'))).toBe(true);
  });
});

function emptyModel(files: Readonly<Record<string, string>>): string {
  const directory = temporary('model');
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(directory, name), text);
  return directory;
}

describe('remembered vectors', () => {
  class Counting implements Embedder {
    readonly model = 'made';
    readonly dimensions = 2;
    readonly asked: string[] = [];
    async embed(texts: readonly string[]): Promise<Float32Array[]> {
      this.asked.push(...texts);
      return texts.map((text) => Float32Array.from([text.length, 1]));
    }
  }

  it('are made once for the same passage, also by another process later', async () => {
    const directory = temporary('vectors');
    const first = new Counting();
    const second = new Counting();
    for (const [inner, texts] of [
      [first, ['가', '나나', '가']],
      [first, ['나나', '다다다']],
      [second, ['다다다', '가', '라라라라']],
    ] as const) {
      const database = await Database.open({ place: directory, cacheBytes: 1 << 20 });
      const vectors = await RememberedVectors.open(inner, database, SILENT);
      expect((await vectors.embed(texts, 'passage')).map((vector) => vector[0])).toEqual(texts.map(({ length }) => length));
      vectors.close();
      database.close();
    }
    expect(first.asked).toEqual(['가', '나나', '다다다']);
    expect(second.asked).toEqual(['라라라라']);
  });
});
