import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Document } from '../../src/model/document.ts';
import { Budget } from '../../src/reading/container/budget.ts';
import { readDocument } from '../../src/reading/pipeline.ts';
import { compareWords, percents } from '../oracles/words-read.ts';
import { corpusFiles, describeWithCorpus } from '../support/corpus.ts';

/** Pages that show Hangul as outlines, or text whose codes have lost their meaning: none may pass for text. */
const SUSPECT: Record<string, readonly number[]> = {
  'cid-font-no-tounicode.pdf': [1],
  'synth_no_tounicode.pdf': [1, 2, 3, 4, 5],
  '결재_PM교통.pdf': [1, 2, 3],
  '결재_세운.pdf': [1, 2, 3, 4, 5],
  '결재_컨설팅.pdf': [1, 2, 3, 4, 5],
  '동정자료_농식품부.pdf': [1],
  '별표5_사회재난.pdf': [1, 2],
  '보도자료_가계대출동향_202507.pdf': [1, 2, 3, 4, 5],
  '수식_issue505.pdf': [1, 2, 3, 4],
  '여권발급신청서_별지1호.pdf': [1, 2],
};

const NIGHTLY = Boolean(process.env.GEUNGEO_NIGHTLY);

const read = (file: string, ocrPages: number): Promise<Document> =>
  readDocument(readFileSync(file), { budget: new Budget(), paginate: false, ocrPages });
const pagesWith = (document: Document, code: string) =>
  document.warnings.filter((warning) => warning.code === code).map((warning) => warning.page);
const textOf = (document: Document, page?: number) =>
  document.blocks
    .filter((block) => page === undefined || block.page === page)
    .map((block) => block.text)
    .join('\n');

describeWithCorpus('PDF pages that have to be read from pixels', (root) => {
  const pdf = (name: string) => path.join(root, 'pdf', name);

  it('pages whose text layer is not what they show are told, each of them, and no others', { timeout: 600_000 }, async () => {
    const told: Record<string, (number | null)[]> = {};
    for (const file of corpusFiles('pdf', '.pdf')) {
      // Whether a page is read from pixels is decided before one is: without pages for OCR this is quick.
      const document = await read(file, 0);
      const pages = document.access.readable ? pagesWith(document, 'TEXT_LAYER_SUSPECT') : [];
      if (pages.length > 0) told[path.basename(file)] = pages;
    }
    const withText = Object.entries(SUSPECT).filter(([name]) => !/tounicode|수식/.test(name));
    expect(told).toEqual(Object.fromEntries(withText));
  });

  const suspects = NIGHTLY ? Object.keys(SUSPECT) : ['동정자료_농식품부.pdf', 'cid-font-no-tounicode.pdf'];
  it.each(suspects)('%s is read by OCR on those pages', { timeout: 600_000 }, async (name) => {
    const document = await read(pdf(name), 200);
    expect(pagesWith(document, 'TEXT_LAYER_SUSPECT')).toEqual(SUSPECT[name]);
    for (const page of SUSPECT[name] ?? []) {
      const blocks = document.blocks.filter((block) => block.page === page && block.text !== '');
      // A page of nothing but drawn formulas gives no words at all; its warning is what tells it.
      expect(blocks.length === 0 || blocks.some((block) => block.extractor === 'ocr')).toBe(true);
    }
    expect(pagesWith(document, 'PARTIAL_READ')).toEqual([]);
    // One line a page, however many places are doubtful.
    const doubts = pagesWith(document, 'OCR_LOW_CONFIDENCE');
    expect(doubts.length).toBeLessThanOrEqual(2 * document.source.pages);
  });

  it('a page of text and a scanned one in one file are read each in its way, with boxes in points', {
    timeout: 300_000,
  }, async () => {
    const document = await read(pdf('synth_hybrid_text_and_scan.pdf'), 200);
    const kinds = (page: number) =>
      new Set(document.blocks.filter((block) => block.page === page).map((block) => block.extractor));
    expect([kinds(1), kinds(2)]).toEqual([new Set(['pdf']), new Set(['ocr'])]);
    const { width, height, unit } = document.pages[1] as { width: number; height: number; unit: string };
    expect(unit).toBe('pt');
    for (const { bbox } of document.blocks.filter((block) => block.page === 2)) {
      const [x0, y0, x1, y1] = bbox as [number, number, number, number];
      expect(x0 >= 0 && y0 >= 0 && x1 <= width && y1 <= height).toBe(true);
    }
  });

  const scans = NIGHTLY
    ? ['synth_scan_공문.pdf', 'synth_scan_정관_3p.pdf', 'synth_scan_결재문서_청년정책담당관.pdf']
    : ['synth_scan_공문.pdf'];
  it.each(scans)('%s: at least 88 of a hundred words of a scan are read', { timeout: 600_000 }, async (name) => {
    const truth = readFileSync(path.join(root, 'image', 'gt', `pdf_${name.replace('.pdf', '.txt')}`), 'utf8');
    const [found, right] = percents(compareWords(truth, textOf(await read(pdf(name), 200))));
    console.log(name, found, right);
    expect(found).toBeGreaterThanOrEqual(88);
    expect(right).toBeGreaterThanOrEqual(85);
  });

  it('turned scans are read like upright ones', { timeout: 600_000 }, async () => {
    const names = NIGHTLY ? ['90', '180', '270'] : ['90'];
    const upright = textOf(await read(pdf('scan_ocr_test.pdf'), 200));
    for (const angle of names) {
      const [found, right] = percents(compareWords(upright, textOf(await read(pdf(`scan_ocr_test_rotated_${angle}.pdf`), 200))));
      expect([angle, found >= 90, right >= 90]).toEqual([angle, true, true]);
    }
  });

  it('pages past the limit are told once, where it bites', { timeout: 300_000 }, async () => {
    const document = await read(pdf('synth_scan_정관_3p.pdf'), 1);
    expect(new Set(document.blocks.map((block) => block.page))).toEqual(new Set([1]));
    expect(pagesWith(document, 'PARTIAL_READ')).toEqual([2]);
  });

  it('a scan on a server without pages for OCR says so', async () => {
    expect((await read(pdf('synth_scan_공문.pdf'), 0)).access).toMatchObject({ readable: false, reason: 'OCR_UNAVAILABLE' });
  });
});
