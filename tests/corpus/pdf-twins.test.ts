import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { Budget } from '../../src/reading/container/budget.ts';
import { hwpReader } from '../../src/reading/formats/hwp/reader.ts';
import { hwpxReader } from '../../src/reading/formats/hwpx/reader.ts';
import { hasPdfReferee } from '../oracles/pdf-pages.ts';
import { pdfTwins, printedFragments, usableText } from '../oracles/pdf-twins.ts';
import { ruledTables } from '../oracles/ruled-tables.ts';
import { falseTables, type GridAgreement, gridAgreement } from '../oracles/table-agreement.ts';
import { type Recall, textRecall } from '../oracles/text-recall.ts';
import { describeWithCorpus } from '../support/corpus.ts';
import { readPdf } from '../support/read-pdf.ts';

const TEN_MINUTES = 600_000;

interface Measured {
  readonly name: string;
  readonly text: Recall;
  readonly grids: GridAgreement;
  /** Tables of ours that stand by themselves, and those of them that are none. */
  readonly tables: number;
  readonly falseOnes: string[];
  readonly uncertain: number;
}

describeWithCorpus('PDFs held against the word processor files that they were printed from', (root) => {
  const measured: Measured[] = [];
  const leftOut: string[] = [];
  const sum = (of: (one: Measured) => number): number => measured.reduce((total, one) => total + of(one), 0);

  beforeAll(async () => {
    if (!hasPdfReferee()) throw new Error('pdftotext is missing: apt-get install poppler-utils poppler-data');
    for (const twin of pdfTwins(root)) {
      const fragments = printedFragments(twin);
      const referee = usableText(twin, fragments);
      if (referee === null) {
        leftOut.push(twin.name);
        continue;
      }
      const source = await (twin.format === 'hwpx' ? hwpxReader : hwpReader).read(readFileSync(twin.twin), {
        budget: new Budget(),
        paginate: false,
      });
      const content = await readPdf(readFileSync(twin.pdf));
      const own = content.tables.filter((table) => !table.parent && table.cells.length > 1);
      measured.push({
        name: twin.name,
        text: textRecall(fragments, content.blocks.map((block) => block.text).join('\n'), referee),
        grids: gridAgreement(ruledTables(twin, source.tables), content.tables),
        tables: own.length,
        falseOnes: falseTables(source.tables, own).map((table) => `${twin.name} page ${table.page}`),
        uncertain: content.warnings.filter((warning) => warning.code === 'TABLE_GRID_UNCERTAIN').length,
      });
    }
    console.log(`${measured.length} pairs; without a usable text layer: ${leftOut.join(', ')}`);
  }, TEN_MINUTES);

  it('has 44 pairs or more with a usable text layer', () => {
    expect(measured.length).toBeGreaterThanOrEqual(44);
  });

  it('finds at least 99.8 % of the printed paragraphs and cells whole', () => {
    const [all, missing] = [sum(({ text }) => text.fragments), sum(({ text }) => text.missing.length)];
    console.log(`fragments ${all}, missing ${missing}: ${(100 * (1 - missing / all)).toFixed(3)} %`);
    expect(all).toBeGreaterThan(50_000);
    expect(
      1 - missing / all,
      measured
        .flatMap(({ name, text }) => text.missing.map((line) => `${name} ${line}`))
        .slice(0, 40)
        .join('\n'),
    ).toBeGreaterThanOrEqual(0.998);
  });

  it('keeps the reading order: at most 0.1 % of neighbours stand in an order that the page does not show either', () => {
    const neighbours = sum(({ text }) => text.neighbours);
    const inverted = measured.flatMap(({ text }) => text.inverted);
    const wrong = inverted.filter(({ printed }) => !printed);
    console.log(
      `neighbours ${neighbours}, other order than the file ${inverted.length} (${((100 * inverted.length) / neighbours).toFixed(3)} %), of these not as Poppler reads the page ${wrong.length}`,
    );
    expect(inverted.length / neighbours).toBeLessThanOrEqual(0.0015);
    expect(wrong.length / neighbours, JSON.stringify(wrong)).toBeLessThanOrEqual(0.001);
  });

  it('reads at least 90 % of the ruled tables exactly and 99 % of their cells whole', () => {
    const [tables, exact, cells] = [
      sum(({ grids }) => grids.tables),
      sum(({ grids }) => grids.exact),
      sum(({ grids }) => grids.cells),
    ];
    const [right, placed] = [sum(({ grids }) => grids.right), sum(({ grids }) => grids.placed)];
    const share = (part: number, whole: number): string => `${part} of ${whole} (${((100 * part) / whole).toFixed(2)} %)`;
    console.log(
      `ruled tables exact ${share(exact, tables)}; cells whole ${share(right, cells)}; in their place with their spans ${share(placed, cells)}`,
    );
    expect(tables).toBeGreaterThanOrEqual(380);
    expect(
      exact / tables,
      measured.flatMap(({ name, grids }) => grids.differing.map((line) => `${name} ${line}`)).join('\n'),
    ).toBeGreaterThanOrEqual(0.9);
    expect(right / cells).toBeGreaterThanOrEqual(0.99);
    expect(placed / cells).toBeGreaterThanOrEqual(0.93);
  });

  it('makes tables of nothing that is none in more than 2 % of its tables', () => {
    const [tables, falseOnes] = [sum((one) => one.tables), measured.flatMap((one) => one.falseOnes)];
    console.log(
      `tables ${tables}, false ${falseOnes.length}: ${falseOnes.join(', ')}; called uncertain ${sum((one) => one.uncertain)}`,
    );
    expect(falseOnes.length / tables).toBeLessThanOrEqual(0.02);
  });
});
