import type { Box } from '../../model/geometry.ts';
import type { ContentBuilder } from '../content.ts';
import type { OcrDesk } from './desk.ts';
import { OcrFailed } from './engine.ts';
import type { GrayImage } from './gray-image.ts';
import type { PageText } from './page-text.ts';

/** Where an image stands on its page. */
export interface OcrPlace {
  /** From 1. */
  readonly page: number;
  /** Units of the page per pixel: 1 for images, 72 / dpi for a page rendered from points. */
  readonly scale?: number;
  /** The image's top left corner in units of the page. */
  readonly origin?: readonly [x: number, y: number];
}

export interface OcrSource extends OcrPlace {
  readonly image: GrayImage;
}

/** `over`: the document's pages for OCR are used up; `failed`: the engine died or took too long. Both are told in the content. */
export type OcrOutcome = 'read' | 'nothing' | 'unavailable' | 'over' | 'failed';

/** A place below this may well be wrong: it is read, and pointed out. */
const SURE = 0.6;

/** Reads an image and adds what it says to the document. That there was nothing on it is for the caller to judge. */
export async function ocrIntoContent(builder: ContentBuilder, desk: OcrDesk, from: OcrSource): Promise<OcrOutcome> {
  if (!(await desk.available())) return 'unavailable';
  if (!desk.take()) {
    builder.warn('PARTIAL_READ', { page: from.page, text: '그림으로 된 쪽이 OCR 한도보다 많아 이 쪽부터는 읽지 않았습니다.' });
    return 'over';
  }
  try {
    return putPageText(builder, await desk.recognise(from.image), from) > 0 ? 'read' : 'nothing';
  } catch (error) {
    if (!(error instanceof OcrFailed)) throw error;
    builder.warn('PARTIAL_READ', { page: from.page, text: '이 쪽은 OCR이 끝나지 못해 읽지 못했습니다.' });
    return 'failed';
  }
}

/** Adds a page's text to the document with its boxes and confidences; gives the number of blocks. */
export function putPageText(
  builder: ContentBuilder,
  text: PageText,
  { page, scale = 1, origin: [left, top] = [0, 0] }: OcrPlace,
): number {
  const round = (value: number) => Math.round(value * 100) / 100;
  const place = ([x0, y0, x1, y1]: Box): Box => [
    round(left + x0 * scale),
    round(top + y0 * scale),
    round(left + x1 * scale),
    round(top + y1 * scale),
  ];
  const figure = (confidence: number) => Math.round(confidence * 1e3) / 1e3;
  let blocks = 0;
  let letters = false;
  const doubtful: string[] = [];
  for (const item of text.items) {
    // Of a grid in which nothing was read there is nothing to be sure or unsure of.
    if (item.kind === 'table' && item.cells.every((cell) => cell.text === '')) continue;
    const at = { page, bbox: place(item.box), extractor: 'ocr' as const, confidence: figure(item.confidence) };
    let unsure = item.confidence < SURE;
    let block: string;
    if (item.kind === 'table') {
      const cells = item.cells.map(({ row, col, row_span, col_span, text, box }) => ({
        row,
        col,
        row_span,
        col_span,
        text,
        bbox: place(box),
      }));
      const table = builder.table({ ...at, rows: item.rows, cols: item.cols, cells });
      block = table.block;
      unsure ||= item.cells.some((cell) => cell.confidence < SURE);
      letters ||= cells.some((cell) => cell.text !== '');
      if (item.uncertain) builder.warn('TABLE_GRID_UNCERTAIN', { page, block });
    } else {
      block = builder.block({ ...at, type: 'paragraph', text: item.text }).id;
      letters = true;
    }
    if (unsure) doubtful.push(block);
    blocks++;
  }
  if (letters) warnOfDoubts(builder, page, doubtful, text.dropped);
  return letters ? blocks : 0;
}

/** One line a page: a person looks at the page, not at ten warnings about it. */
function warnOfDoubts(builder: ContentBuilder, page: number, doubtful: readonly string[], dropped: number): void {
  if (doubtful.length === 0 && dropped === 0) return;
  if (doubtful.length === 1 && dropped === 0) {
    builder.warn('OCR_LOW_CONFIDENCE', { page, block: doubtful[0] as string });
    return;
  }
  const unsure = doubtful.length > 0 ? [`확신이 낮은 곳이 ${doubtful.length}곳 있습니다(${listed(doubtful)})`] : [];
  const left = dropped > 0 ? [`확신이 너무 낮은 ${dropped}곳은 뺐습니다`] : [];
  const text = `그림에서 읽은 글자 중 ${[...unsure, ...left].join('. ')}. 원본을 확인해 주세요.`;
  builder.warn('OCR_LOW_CONFIDENCE', { page, block: doubtful.length === 1 ? (doubtful[0] as string) : null, text });
}

const MOST_LISTED = 10;

function listed(blocks: readonly string[]): string {
  const rest = blocks.length - MOST_LISTED;
  return rest > 0 ? `${blocks.slice(0, MOST_LISTED).join(', ')} 외 ${rest}곳` : blocks.join(', ');
}
