import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeAtomically } from './atomic-file.ts';

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'geungeo-atomic-'));
  file = path.join(directory, 'file');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('an atomic write', () => {
  it('leaves the whole file, private, and nothing beside it', async () => {
    await writeAtomically(file, '근거');
    expect(readFileSync(file, 'utf8')).toBe('근거');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['file']);
  });

  it('takes pieces of any size, and joins small ones', async () => {
    const pieces = ['가', Buffer.from('나'), 'x'.repeat(600_000), '', new Uint8Array([0x7a])];
    await writeAtomically(file, pieces);
    expect(readFileSync(file, 'utf8')).toBe(`가나${'x'.repeat(600_000)}z`);
  });

  it('that fails half way leaves what stood there before, and no half file', async () => {
    writeFileSync(file, 'before');
    async function* breaking() {
      yield 'x'.repeat(600_000);
      throw new Error('the source broke');
    }
    await expect(writeAtomically(file, breaking())).rejects.toThrow('the source broke');
    expect(readFileSync(file, 'utf8')).toBe('before');
    expect(readdirSync(directory)).toEqual(['file']);
  });

  it('without replace lets exactly one of many writers win', async () => {
    const writes = Array.from({ length: 20 }, (_, n) => writeAtomically(file, `writer ${n}`, { replace: false }));
    const results = await Promise.allSettled(writes);
    const winners = results.flatMap((result, n) => (result.status === 'fulfilled' ? [n] : []));
    expect(winners).toHaveLength(1);
    expect(readFileSync(file, 'utf8')).toBe(`writer ${winners[0]}`);
    const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(new Set(lost)).toEqual(new Set(['EEXIST']));
    expect(readdirSync(directory)).toEqual(['file']);
  });
});
