import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Budget } from '../../src/reading/container/budget.ts';
import type { Content } from '../../src/reading/content.ts';
import { hwpReader } from '../../src/reading/formats/hwp/reader.ts';
import { hwpxReader } from '../../src/reading/formats/hwpx/reader.ts';
import { describeWithCorpus } from '../support/corpus.ts';

/** Pairs whose files differ themselves, and in what. */
const OWN_DIFFERENCES: Record<string, string> = {
  'forge_sample-checkable-bullet-nested': 'the title is misspelt in the hwp file',
  규제영향분석서_80168:
    'guides of unfilled click-here fields stand in the text of the hwp file, and as a property in the hwpx file',
};

const context = () => ({ budget: new Budget(), paginate: false });

describeWithCorpus('a document saved as hwp and as hwpx', (root) => {
  const pairs = readFileSync(path.join(root, 'PAIRS.tsv'), 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[1]?.split(';') ?? [])
    .map((files) => [files.find((file) => /^hwp\/.*\.hwp$/.test(file)), files.find((file) => /^hwpx\/.*\.hwpx$/.test(file))])
    .filter((pair): pair is [string, string] => pair[0] !== undefined && pair[1] !== undefined)
    .filter(([hwp]) => readFileSync(path.join(root, hwp)).toString('hex', 0, 4) === 'd0cf11e0');

  for (const [hwp, hwpx] of pairs) {
    const name = path.basename(hwp, '.hwp');
    it(`reads the same: ${name}`, async () => {
      const a = await hwpReader.read(readFileSync(path.join(root, hwp)), context());
      const b = await hwpxReader.read(readFileSync(path.join(root, hwpx)), context());
      expect(grids(a)).toEqual(grids(b));
      if (OWN_DIFFERENCES[name]) expect(similarity(lines(a), lines(b))).toBeGreaterThan(0.75);
      else expect(lines(a)).toEqual(lines(b));
    });
  }

  it('is looked at in at least fifty pairs', () => expect(pairs.length).toBeGreaterThanOrEqual(50));
});

function lines(content: Content): string[] {
  return content.blocks
    .map((block) => `${block.type} ${block.level ?? ''} ${block.text.replace(/\s+/g, '')}`)
    .filter((line) => !/^\w+ \d* $/.test(line));
}

function grids(content: Content): string[] {
  return content.tables.map(
    (table) =>
      `${table.rows}x${table.cols} ${table.header_rows} ${table.cells.map((c) => `${c.row},${c.col}+${c.row_span}x${c.col_span}`).join(' ')}`,
  );
}

/** Share of the characters that stand in lines which both have. */
function similarity(a: string[], b: string[]): number {
  const left = [...b];
  let same = 0;
  for (const line of a) {
    const at = left.indexOf(line);
    if (at < 0) continue;
    left.splice(at, 1);
    same += line.length;
  }
  return (2 * same) / (a.join('').length + b.join('').length);
}
