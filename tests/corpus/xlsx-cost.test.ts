import { readFileSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import { expect, it } from 'vitest';
import { Budget } from '../../src/reading/container/budget.ts';
import { xlsxReader } from '../../src/reading/formats/xlsx/reader.ts';
import { unzip } from '../oracles/xlsx-source.ts';
import { corpusFiles, describeWithCorpus } from '../support/corpus.ts';

async function cpu(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1000;
}

describeWithCorpus('the cost of a large sheet', () => {
  it('stays within a few times that of parsing its XML and doing nothing', async () => {
    const file = corpusFiles('xlsx', '46k행.xlsx')[0] as string;
    const parts = unzip(file);
    const bare: number[] = [];
    const whole: number[] = [];
    for (let i = 0; i < 3; i++) {
      bare.push(
        await cpu(() => {
          for (const name of ['xl/sharedStrings.xml', 'xl/worksheets/sheet1.xml']) {
            const parser = new SaxesParser({ xmlns: false, position: false });
            let events = 0;
            parser.on('opentag', () => events++);
            parser.on('text', () => events++);
            parser.write(parts.get(name)?.toString() ?? '').close();
          }
        }),
      );
      whole.push(await cpu(() => xlsxReader.read(readFileSync(file), { budget: new Budget(), paginate: false })));
    }
    const [parse, read] = [Math.min(...bare), Math.min(...whole)];
    console.log(
      `xlsx cost, 46,346 rows, 290,583 cells: read ${read.toFixed(0)} ms CPU, bare saxes ${parse.toFixed(0)} ms, ratio ${(read / parse).toFixed(2)}`,
    );
    expect(read / parse).toBeLessThan(8);
  });
});
