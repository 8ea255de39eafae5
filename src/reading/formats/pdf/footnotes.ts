import type { FlowItem, PageLayout } from './page-layout.ts';
import type { Paragraph } from './paragraphs.ts';
import type { TextLine } from './text-line.ts';

const NOTE_MARK = /^(?:[0-9]{1,3}\s?[)）.]|[0-9]{1,3}(?=\s)|[*†‡]{1,3}|[①-⑳])/;

/** Takes the footnotes out of a page's flow: smaller type below a short line near the foot of the page. */
export function takeFootnotes(page: PageLayout, bodySize: number): Paragraph[] {
  const { noteLine } = page;
  if (noteLine === null) return [];
  const below = page.flow.filter(
    (item): item is FlowItem & { kind: 'line' } => item.kind === 'line' && item.line.box[1] > noteLine - 2,
  );
  const first = below[0]?.line;
  if (!first || !NOTE_MARK.test(first.text)) return [];
  // Smaller type, or a number with its bracket right below the line.
  const marked = /^[0-9]{1,3}\s?[)）]/.test(first.text) && first.box[1] - noteLine < 1.5 * first.size;
  if (!marked && below.some(({ line }) => line.size > 0.97 * bodySize)) return [];
  const others = page.flow.filter((item) => item.kind === 'table' && item.table.box[1] > noteLine);
  if (others.length > 0) return [];
  for (const item of below) page.flow.splice(page.flow.indexOf(item), 1);
  const [x0, x1] = [Math.min(...below.map((item) => item.line.box[0])), Math.max(...below.map((item) => item.x1))];
  const notes: TextLine[][] = [];
  for (const { line } of below) {
    const note = notes.at(-1);
    if (note && !NOTE_MARK.test(line.text)) note.push(line);
    else notes.push([line]);
  }
  return notes.map((lines) => ({ lines, marker: null, x0, x1 }));
}
