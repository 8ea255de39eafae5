import { type LayoutHints, type ParagraphHint, standsOver } from './hints.ts';

/**
 * Pages (from 0) of the top-level paragraphs by section, from explicit breaks and stored lines alone: what is left when there
 * is no layout. A table that fills pages counts as nothing here.
 */
export function estimatePages(hints: LayoutHints): number[][] {
  const out: number[][] = hints.sections.map(() => []);
  let page = -1;
  let column = 0;
  let before: ParagraphHint | null = null;
  for (const here of hints.paragraphs) {
    const pages = out[here.section];
    if (!pages) continue;
    const columns = hints.sections[here.section]?.columns ?? 1;
    if (before?.section !== here.section || here.pageBreak) {
      page++;
      column = 0;
    } else if (
      here.columnBreak ||
      (before.bottom !== null && here.top !== null && standsOver(here.top, before.bottom, before.bottomHeight ?? 0))
    )
      turn(columns);
    pages.push(page);
    if (here.wraps || (here.top !== null && here.bottom !== null && here.bottom < here.top)) turn(columns);
    before = here;
  }
  return out;

  function turn(columns: number): void {
    column++;
    if (column < columns) return;
    column = 0;
    page++;
  }
}
