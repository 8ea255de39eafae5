import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Unreadable } from '../../src/reading/unreadable.ts';
import { corpusFiles, describeWithCorpus } from '../support/corpus.ts';
import { readDocxBytes } from '../support/read-docx.ts';

async function outcome(bytes: Buffer): Promise<string> {
  try {
    return `read ${(await readDocxBytes(bytes)).blocks.length > 0 ? 'text' : 'nothing'}`;
  } catch (error) {
    if (error instanceof Unreadable) return error.reason;
    throw error;
  }
}

describeWithCorpus('damaged and hostile docx files', (root) => {
  it.each([
    ['bad/docx_no_document.docx', 'CORRUPTED'],
    ['bad/docx_xxe.docx', 'CORRUPTED'],
    ['bad/truncated_half.docx', 'CORRUPTED'],
    ['bad/truncated_head.docx', 'CORRUPTED'],
    ['bad/xlsx_named.docx', 'CORRUPTED'],
    ['bad/docx_named.hwpx', 'read text'],
    // Small and odd, but whole: it holds a chat and a table.
    ['bad/real_docx_strict_truncated.docx', 'read text'],
  ])('%s gives %s', async (name, expected) => {
    expect(await outcome(readFileSync(path.join(root, name)))).toBe(expected);
  });

  it('cut or changed anywhere are read or refused with a reason, never a failure of the reader', async () => {
    const counts = new Map<string, number>();
    let seed = 20_260_101;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed % below;
    };
    const small = corpusFiles('docx', '.docx').filter((file) => readFileSync(file).length < 30_000);
    for (const file of small) {
      const bytes = readFileSync(file);
      for (let i = 0; i < 6; i++) {
        const changed = Buffer.from(bytes);
        for (let flips = 0; flips < 4; flips++) changed[random(changed.length)] = random(256);
        const result = await outcome(i === 5 ? changed.subarray(0, random(changed.length)) : changed);
        counts.set(result, (counts.get(result) ?? 0) + 1);
      }
    }
    console.log(`docx mutations: ${[...counts].map(([result, count]) => `${result} ${count}`).join(', ')}`);
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(small.length * 6);
  });
});
