import { Budget } from '../../src/reading/container/budget.ts';
import type { Content } from '../../src/reading/content.ts';
import { pdfReader } from '../../src/reading/formats/pdf/reader.ts';

/** Reads a PDF's own text; pages that are pictures are left out. */
export function readPdf(bytes: Buffer): Promise<Content> {
  return pdfReader.read(bytes, { budget: new Budget(), paginate: false, ocrPages: 0 });
}
