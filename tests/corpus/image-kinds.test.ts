import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Document } from '../../src/model/document.ts';
import { Budget } from '../../src/reading/container/budget.ts';
import { readDocument } from '../../src/reading/pipeline.ts';
import { renderTable } from '../makers/image.ts';
import { describeWithCorpus } from '../support/corpus.ts';

const read = (bytes: Buffer, ocrPages?: number): Promise<Document> =>
  readDocument(bytes, { budget: new Budget(), paginate: false, ...(ocrPages === undefined ? {} : { ocrPages }) });

describe('a drawn table of five rows and columns', () => {
  const rows = [
    ['구분', '예산액', '집행액', '잔액', '집행률'],
    ['인건비', '125,000', '118,300', '6,700', '94.6'],
    ['운영비', '87,500', '80,120', '7,380', '91.6'],
    ['사업비', '345,678', '301,450', '44,228', '87.2'],
    ['합계', '558,178', '499,870', '58,308', '89.6'],
  ];

  it('is read with every cell in its place', { timeout: 120_000 }, async () => {
    const document = await read(await renderTable(rows));
    expect(document.tables).toHaveLength(1);
    expect(document.tables[0]).toMatchObject({ rows: 5, cols: 5, page: 1 });
    expect(document.tables[0]?.grid).toEqual(rows);
    // Boxes are pixels of the image, inside it, and in the order of the grid.
    const { width, height } = document.pages[0] as { width: number; height: number };
    for (const { bbox } of document.tables[0]?.cells ?? []) {
      const [x0, y0, x1, y1] = bbox as [number, number, number, number];
      expect(x0 >= 0 && y0 >= 0 && x1 <= width && y1 <= height && x0 < x1 && y0 < y1).toBe(true);
    }
  });
});

describeWithCorpus('kinds of images', (root) => {
  const image = (name: string) => readFileSync(path.join(root, 'image', name));

  it.each([
    ['scan_annex.gif', 'gif'],
    ['scan_annex.webp', 'webp'],
    ['scan_annex_1bit.bmp', 'bmp'],
  ])('%s is read by its content', { timeout: 120_000 }, async (name, format) => {
    const document = await read(image(name));
    expect(document.source).toMatchObject({ format, pages: 1 });
    expect(document.metrics.extractor_mix).toEqual({ ocr: 1 });
    expect(document.blocks.map((block) => block.text).join('')).toMatch(/해양/);
  });

  it('the pages of a fax are pages, and those past the limit are told', { timeout: 120_000 }, async () => {
    const document = await read(image('multipage_g4_3p.tif'), 1);
    expect(document.source).toMatchObject({ format: 'tiff', pages: 3 });
    expect(new Set(document.blocks.map((block) => block.page))).toEqual(new Set([1]));
    expect(document.warnings).toMatchObject([{ code: 'PARTIAL_READ', page: 2 }]);
  });

  it('an orientation flag turns the page before its size and boxes are told', { timeout: 120_000 }, async () => {
    const document = await read(image('scan_exif_orientation6.jpg'));
    const { width, height } = document.pages[0] as { width: number; height: number };
    expect(width).toBeLessThan(height);
    const heading = document.blocks.find((block) => /마음이 모이면/.test(block.text));
    expect(heading?.bbox?.[1]).toBeLessThan(0.15 * height);
  });

  it.each(['blank_page.png', 'no_text_picture.png'])(
    '%s: nothing is read where there is nothing',
    { timeout: 120_000 },
    async (name) => {
      const document = await read(image(name));
      expect(document.access).toMatchObject({ readable: false, reason: 'NO_TEXT' });
    },
  );

  it('with no pages for OCR an image says that there is no OCR', async () => {
    expect((await read(image('scan_annex.webp'), 0)).access).toMatchObject({ readable: false, reason: 'OCR_UNAVAILABLE' });
  });

  it('a page of many doubtful places has one warning', { timeout: 120_000 }, async () => {
    const document = await read(image('scan_lowres_72.png'));
    const warned = document.warnings.filter((warning) => warning.code === 'OCR_LOW_CONFIDENCE');
    expect(warned).toHaveLength(1);
    expect(warned[0]?.text).toMatch(/\d+곳/);
  });
});
