import type { Box } from '../../model/geometry.ts';
import { around } from './gray-image.ts';
import { meanConfidence, type TextItem, type TextLine } from './page-text.ts';

/** What begins a paragraph of its own in Korean documents: articles, numbers, letters in order, bullets. */
const OPENING =
  /^(?:제\s?\d+\s?[조장절항관편]|[(<[〈《「]|\(?(?:\d{1,3}|[가나다라마바사아자차카타파하])[.)]|[-–—·ㆍ•◦▪*※○●□■◇◆▶→①-⑳ㅇㅁ]\s?|[IVXⅠ-Ⅻ]+\.)/;

/** Lines of one region, from top to bottom, as paragraphs: a line that ends short of the others ends one. */
export function paragraphsOf(lines: readonly TextLine[], glyph: number): TextItem[] {
  const all = around(lines.map((line) => line.box));
  if (!all) return [];
  const paragraphs: TextLine[][] = [];
  for (const line of lines) {
    const paragraph = paragraphs.at(-1);
    const before = paragraph?.at(-1);
    const goesOn =
      before && before.box[2] >= all[2] - 2 * glyph && !OPENING.test(line.text) && line.box[1] - before.box[3] < 1.3 * glyph;
    if (paragraph && goesOn) paragraph.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs.map((members) => ({
    kind: 'text',
    text: members.map((line) => line.text).join('\n'),
    lines: members,
    box: around(members.map((line) => line.box)) as Box,
    confidence: meanConfidence(members),
  }));
}
