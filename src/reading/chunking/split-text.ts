import { BREAK, type Break, breakAt } from './breaks.ts';
import { isHigh, isLow, type MeasuredText } from './code-points.ts';

export interface Slice {
  readonly start: number;
  readonly end: number;
}

const SPACE = /\s/;

/**
 * text[start, end) in slices of at most `budget` code points (the first of at most `first`), cut at the last sentence
 * end that fits, else at a word end, else anywhere between two characters. White space at a cut is left out.
 */
export function splitText(measured: MeasuredText, start: number, end: number, budget: number, first = budget): Slice[] {
  const { text } = measured;
  const slices: Slice[] = [];
  let at = start;
  let room = first;
  while (at < end) {
    const limit = measured.advance(at, room, end);
    const cut = limit >= end ? end : bestCut(text, at, limit, end);
    let stop = cut;
    while (stop > at && SPACE.test(text[stop - 1] as string)) stop--;
    if (stop > at) slices.push({ start: at, end: stop });
    at = cut;
    while (at < end && SPACE.test(text[at] as string)) at++;
    room = budget;
  }
  return slices;
}

function bestCut(text: string, from: number, limit: number, end: number): number {
  let cut = limit;
  let quality: Break = BREAK.none;
  for (let at = limit; at > from; at--) {
    const here = breakAt(text, at, from, end);
    if (here <= quality) continue;
    cut = at;
    quality = here;
    if (here === BREAK.sentence) break;
  }
  // A combining sequence longer than the budget has no good place; half a surrogate pair is never one.
  if (quality === BREAK.none && cut - 1 > from && isHigh(text.charCodeAt(cut - 1)) && isLow(text.charCodeAt(cut))) cut--;
  return cut;
}
