import type { Box } from '../../../model/geometry.ts';
import type { ContentBuilder } from '../../content.ts';
import type { OcrDesk } from '../../ocr/desk.ts';
import { crop, type GrayImage } from '../../ocr/gray-image.ts';
import { type OcrOutcome, ocrIntoContent } from '../../ocr/into-content.ts';
import { drawGray } from './page-image.ts';
import type { PdfFile } from './pdf-file.ts';

/** Dots an inch at which pages are drawn to be read. */
const DPI = 300;

/** Draws a page, or one part of it, and adds what can be read in it to the document. */
export async function scan(
  file: PdfFile,
  page: number,
  part: Box | null,
  desk: OcrDesk,
  content: ContentBuilder,
): Promise<OcrOutcome> {
  if (!(await desk.available())) return 'unavailable';
  const drawn = file.withPage(page - 1, (open) => drawGray(open, DPI));
  if (!drawn) return 'failed';
  const { image, scale } = drawn;
  if (!part) return ocrIntoContent(content, desk, { image, page, scale: 1 / scale });
  const pixels = part.map((value) => Math.round(value * scale)) as Box;
  const cut: GrayImage = crop(image, pixels);
  return ocrIntoContent(content, desk, { image: cut, page, scale: 1 / scale, origin: [pixels[0] / scale, pixels[1] / scale] });
}
