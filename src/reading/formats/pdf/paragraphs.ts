import { endsSentence, isContentsLine, isSentenceEnd, type Marker, markerOf } from './markers.ts';
import type { TextLine } from './text-line.ts';

export interface Paragraph {
  readonly lines: TextLine[];
  readonly marker: Marker | null;
  /** Edges of the column in which it stands. */
  readonly x0: number;
  readonly x1: number;
}

/** In parts of the size: type that differs by more is another. */
const OTHER_SIZE = 0.12;
/** In parts of the size: the last line of a justified column that ends this much before its edge ends a paragraph. */
const SHORT_OF_EDGE = 1.6;

/** Lines of one column or cell, from top to bottom, as paragraphs. */
export function paragraphsOf(lines: readonly TextLine[], x0: number, x1: number): Paragraph[] {
  const justified = isJustified(lines, x1);
  const out: Paragraph[] = [];
  for (const line of lines) {
    const current = out.at(-1);
    if (current && goesOn(current, line, justified)) current.lines.push(line);
    else out.push({ lines: [line], marker: markerOf(line.text), x0, x1 });
  }
  return out;
}

/** Whether lines that are followed by more text mostly end at the column's edge. */
function isJustified(lines: readonly TextLine[], x1: number): boolean {
  let [flush, near] = [0, 0];
  for (const line of lines) {
    const short = (x1 - line.box[2]) / line.size;
    if (short < 0.35) flush++;
    else if (short < 4) near++;
  }
  return flush >= 2 && flush >= near;
}

function goesOn({ lines, x0, x1, marker }: Paragraph, next: TextLine, justified: boolean): boolean {
  const last = lines.at(-1) as TextLine;
  const first = lines[0] as TextLine;
  const { size } = last;
  if (Math.abs(next.size - size) > OTHER_SIZE * Math.max(size, next.size) && !runsOver(last, next, x1)) return false;
  if (last.bold !== next.bold && endsSentence(last.text)) return false;
  if (isContentsLine(last.text) || (last.fields.length > 1 && next.fields.length > 1)) return false;
  if (
    markerOf(next.text) !== null &&
    !(isSentenceEnd(next.text) && !endsSentence(last.text) && !isShort(last, next, x0, x1, true))
  )
    return false;
  const leading = next.base - last.base;
  if (leading < 0.5 * size || leading > 3.2 * size) return false;
  if (lines.length > 1) {
    const usual = last.base - (lines.at(-2) as TextLine).base;
    if (leading > 1.3 * usual + 1) return false;
  } else if (leading > 2.4 * size) return false;
  if (isShort(last, next, x0, x1, justified)) return false;
  // From the second line on all lines begin at one edge.
  const edge = lines.length > 1 ? (lines[1] as TextLine).box[0] : null;
  if (edge !== null && Math.abs(next.box[0] - edge) > 0.9 * size) return isCentred(last, next, x0, x1);
  if (edge === null && marker === null && next.box[0] > first.box[0] + 0.8 * size && endsSentence(last.text)) return false;
  return true;
}

/** A sentence that a full line breaks goes on in the next one, though most of that is set in a slightly other size. */
function runsOver(last: TextLine, next: TextLine, x1: number): boolean {
  const near = Math.abs(next.size - last.size) <= 2 * OTHER_SIZE * Math.max(last.size, next.size);
  return (
    near &&
    Math.abs(x1 - last.box[2]) < 1 &&
    Math.abs(x1 - next.box[2]) < 2 * next.size &&
    Math.abs(last.box[0] - next.box[0]) < 1 &&
    !endsSentence(last.text)
  );
}

/** The next word would have had room: whoever wrote this ended the line. */
function isShort(last: TextLine, next: TextLine, x0: number, x1: number, justified: boolean): boolean {
  const room = x1 - last.box[2];
  if (isCentred(last, next, x0, x1)) return last.box[0] - x0 + room > next.firstWord + 0.5 * last.size;
  if (isSetRight(last, next, x0)) return last.box[0] - x0 > next.firstWord + 0.5 * last.size;
  // Lines that end at one edge of their own are set in a narrower measure.
  if (Math.abs(last.box[2] - next.box[2]) < 1.2 && last.box[2] - last.box[0] > 0.5 * (x1 - x0)) return false;
  if (justified) return room > SHORT_OF_EDGE * last.size;
  return room > next.firstWord + 0.4 * last.size;
}

/** Lines that end together and begin apart, far from the left edge. */
function isSetRight(last: TextLine, next: TextLine, x0: number): boolean {
  return (
    Math.abs(last.box[2] - next.box[2]) < 1.2 &&
    Math.abs(last.box[0] - next.box[0]) > 1 &&
    Math.min(last.box[0], next.box[0]) - x0 > 2 * last.size
  );
}

function isCentred(last: TextLine, next: TextLine, x0: number, x1: number): boolean {
  const middle = (x0 + x1) / 2;
  const off = (line: TextLine): number => Math.abs((line.box[0] + line.box[2]) / 2 - middle);
  const away = (line: TextLine): number => Math.min(line.box[0] - x0, x1 - line.box[2]);
  return (
    off(last) < 0.6 * last.size &&
    off(next) < 0.6 * last.size &&
    (away(last) > last.size || away(next) > last.size) &&
    Math.abs(last.box[0] - next.box[0]) > 1
  );
}
