import { outsideNumber } from './numbers.ts';

/** How far back a better place to cut is looked for. */
const BACK = 80;
const SENTENCE_END = /[.!?。]["'”’」』)]?\s|\n/g;
/** Vowels, final consonants and marks that belong to the character before them. */
const ATTACHED = /[\u1160-\u11ff]|\u200d|\p{M}/u;

/** Length in code points. */
export function lengthOf(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at++) if (isHighSurrogate(text, at)) length--;
  return length;
}

/** The beginning of a text, of at most so many code points: whole sentences or words where it can be, whole numbers always. */
export function cutText(text: string, room: number): string {
  const end = placeOf(text, room);
  if (end >= text.length) return text;
  const tail = text.slice(Math.max(0, end - BACK), end + 1);
  const from = end + 1 - tail.length;
  let place = from + (lastEnd(tail) ?? tail.length - 1);
  while (place > 0 && ATTACHED.test(text[place] as string)) place--;
  return text.slice(0, outsideNumber(text, place)).trimEnd();
}

/** Behind the last sentence of the tail, else behind its last word. */
function lastEnd(tail: string): number | null {
  let last = 0;
  for (const match of tail.matchAll(SENTENCE_END)) last = match.index + match[0].length;
  // At the very beginning of the tail it would throw away all of it for nothing.
  if (last > tail.length / 2) return Math.min(last, tail.length - 1);
  const space = Math.max(tail.lastIndexOf(' '), tail.lastIndexOf('\t'), tail.lastIndexOf('\n'));
  return space > 0 ? space : null;
}

/** Where the code point of that number begins. */
function placeOf(text: string, codePoints: number): number {
  if (codePoints >= text.length) return text.length;
  let place = 0;
  for (let left = codePoints; left > 0 && place < text.length; left--) place += isHighSurrogate(text, place) ? 2 : 1;
  return Math.min(place, text.length);
}

function isHighSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0xd800 || code > 0xdbff) return false;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
