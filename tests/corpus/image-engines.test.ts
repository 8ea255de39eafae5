import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Budget } from '../../src/reading/container/budget.ts';
import { readDocument } from '../../src/reading/pipeline.ts';
import type { OcrProbe } from '../../src/shared/ocr-probe.ts';
import { renderLines } from '../makers/image.ts';

const probe = vi.hoisted(() => ({ found: null as unknown }));
vi.mock('../../src/shared/ocr-probe.ts', async (original) => ({
  ...(await original<object>()),
  probeOcr: async () => probe.found as OcrProbe,
}));

// Made before a reader is loaded: from then on no drawing in XML is rendered in this process.
let image: Buffer;
beforeAll(async () => {
  image = await renderLines(['행정안전부 공고 제2026-118호', '개인정보 보호법 시행령 일부개정령']);
});
const read = () => readDocument(image, { budget: new Budget(), paginate: false });

describe('without the program of the system', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('the packaged engine reads, from its own data and without a connection', { timeout: 120_000 }, async () => {
    probe.found = { available: true, engine: 'tesseract.js', reason: null, kind: 'tesseract.js', program: null };
    vi.stubGlobal('fetch', () => Promise.reject(new Error('nothing is fetched')));
    const document = await read();
    const text = document.blocks.map((block) => block.text).join('\n');
    expect(text).toContain('행정안전부 공고 제2026-118호');
    expect(text).toContain('개인정보 보호법 시행령');
    expect(document.blocks.every(({ extractor, confidence }) => extractor === 'ocr' && confidence > 0.6 && confidence < 1)).toBe(
      true,
    );
  });

  it('and without that one either the document says that there is no OCR', async () => {
    probe.found = { available: false, engine: null, reason: '없음', kind: null, program: null };
    expect((await read()).access).toMatchObject({ readable: false, reason: 'OCR_UNAVAILABLE' });
  });
});
