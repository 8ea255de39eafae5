import { type Content, ContentBuilder } from '../../content.ts';
import type { ReadContext, Reader } from '../reader.ts';
import { readDrawing } from './drawing.ts';
import { Emitter } from './emit.ts';
import { readGlyphs } from './glyphs.ts';
import { layOut, type PageLayout } from './page-layout.ts';
import { PdfFile } from './pdf-file.ts';
import { piecesOf } from './pieces.ts';

export const pdfReader: Reader = {
  format: 'pdf',
  async read(bytes: Buffer, { budget }: ReadContext): Promise<Content> {
    const content = new ContentBuilder('pdf', budget);
    const file = await PdfFile.open(bytes);
    const pages: PageLayout[] = [];
    for (let index = 0; index < file.pageCount; index++) {
      budget.progress();
      file.withPage(index, (page) => {
        content.pages.push({ width: page.width, height: page.height, unit: 'pt' });
        pages.push(layOut(index + 1, page.width, page.height, readGlyphs(page), readDrawing(page)));
      });
    }
    file.close();
    new Emitter(content, pages).emit(piecesOf(pages));
    return content;
  },
};
