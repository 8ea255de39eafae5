import { Frame } from './frame.ts';
import type { Glyph, Turn } from './glyphs.ts';
import { linesOf, runsOf, type TextLine } from './text-line.ts';

/** Lines of text that does not run the way of the page's main text, with their places in the main view. */
export function turnedLines(glyphs: readonly Glyph[], main: Frame, width: number, height: number, page: number): TextLine[] {
  const out: TextLine[] = [];
  for (const turn of [0, 1, 2, 3] as const) {
    if (turn === main.turn) continue;
    const own = glyphs.filter((glyph) => glyph.style.turn === turn);
    if (own.length === 0) continue;
    const frame = new Frame(turn, width, height);
    for (const line of linesOf(runsOf(own.map((glyph) => frame.glyph(glyph))), page))
      out.push({ ...line, box: main.into(frame.back(line.box)) });
  }
  return [
    ...out,
    ...slantedLines(
      glyphs.filter((glyph) => glyph.style.turn === (-1 as Turn)),
      main,
      page,
    ),
  ];
}

/** Text at other angles (stamps, watermarks) is read in the order in which it is drawn. */
function slantedLines(glyphs: readonly Glyph[], main: Frame, page: number): TextLine[] {
  const out: TextLine[] = [];
  let word: Glyph[] = [];
  const end = (): void => {
    const first = word[0];
    if (!first) return;
    const [x0, y0] = [Math.min(...word.map((glyph) => glyph.x0)), Math.min(...word.map((glyph) => glyph.y0))];
    const [x1, y1] = [Math.max(...word.map((glyph) => glyph.x1)), Math.max(...word.map((glyph) => glyph.y1))];
    const { size, bold, mark } = first.style;
    const box = main.into([x0, y0, x1, y1]);
    const text = word
      .map((glyph) => (glyph.space ? ' ' : glyph.text))
      .join('')
      .trim();
    if (text !== '')
      out.push({
        text,
        box,
        base: box[3],
        size,
        bold,
        firstChar: size,
        firstWord: size,
        drawn: first.drawn,
        mark,
        page,
        fields: [],
      });
    word = [];
  };
  for (const glyph of glyphs) {
    const before = word.at(-1);
    if (before && Math.hypot(glyph.x0 - before.x0, glyph.y0 - before.y0) > 3 * glyph.style.size) end();
    word.push(glyph);
  }
  end();
  return out;
}
