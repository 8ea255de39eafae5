import { type Content, ContentBuilder } from '../../content.ts';
import { OcrDesk } from '../../ocr/desk.ts';
import type { OcrOutcome } from '../../ocr/into-content.ts';
import { Unreadable } from '../../unreadable.ts';
import type { ReadContext, Reader } from '../reader.ts';
import { Emitter } from './emit.ts';
import { statedHeadings } from './headings.ts';
import { readBookmarks } from './outline.ts';
import { type PageReading, readPages } from './pages.ts';
import { PdfFile } from './pdf-file.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { scan } from './scan.ts';

export const pdfReader: Reader = {
  format: 'pdf',
  async read(bytes: Buffer, context: ReadContext): Promise<Content> {
    const file = await PdfFile.open(bytes);
    try {
      return await readFile(file, context);
    } finally {
      file.close();
    }
  },
};

async function readFile(file: PdfFile, context: ReadContext): Promise<Content> {
  const content = new ContentBuilder('pdf', context.budget);
  const desk = new OcrDesk({ budget: context.budget, pages: context.ocrPages });
  const pages = readPages(file, context.budget, content);
  const layouts = pages.map((page) => page.layout);
  const pieces = piecesOf(layouts);
  const emitter = new Emitter(content, layouts, statedHeadings(pieces, file.lost ? [] : readBookmarks(file)));
  emitter.study(pieces);
  const outcomes = new Map<number, OcrOutcome>();
  for (const piece of pieces) {
    if (piece.kind !== 'scan') emitter.write(piece);
    else await writeScan(piece, pages, outcomes, { file, desk, content, pages: context.ocrPages });
  }
  if (!content.blocks.some((block) => /\S/.test(block.text))) throw new Unreadable(reasonOf(pages, outcomes));
  return content;
}

interface Tools {
  readonly file: PdfFile;
  readonly desk: OcrDesk;
  readonly content: ContentBuilder;
  /** Pages that may be read from pixels, where the caller sets a number. */
  readonly pages: number | undefined;
}

/** What is read from pixels takes the place of a text layer that does not say what the page shows. */
async function writeScan(
  piece: Piece & { kind: 'scan' },
  pages: readonly PageReading[],
  outcomes: Map<number, OcrOutcome>,
  tools: Tools,
): Promise<void> {
  const { file, desk, content } = tools;
  const { number } = piece.page;
  const page = pages.find((one) => one.layout === piece.page) as PageReading;
  const whole = piece.box === null;
  // Told once, where the limit bites.
  const over = tools.pages === 0 || [...outcomes.values()].includes('over');
  const outcome: OcrOutcome = over ? 'over' : await scan(file, number, piece.box, desk, content);
  if (!whole) {
    if (outcome === 'over') outcomes.set(number, outcome);
    return;
  }
  outcomes.set(number, outcome);
  if (outcome === 'read') return;
  // The little that the layer says is true where letters are missing from it; where codes have no meaning nothing is.
  if (page.facts.readable) {
    const own = piecesOf([{ ...piece.page, scan: null }]);
    const aside = new Emitter(content, [piece.page], new Map());
    aside.study(own);
    for (const one of own) if (one.kind !== 'scan') aside.write(one);
  }
  if (tools.pages === 0)
    content.warn('PARTIAL_READ', { page: number, text: '글자가 그림으로만 들어 있는 쪽이라 읽지 않았습니다.' });
  if (outcome === 'unavailable')
    content.warn('PARTIAL_READ', {
      page: number,
      text: '글자가 그림으로만 들어 있는 쪽인데 이 서버에 OCR이 없어 읽지 못했습니다.',
    });
}

function reasonOf(
  pages: readonly PageReading[],
  outcomes: ReadonlyMap<number, OcrOutcome>,
): 'CORRUPTED' | 'OCR_UNAVAILABLE' | 'NO_TEXT' | 'PARSER_FAILED' {
  if (pages.length === 0) return 'CORRUPTED';
  const all = [...outcomes.values()];
  // None was to be read from pixels at all: to the caller that is a server without OCR.
  if (all.includes('unavailable') || (all.length > 0 && all.every((outcome) => outcome === 'over'))) return 'OCR_UNAVAILABLE';
  return all.includes('failed') && !all.includes('nothing') ? 'PARSER_FAILED' : 'NO_TEXT';
}
