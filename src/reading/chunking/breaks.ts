import { isHigh, isLow } from './code-points.ts';

/** How good a place is to cut at; a higher value is never given up for a lower one. */
export const BREAK = { none: 0, character: 1, token: 2, tightSpace: 3, word: 4, sentence: 5 } as const;
export type Break = (typeof BREAK)[keyof typeof BREAK];

const SPACE = /\s/;
const HANGUL = /[가-힣]/;
const LATIN = /[A-Za-z]/;
const DIGIT = /[0-9]/;
const TOKEN = /[0-9A-Za-z,.]/;
const TERMINATOR = '.?!。？！';
const CLOSERS = ')」』”’"\'〉》】〕）］]';
/** Endings of Korean sentences after which a missing space is a slip and not a name or a number. */
const VERBAL_ENDINGS = '다함음임됨요까것';
const ABBREVIATIONS = new Set([
  'etc',
  'vs',
  'no',
  'nos',
  'dr',
  'mr',
  'mrs',
  'ms',
  'fig',
  'vol',
  'inc',
  'ltd',
  'co',
  'corp',
  'pp',
  'al',
  'cf',
  'st',
  'jan',
  'feb',
  'mar',
  'apr',
  'jun',
  'jul',
  'aug',
  'sep',
  'sept',
  'oct',
  'nov',
  'dec',
  'approx',
  'dept',
  'tel',
  'art',
  'sec',
  'ed',
  'eds',
  'e',
  'g',
  'i',
]);
/** A token that introduces what follows: `1.`, `가.`, `1)`, `(가)`, `①`, a bullet. */
const LABEL =
  /^(?:[(（]?(?:[0-9]{1,3}|[가나다라마바사아자차카타파하]|[A-Za-z]|[ivxIVXⅠ-Ⅻⅰ-ⅻ]{1,4})[.)）]{1,2}|[①-⑳㉠-㉻ⓐ-ⓩ]|[□■○●◦ㅇ◇◆▶▪•·※*‣∙❍-]{1,2})$/;
const CLAUSE = /제[0-9]+(?:조|항|호|장|절|관|편)(?:의[0-9]+)?$/;
const COMBINING = /\p{M}|\u200d|[\u{1f3fb}-\u{1f3ff}]/u;

/** Quality of a cut before text[at]; `from` and `to` bound what may be looked at. */
export function breakAt(text: string, at: number, from: number, to: number): Break {
  const before = text[at - 1] ?? '';
  const after = text[at] ?? '';
  if (before === '\n' || after === '\n') return BREAK.sentence;
  if (after === '\t') return isTightSpace(text, at, from, to) ? BREAK.tightSpace : BREAK.sentence;
  if (sentenceEndsAt(text, at, from, to)) return BREAK.sentence;
  if (SPACE.test(after) && !SPACE.test(before)) return isTightSpace(text, at, from, to) ? BREAK.tightSpace : BREAK.word;
  if (SPACE.test(before)) return BREAK.none;
  if (!isCharacterBoundary(text, at, from)) return BREAK.none;
  return TOKEN.test(before) && TOKEN.test(after) ? BREAK.character : BREAK.token;
}

function sentenceEndsAt(text: string, at: number, from: number, to: number): boolean {
  let last = at - 1;
  while (last > from && at - last < 4 && CLOSERS.includes(text[last] as string)) last--;
  const mark = text[last] ?? '';
  if (mark === '' || !TERMINATOR.includes(mark)) return false;
  const after = at < to ? (text[at] as string) : ' ';
  if (CLOSERS.includes(after) || TERMINATOR.includes(after)) return false;
  if (mark === '。') return true;
  if (mark !== '.') return SPACE.test(after);
  const before = last > from ? (text[last - 1] as string) : '';
  if (HANGUL.test(before)) {
    // A syllable that stands alone before the dot is a label (가. 나. 다.), not the end of a sentence.
    if (last - 1 === from || !/[0-9가-힣)」』”’"'%]/.test(text[last - 2] as string)) return false;
    if (SPACE.test(after)) return true;
    return last === at - 1 && VERBAL_ENDINGS.includes(before) && HANGUL.test(after);
  }
  if (!SPACE.test(after)) return false;
  if (DIGIT.test(before) || before === '.' || SPACE.test(before) || before === '') return false;
  if (LATIN.test(before)) return isEnglishSentenceEnd(text, last, at, from, to);
  return true;
}

function isEnglishSentenceEnd(text: string, dot: number, at: number, from: number, to: number): boolean {
  let start = dot;
  while (start > from && dot - start < 12 && LATIN.test(text[start - 1] as string)) start--;
  const word = text.slice(start, dot);
  if (word.length < 2 || ABBREVIATIONS.has(word.toLowerCase())) return false;
  let next = at;
  while (next < to && next - at < 4 && SPACE.test(text[next] as string)) next++;
  return next >= to || !/[a-z]/.test(text[next] as string);
}

/** A space inside a date, between 제3조 and 제2항, or after a label: cutting there parts what is read as one. */
function isTightSpace(text: string, at: number, from: number, to: number): boolean {
  let next = at;
  while (next < to && next - at < 8 && SPACE.test(text[next] as string)) next++;
  const following = text[next] ?? '';
  const before = text[at - 1] ?? '';
  if (before === '.' && DIGIT.test(text[at - 2] ?? '') && DIGIT.test(following)) return true;
  if (/[년월]/.test(before) && DIGIT.test(text[at - 2] ?? '') && DIGIT.test(following)) return true;
  let start = at;
  while (start > from && at - start < 12 && !SPACE.test(text[start - 1] as string)) start--;
  const token = text.slice(start, at);
  if (LABEL.test(token)) return true;
  return following === '제' && DIGIT.test(text[next + 1] ?? '') && CLAUSE.test(token);
}

function isCharacterBoundary(text: string, at: number, from: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  if (isHigh(before) && isLow(after)) return false;
  if (before === 0x200d) return false;
  const next = text.codePointAt(at) as number;
  if (COMBINING.test(String.fromCodePoint(next))) return false;
  // Conjoining jamo build one syllable with what stands before them.
  if ((next >= 0x1160 && next <= 0x11ff) || (next >= 0xd7b0 && next <= 0xd7ff)) return false;
  if (next >= 0x1f1e6 && next <= 0x1f1ff) return regionalIndicatorsBefore(text, at, from) % 2 === 0;
  return true;
}

function regionalIndicatorsBefore(text: string, at: number, from: number): number {
  let count = 0;
  for (let i = at; i - 2 >= from && count < 64; i -= 2, count++) {
    const point = text.codePointAt(i - 2) as number;
    if (point < 0x1f1e6 || point > 0x1f1ff) break;
  }
  return count;
}
