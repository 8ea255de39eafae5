import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Budget } from '../../src/reading/container/budget.ts';
import { hwpxReader } from '../../src/reading/formats/hwpx/reader.ts';
import { Unreadable } from '../../src/reading/unreadable.ts';
import { corpusFiles, describeWithCorpus } from '../support/corpus.ts';

async function outcome(bytes: Buffer): Promise<string> {
  try {
    await hwpxReader.read(bytes, { budget: new Budget(), paginate: false });
    return 'read';
  } catch (error) {
    if (error instanceof Unreadable) return error.reason;
    throw error;
  }
}

/** The reader's own answer, whatever sniffing would have said before it. */
const REASONS: Record<string, string> = {
  'hwpx_section_bomb.hwpx': 'LIMIT_EXCEEDED',
  'real_hwpx_named.hwp': 'read',
  'real_hwpx_named_2.hwp': 'read',
  'hwpx_named.zip': 'read',
};

describeWithCorpus('hostile hwpx files', (root) => {
  it('are refused with a reason, and real ones under a false name are read', async () => {
    const files = corpusFiles('bad').filter((file) => /\.hwpx$|real_hwpx|hwpx_named/.test(file));
    const got = await Promise.all(files.map(async (file) => [path.basename(file), await outcome(readFileSync(file))]));
    expect(Object.fromEntries(got)).toEqual(
      Object.fromEntries(files.map((file) => [path.basename(file), REASONS[path.basename(file)] ?? 'CORRUPTED'])),
    );
    expect(files.length).toBeGreaterThan(10);
  });

  it('need a password where they are encrypted', async () => {
    for (const file of corpusFiles('hwpx').filter((file) => path.basename(file).startsWith('암호_'))) {
      expect(await outcome(readFileSync(file)), file).toBe('PASSWORD_PROTECTED');
    }
  });

  it('never make the reader fail in another way, whichever bytes are changed', async () => {
    let seed = 20_260_625;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed % below;
    };
    const seen = new Map<string, number>();
    for (const name of ['표병합_최소.hwpx', 'feat_footnote-endnote.hwpx', '변경추적_ChangeTrack.hwpx']) {
      const good = readFileSync(path.join(root, 'hwpx', name));
      for (let round = 0; round < 150; round++) {
        const bytes = Buffer.from(good);
        for (let flips = 1 + random(6); flips > 0; flips--) bytes[random(bytes.length)] = random(256);
        const cut = random(4) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes;
        const result = await outcome(cut);
        seen.set(result, (seen.get(result) ?? 0) + 1);
      }
    }
    console.log([...seen].map(([result, times]) => `${result} ${times}`).join(', '));
    expect(seen.get('CORRUPTED')).toBeGreaterThan(50);
  });
});
