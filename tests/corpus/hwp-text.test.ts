import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Budget } from '../../src/reading/container/budget.ts';
import type { Content } from '../../src/reading/content.ts';
import { hwpReader } from '../../src/reading/formats/hwp/reader.ts';
import { Unreadable } from '../../src/reading/unreadable.ts';
import { type Fragment, hwpFragments, hwpGrids } from '../oracles/hwp-fragments.ts';
import { corpusFiles, describeWithCorpus } from '../support/corpus.ts';

const MAGIC = 'd0cf11e0a1b11ae1';

async function read(bytes: Buffer): Promise<Content | string> {
  try {
    return await hwpReader.read(bytes, { budget: new Budget(), paginate: false });
  } catch (error) {
    if (error instanceof Unreadable) return error.reason;
    throw error;
  }
}

/** Locked files of the corpus, by what their names say. */
function lockedReason(name: string): string | null {
  if (name.startsWith('암호_')) return 'PASSWORD_PROTECTED';
  return name.startsWith('DRM') ? 'DRM_ENCRYPTED' : null;
}

describeWithCorpus('hwp documents of the corpus', () => {
  const files = corpusFiles('hwp', '.hwp').filter((file) => readFileSync(file).toString('hex', 0, 8) === MAGIC);

  it('lose no text, no note, no caption, no header and no grid', { timeout: 240_000 }, async () => {
    const kinds = new Map<Fragment['kind'], { all: number; found: number }>();
    const lost: string[] = [];
    let grids = 0;
    const wrongGrids: string[] = [];
    for (const file of files) {
      const name = path.basename(file);
      const bytes = readFileSync(file);
      const content = await read(bytes);
      if (typeof content === 'string') {
        expect(`${name} ${content}`).toBe(`${name} ${lockedReason(name)}`);
        continue;
      }
      const text = content.blocks
        .map((block) => block.text)
        .join('')
        .replace(/\s+/g, '');
      for (const fragment of hwpFragments(bytes)) {
        const count = kinds.get(fragment.kind) ?? { all: 0, found: 0 };
        kinds.set(fragment.kind, count);
        count.all++;
        if (text.includes(fragment.text)) count.found++;
        else lost.push(`${name} ${fragment.kind} ${fragment.text.slice(0, 60)}`);
      }
      const ours = content.tables.map(
        (table) =>
          `${table.rows}x${table.cols} ${table.cells
            .map((c) => `${c.row},${c.col}+${c.row_span}x${c.col_span}`)
            .sort()
            .join(' ')}`,
      );
      const stated = hwpGrids(bytes);
      grids += stated.length;
      for (const grid of stated) {
        const at = ours.indexOf(grid);
        if (at < 0) wrongGrids.push(`${name} ${grid.slice(0, 80)}`);
        else ours.splice(at, 1);
      }
      if (ours.length > 0) wrongGrids.push(`${name}: ${ours.length} tables that the file does not have`);
    }
    const all = [...kinds.values()].reduce((sum, kind) => sum + kind.all, 0);
    console.log(
      `hwp text fragments found, ${files.length} files: ${all - lost.length} of ${all}; grids equal: ${grids - wrongGrids.length} of ${grids}`,
    );
    console.table(Object.fromEntries(kinds));
    expect(lost.slice(0, 20)).toEqual([]);
    expect(wrongGrids).toEqual([]);
    expect(kinds.get('footnote')?.all).toBeGreaterThan(3000);
  });
});
