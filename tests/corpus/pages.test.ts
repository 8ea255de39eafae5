import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { Budget } from '../../src/reading/container/budget.ts';
import { decodeXml } from '../../src/reading/container/xml.ts';
import { openZip } from '../../src/reading/container/zip.ts';
import type { Content } from '../../src/reading/content.ts';
import { hwpReader } from '../../src/reading/formats/hwp/reader.ts';
import { hwpxReader } from '../../src/reading/formats/hwpx/reader.ts';
import type { Reader } from '../../src/reading/formats/reader.ts';
import { hwpLinesComplete } from '../oracles/hwp-fragments.ts';
import { type Agreement, add, agreement, share } from '../oracles/page-agreement.ts';
import { bare, hasPdfReferee, pdfPages } from '../oracles/pdf-pages.ts';
import { describeWithCorpus } from '../support/corpus.ts';

/** The peer whose page numbers are measured beside ours; its own installation, because it is no part of the product. */
const KORDOC = fileURLToPath(new URL('../../bench/node_modules/kordoc/dist/index.js', import.meta.url));
/** PDFs whose text layer holds almost no Hangul show it as drawings (listed in the corpus's README). */
const FEWEST_HANGUL = 100;
const FIVE_MINUTES = 300_000;

interface Measured {
  readonly name: string;
  readonly complete: boolean;
  readonly warned: boolean;
  readonly pages: { ours: number; pdf: number };
  readonly blocks: Agreement;
  readonly cells: Agreement;
  readonly kordoc: Agreement | null;
}

type Kordoc = { parse(bytes: Buffer): Promise<{ success: boolean; blocks?: { text?: string; pageNumber?: number }[] }> };

interface Tested {
  readonly reader: Reader;
  readonly linesComplete: (bytes: Buffer) => boolean | Promise<boolean>;
  /** Documents that the layout engine lays out shorter or longer than they were printed, all called estimates. */
  readonly otherCounts: readonly string[];
  /** Share of cells on their page where lines are complete; a floor below 95 % says in `limit` what holds it down. */
  readonly cells: number;
}

const FORMATS: Record<string, Tested> = {
  hwpx: { reader: hwpxReader, linesComplete, otherCounts: [], cells: 0.95 },
  // One document of 415 pages of tables holds three quarters of all cells; the engine lays it out two pages short.
  hwp: {
    reader: hwpReader,
    linesComplete: hwpLinesComplete,
    otherCounts: ['범교과학습_교육과정맵', '배포용_한글문서파일형식_배포용문서'],
    cells: 0,
  },
};

for (const [format, tested] of Object.entries(FORMATS))
  describeWithCorpus(`page numbers of ${format} against PDFs that the word processor printed`, (root) => {
    const measured: Measured[] = [];

    beforeAll(async () => {
      if (!hasPdfReferee()) throw new Error('pdftotext is missing: apt-get install poppler-utils poppler-data');
      const built = fileURLToPath(new URL('../../dist/reading/paging/layout-process.js', import.meta.url));
      if (!existsSync(built)) throw new Error('the layout process is not built: npm run build');
      const kordoc = existsSync(KORDOC) ? ((await import(pathToFileURL(KORDOC).href)) as Kordoc) : null;
      for (const [file, pdf] of pairs(root, format)) {
        const pages = pdfPages(path.join(root, pdf));
        if ((pages.join('').match(/[가-힣]/g) ?? []).length < FEWEST_HANGUL) continue;
        const bytes = readFileSync(path.join(root, file));
        // HWP 3.0 has no stored lines of this kind.
        if (format === 'hwp' && bytes.toString('hex', 0, 4) !== 'd0cf11e0') continue;
        const content = await tested.reader.read(bytes, { budget: new Budget(), paginate: true });
        const whole = content.blocks.map((block) => bare(block.text)).join('\n');
        measured.push({
          name: path.basename(file, `.${format}`),
          complete: await tested.linesComplete(bytes),
          warned: content.warnings.some((warning) => warning.code === 'PAGES_ESTIMATED'),
          pages: { ours: content.pages.length, pdf: pages.length },
          blocks: agreement(plainBlocks(content), pages, whole),
          cells: agreement(
            content.tables.flatMap((table) => table.cells),
            pages,
            whole,
          ),
          kordoc: kordoc ? await kordocAgreement(kordoc, bytes, pages, whole) : null,
        });
      }
      console.info(report(measured));
    }, FIVE_MINUTES);

    it('are measured on at least twenty documents', () => {
      expect(measured.length).toBeGreaterThanOrEqual(20);
    });

    it('are right for 95 % of blocks and of cells where all line positions are stored', () => {
      const complete = measured.filter((document) => document.complete);
      expect(share(total(complete, 'blocks'))).toBeGreaterThanOrEqual(0.95);
      expect(share(total(complete, 'cells'))).toBeGreaterThanOrEqual(tested.cells);
      const inStep = complete.filter(({ pages }) => pages.ours === pages.pdf);
      expect(share(total(inStep, 'cells'))).toBeGreaterThanOrEqual(0.95);
    });

    it('are called estimates wherever line positions are missing', () => {
      expect(measured.filter((document) => !document.complete && !document.warned).map((document) => document.name)).toEqual([]);
    });

    it('are right for 99 % where they are not called estimates', () => {
      const exact = measured.filter((document) => !document.warned);
      expect(exact.length).toBeGreaterThanOrEqual(10);
      expect(share(total(exact, 'blocks'))).toBeGreaterThanOrEqual(0.99);
      expect(share(total(exact, 'cells'))).toBeGreaterThanOrEqual(0.99);
    });

    it('add up to as many pages as were printed', () => {
      const others = measured.filter(({ pages }) => pages.ours !== pages.pdf);
      expect(others.map(({ name }) => name).sort()).toEqual([...tested.otherCounts].sort());
      expect(others.every(({ warned }) => warned)).toBe(true);
    });

    it.skipIf(!existsSync(KORDOC))('are right more often than those of kordoc on the same pairs', () => {
      const theirs = total(measured, 'kordoc');
      expect(theirs.judged).toBeGreaterThan(100);
      expect(share(total(measured, 'blocks'))).toBeGreaterThan(share(theirs));
    });
  });

describe('the referee', () => {
  const pages = ['첫째쪽에만있는글입니다', '둘째쪽에만있는글입니다여러쪽에있는글', '여러쪽에있는글'];
  const judge = (text: string, page: number) => {
    const { judged, right } = agreement([{ text, page }], pages, bare(text));
    return { judged, right };
  };

  it('knows a right page from a wrong one', () => {
    expect(judge('첫째 쪽에만 있는 글입니다', 1)).toEqual({ judged: 1, right: 1 });
    expect(judge('첫째 쪽에만 있는 글입니다', 2)).toEqual({ judged: 1, right: 0 });
  });

  it('does not judge what stands on several pages, nor what is too short to be told apart', () => {
    expect(judge('여러 쪽에 있는 글', 2)).toEqual({ judged: 0, right: 0 });
    expect(judge('첫째 쪽', 1)).toEqual({ judged: 0, right: 0 });
  });
});

function pairs(root: string, format: string): [file: string, pdf: string][] {
  const lines = readFileSync(path.join(root, 'PAIRS.tsv'), 'utf8').trim().split('\n').slice(1);
  return lines.flatMap((line) => {
    const files = (line.split('\t')[1] ?? '').split(';');
    const file = files.find((each) => each.startsWith(`${format}/`));
    const pdf = files.find((file) => file.endsWith('.pdf'));
    return file && pdf ? [[file, pdf] as [string, string]] : [];
  });
}

/** Tables are judged cell by cell. */
function plainBlocks(content: Content): { text: string; page: number }[] {
  return content.blocks.filter((block) => block.type !== 'table');
}

/** Whether every paragraph of the XML has a stored line of a height above 0: looked for without the reader. */
async function linesComplete(bytes: Buffer): Promise<boolean> {
  const budget = new Budget();
  const zip = await openZip(bytes, budget);
  for (const entry of zip.entries) {
    if (!/^Contents\/section\d+\.xml$/i.test(entry.name)) continue;
    const source = decodeXml(zip.read(entry));
    const paragraphs = source.match(/<hp:p[ >/]/g)?.length ?? 0;
    const withLines = source
      .split('<hp:linesegarray>')
      .slice(1)
      .filter((part) => {
        const lines = part.slice(0, part.indexOf('</hp:linesegarray>'));
        return /vertsize="[1-9]/.test(lines);
      }).length;
    if (withLines < paragraphs) return false;
  }
  return true;
}

async function kordocAgreement(kordoc: Kordoc, bytes: Buffer, pages: string[], whole: string): Promise<Agreement> {
  const { success, blocks = [] } = await kordoc.parse(bytes);
  const items = blocks.flatMap(({ text, pageNumber }) => (text && pageNumber ? [{ text, page: pageNumber }] : []));
  return success ? agreement(items, pages, whole) : { judged: 0, right: 0, wrong: [] };
}

function total(documents: readonly Measured[], what: 'blocks' | 'cells' | 'kordoc'): Agreement {
  const sum: Agreement = { judged: 0, right: 0, wrong: [] };
  for (const document of documents) if (document[what]) add(sum, document[what]);
  return sum;
}

function report(documents: readonly Measured[]): string {
  const line = (label: string, some: readonly Measured[]) => {
    const cell = (what: 'blocks' | 'cells' | 'kordoc') => {
      const { right, judged } = total(some, what);
      return `${right}/${judged}`;
    };
    const counts = some.filter(({ pages }) => pages.ours === pages.pdf).length;
    return `| ${label} | ${some.length} | ${counts} | ${cell('blocks')} | ${cell('cells')} | ${cell('kordoc')} |`;
  };
  const wrong = documents.flatMap(({ name, warned, blocks, cells }) =>
    [...blocks.wrong, ...cells.wrong]
      .slice(0, 2)
      .map((one) => `${name}${warned ? '' : ' (not called an estimate)'}: said ${one.said}, is ${one.is}: ${one.text}`),
  );
  return [
    '| | documents | page count right | blocks | cells | kordoc, blocks |',
    '|---|---|---|---|---|---|',
    line(
      'lines complete',
      documents.filter((document) => document.complete),
    ),
    line(
      'lines missing',
      documents.filter((document) => !document.complete),
    ),
    line(
      'not called estimates',
      documents.filter((document) => !document.warned),
    ),
    ...wrong,
  ].join('\n');
}
