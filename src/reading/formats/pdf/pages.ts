import type { Budget } from '../../container/budget.ts';
import type { ContentBuilder } from '../../content.ts';
import { readDrawing } from './drawing.ts';
import { readGlyphs } from './glyphs.ts';
import { readHeadingMarks } from './outline.ts';
import { layOut, type PageLayout } from './page-layout.ts';
import type { PdfFile } from './pdf-file.ts';
import { judgeTextLayer, OUTLINES_BESIDE, OUTLINES_FEW, type TextLayerFacts } from './text-layer.ts';

export interface PageReading {
  readonly layout: PageLayout;
  readonly facts: TextLayerFacts;
}

/** Pictures on pages with text of their own that are read in one document: a report full of photographs is no scan. */
const MOST_PICTURES = 8;

/**
 * Lays out every page that opens, and says which have to be read from pixels. A page that does not open is told. One that
 * stops the engine ends the reading: what was read before stays.
 */
export function readPages(file: PdfFile, budget: Budget, content: ContentBuilder): PageReading[] {
  const pages: PageReading[] = [];
  for (let index = 0; index < file.pageCount; index++) {
    budget.progress();
    content.pages[index] = { width: null, height: null, unit: null };
    if (file.lost) continue;
    const reading = readPage(file, index, content);
    if (reading) pages.push(reading);
    else if (file.lost) content.warn('PARTIAL_READ', { page: index + 1, text: '이 쪽부터는 파일이 손상되어 읽지 못했습니다.' });
    else content.warn('PARTIAL_READ', { page: index + 1, text: '이 쪽은 손상되어 읽지 못했습니다.' });
  }
  markScans(pages, file, content);
  return pages;
}

function readPage(file: PdfFile, index: number, content: ContentBuilder): PageReading | null {
  return file.withPage(index, (page) => {
    const round = (value: number): number => Math.round(value * 100) / 100;
    content.pages[index] = { width: round(page.width), height: round(page.height), unit: 'pt' };
    const glyphs = readGlyphs(page);
    const drawing = readDrawing(page);
    if (!drawing.whole) content.warn('LAYOUT_ANALYSIS_SKIPPED', { page: index + 1 });
    const layout = layOut(index + 1, page.width, page.height, glyphs, drawing);
    if (file.tagged) layout.headings = readHeadingMarks(page);
    return { layout, facts: judgeTextLayer(glyphs, drawing, page.width, page.height) };
  });
}

function markScans(pages: readonly PageReading[], file: PdfFile, content: ContentBuilder): void {
  const broken = pages.some(({ facts }) => facts.layer === 'suspect' && facts.outlines > 0);
  let pictures = 0;
  for (const { layout, facts } of pages) {
    const suspect = facts.layer === 'suspect' || (broken && facts.outlines >= OUTLINES_BESIDE);
    if (suspect) content.warn('TEXT_LAYER_SUSPECT', { page: layout.number });
    if (suspect || (facts.layer === 'none' && !facts.blank)) layout.scan = 'page';
    else if (broken && facts.outlines >= OUTLINES_FEW) {
      // A few words as outlines beside text that is sound: both are read.
      content.warn('TEXT_LAYER_SUSPECT', { page: layout.number });
      layout.scan = facts.outlined;
    }
    if (layout.scan !== null) continue;
    if (facts.layer === 'none' && file.damaged)
      content.warn('PARTIAL_READ', { page: layout.number, text: '손상된 파일의 이 쪽에서 아무것도 찾지 못했습니다.' });
    else if (facts.pictures.length > 0 && pictures < MOST_PICTURES) {
      layout.scan = facts.pictures.slice(0, MOST_PICTURES - pictures);
      pictures += layout.scan.length;
    }
  }
}
