import type { Box } from '../../model/geometry.ts';
import type { OcrEngine, RecognisedLine } from './engine.ts';
import { around, type GrayImage } from './gray-image.ts';
import type { Layout, TableLayout } from './layout.ts';
import { withMarks } from './marks.ts';
import { meanConfidence, type PageText, type TableCell, type TableItem, type TextItem, type TextLine } from './page-text.ts';
import { paragraphsOf } from './paragraphs.ts';
import type { PreparedPage } from './prepare.ts';
import { linesOf, readLatin } from './read-lines.ts';
import { apply } from './resample.ts';
import { upright } from './upright.ts';

/** Below this what was read is dropped: on scans nothing right was seen under it, and specks give words at 0 to 0.2. */
const BELIEVED = 0.3;

const SURE_WORD = 0.6;
const MANY_LETTERS = 30;

/** Reads one page. The image is not changed. */
export async function recognisePage(image: GrayImage, engine: OcrEngine): Promise<PageText> {
  const { page, layout, readings: korean } = await upright(image, engine);
  const readings = await readLatin(page, korean, engine);
  const texts = linesOf(layout).map((line, index) =>
    textLines(markedLines(readings[index] as RecognisedLine[], line.box, layout, page)),
  );
  let dropped = 0;
  let next = 0;
  const take = (count: number) => {
    next += count;
    return texts.slice(next - count, next).flat();
  };
  const items: (TextItem | TableItem)[] = [];
  for (const piece of layout.pieces) {
    if (piece.kind === 'table') {
      const { grid, inside } = layout.tables[piece.index] as TableLayout;
      const cells = grid.cells.map(({ row, col, row_span, col_span, box }, index): TableCell => {
        const lines = take((inside[index] as []).length);
        const text = lines.map((line) => line.text).join('\n');
        const confidence = meanConfidence(lines);
        const isRead = lines.length > 0 && confidence >= BELIEVED;
        if (lines.length > 0 && !isRead) dropped++;
        return { row, col, row_span, col_span, text: isRead ? text : '', box, confidence: isRead ? confidence : 1 };
      });
      const { rows, cols, box, uncertain } = grid;
      const confidence = cells.some((cell) => cell.text !== '') ? meanConfidence(cells) : 1;
      items.push({ kind: 'table', rows, cols, cells, box, confidence, uncertain });
      continue;
    }
    for (const paragraph of paragraphsOf(take(piece.region.lines.length), page.glyph)) {
      if (isBelieved(paragraph)) items.push(paragraph);
      else dropped++;
    }
  }
  const kept = holdsText(items) ? items : [];
  dropped += items.length - kept.length;
  return { items: kept.map((item) => inOriginal(item, page)), dropped, angle: page.angle, turns: page.turns };
}

function markedLines(
  lines: readonly RecognisedLine[],
  [x0, y0, x1, y1]: Box,
  { marks }: Layout,
  { glyph }: PreparedPage,
): readonly RecognisedLine[] {
  const inside = marks.filter(
    ({ box: [a, b, c, d] }) => (a + c) / 2 >= x0 && (a + c) / 2 <= x1 && (b + d) / 2 >= y0 && (b + d) / 2 <= y1,
  );
  return inside.length > 0 ? withMarks(lines, inside, glyph) : lines;
}

function textLines(lines: readonly RecognisedLine[]): TextLine[] {
  return lines
    .filter((line) => line.words.length > 0)
    .map(({ words }) => ({
      text: words.map((word) => word.text).join(' '),
      words,
      box: around(words.map((word) => word.box)) as Box,
      confidence: meanConfidence(words),
    }));
}

/** Pictures give a few letters here and there, each unsure; a page of text has a sure word, or many. */
function holdsText(items: readonly (TextItem | TableItem)[]): boolean {
  const texts = items.flatMap((item): Pick<TextItem, 'text' | 'confidence'>[] =>
    item.kind === 'table' ? [...item.cells] : [item],
  );
  const letters = texts.map(({ text }) => lettersIn(text));
  return (
    texts.some(({ confidence }, at) => confidence >= SURE_WORD && (letters[at] as number) >= 2) ||
    letters.reduce((sum, n) => sum + n, 0) >= MANY_LETTERS
  );
}

function lettersIn(text: string): number {
  return text.match(/[가-힣A-Za-z0-9]/g)?.length ?? 0;
}

/** Signs with hardly a letter among them are what the recogniser makes of pictures. */
function isBelieved({ text, confidence }: TextItem): boolean {
  const letters = lettersIn(text);
  if (letters === 0) return false;
  return confidence >= (letters === 1 || 2 * letters < text.replace(/\s/g, '').length ? 0.6 : BELIEVED);
}

function inOriginal<T extends TextItem | TableItem>(item: T, page: PreparedPage): T {
  const back = (box: Box) => toOriginal(box, page);
  if (item.kind === 'table')
    return { ...item, box: back(item.box), cells: item.cells.map((cell) => ({ ...cell, box: back(cell.box) })) };
  const lines = item.lines.map((line) => ({
    ...line,
    box: back(line.box),
    words: line.words.map((word) => ({ ...word, box: back(word.box) })),
  }));
  return { ...item, box: back(item.box), lines };
}

function toOriginal([x0, y0, x1, y1]: Box, page: PreparedPage): Box {
  const corners = [
    apply(page.toOriginal, x0, y0),
    apply(page.toOriginal, x1, y0),
    apply(page.toOriginal, x0, y1),
    apply(page.toOriginal, x1, y1),
  ];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const tenth = (value: number, most: number) => Math.min(Math.max(Math.round(value * 10) / 10, 0), most);
  const { width, height } = page.original;
  return [
    tenth(Math.min(...xs), width),
    tenth(Math.min(...ys), height),
    tenth(Math.max(...xs), width),
    tenth(Math.max(...ys), height),
  ];
}
