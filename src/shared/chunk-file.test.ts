import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Chunk } from '../model/chunk.ts';
import { readChunkFile, writeChunkFile } from './chunk-file.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'geungeo-chunks-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const chunk = (n: number, text: string): Chunk => ({
  id: `c${n}`,
  doc_id: `sha256:${'0'.repeat(64)}`,
  kind: 'paragraph',
  text,
  blocks: ['b1'],
  anchors: [{ page: 1, bbox: null, cell_range: null }],
  path: [],
  outline: [],
  extractors: ['hwpx'],
});

it.each([
  ['no chunks', []],
  ['one chunk', [chunk(1, '한 줄')]],
  // The ends of lines, of pieces and of characters fall in different places.
  ['many chunks of all lengths', Array.from({ length: 300 }, (_, n) => chunk(n, `가\n나,\r\u2028]["${'다'.repeat(n * 7)}`))],
])('a chunk file of %s is a JSON array and can be taken chunk by chunk', async (_, chunks) => {
  const file = path.join(directory, 'chunks');
  await writeChunkFile(file, chunks);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(chunks);
  const read: Chunk[] = [];
  for await (const one of readChunkFile(file)) read.push(one);
  expect(read).toEqual(chunks);
});
