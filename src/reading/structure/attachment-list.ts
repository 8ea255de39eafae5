import { onOneLine } from './form-field.ts';
import type { Line } from './lines.ts';
import { parseSectionLabel } from './section-label.ts';
import { afterLabel } from './spaced-text.ts';

/** What a 붙임 list names; the label is the list's word, with the number where there is one. */
export interface ListedAttachment {
  readonly label: string;
  readonly title: string | null;
  readonly line: Line;
}

const WORDS = ['붙임', '따로붙임', '별첨', '별도붙임', '첨부', '첨부물', '붙임물'];
/** The same words with what they call the papers: `붙임자료 : …` attaches as 붙임 does. */
const LONGER_WORDS: readonly (readonly [written: string, word: string])[] = ['붙임', '첨부', '별첨'].flatMap((word) =>
  ['문서', '자료', '파일'].map((what) => [word + what, word] as const),
);
const LONGEST_LINE = 2000;
const LONGEST_ITEM = 500;
const LONGEST_TITLE = 120;
const LONGEST_SHORT_TITLE = 60;
/** `1부`, `각 1부`, `2매(별도 송부)`, with or without 끝. */
const COUNTED = /(?:[0-9]|각)\s?(?:부|매|권|식|통|건|장)\s?(?:\([^()]{0,60}\))?\s?[.,]?\s{0,4}(?:끝\s?\.?)?$/;
const ENDS = /끝\s?\.?$/;
/** Lines within which a list without counts has to end with 끝. */
const UNCOUNTED_LINES = 12;
const CIRCLED = '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳';

/** The list that begins on this line, if one does, and how many further lines it takes. */
export function attachmentListAt(lines: readonly Line[], at: number): { entries: ListedAttachment[]; taken: number } | null {
  const line = lines[at] as Line;
  if (line.text.length > LONGEST_LINE) return null;
  const head = listHead(line.text);
  if (!head) return null;
  const { word } = head;
  let { rest } = head;
  let taken = 0;
  // The list may begin on the line below its word.
  if (rest === '') {
    if (!isListBelow(lines, at + 1)) return null;
    taken = 1;
    rest = (lines[at + 1] as Line).text;
  }
  const items = numberedItems(withPlainMarks(rest)) ?? (head.close ? closeItem(rest) : null);
  if (items) return numberedList(lines, at, taken, word, items);
  return head.bracketed ? null : singles(lines, at, taken, word, rest);
}

interface ListHead {
  readonly word: string;
  readonly rest: string;
  readonly bracketed: boolean;
  /** The number follows the word without a dot: `붙임1 계획서 1부`. */
  readonly close: boolean;
}

/** What a list may begin with; asked of every line of a document. */
const START = /^\s{0,20}[※#○◦□■▪*-]{0,2}\s{0,4}(?=[붙따별첨[<〈【〔(])/;

function listHead(text: string): ListHead | null {
  const start = START.exec(text);
  if (!start) return null;
  const bare = text.slice(start[0].length);
  const inside = /^[[<〈【〔(]\s{0,4}(붙\s{0,4}임|별\s{0,4}첨|첨\s{0,4}부)\s{0,4}[\]>〉】〕)]\s{0,4}[:：]?/.exec(bare);
  if (inside) {
    const rest = bare.slice(inside[0].length).trim();
    return { word: (inside[1] as string).replace(/\s+/g, ''), rest, bracketed: true, close: false };
  }
  for (const word of WORDS) {
    const rest = afterLabel(bare, word);
    if (rest !== null) return { word, rest, bracketed: false, close: /^[0-9]/.test(rest) };
    const behind = bare.startsWith(word) ? bare.slice(word.length) : '';
    if (/^[0-9]{1,2}(?:[.)]|\s)/.test(behind)) return { word, rest: behind.trim(), bracketed: false, close: true };
  }
  for (const [written, word] of LONGER_WORDS) {
    const rest = afterLabel(bare, written);
    if (rest !== null) return { word, rest, bracketed: false, close: false };
  }
  return null;
}

/** Items with counts, or numbered lines that end with 끝. */
function isListBelow(lines: readonly Line[], from: number): boolean {
  const first = lines[from]?.text ?? '';
  if (!/^\s*(?:1[.)]|\(1\)|①)/.test(first)) return false;
  if (COUNTED.test(first.trimEnd()) || ENDS.test(first.trimEnd())) return true;
  for (let at = from; at < Math.min(lines.length, from + UNCOUNTED_LINES); at++) {
    const text = (lines[at] as Line).text;
    if (ENDS.test(text.trimEnd())) return true;
    if (text.length > LONGEST_TITLE || /[다오요]\.$/.test(text)) return false;
  }
  return false;
}

function numberedList(
  lines: readonly Line[],
  at: number,
  first: number,
  word: string,
  items: readonly Item[],
): { entries: ListedAttachment[]; taken: number } {
  const found: { number: number; text: string; line: Line }[] = [];
  const add = (line: Line, some: readonly Item[]): void => {
    for (const item of some) found.push({ ...item, line });
  };
  let taken = first;
  add(lines[at + taken] as Line, items);
  while (!ENDS.test((lines[at + taken] as Line).text.trimEnd())) {
    const more = lines[at + taken + 1];
    if (!more || more.text.length > LONGEST_ITEM) break;
    const last = found.at(-1) as { number: number; text: string };
    // Some repeat the word before each number.
    const again = listHead(more.text);
    const text = again && again.word === word && again.rest !== '' ? again.rest : more.text;
    const further =
      startsWithNumber(withPlainMarks(text), last.number + 1) ?? (again?.close ? closeItem(text, last.number + 1) : null);
    if (further) add(more, further);
    else if (goesOnBelow(last.text, more)) last.text = `${last.text} ${more.text}`;
    else break;
    taken++;
  }
  return {
    entries: found.map(({ number, text, line }) => ({ label: `${word} ${number}`, title: attachmentTitle(text), line })),
    taken,
  };
}

/** One attachment without a number, or several that are counted, a line each. */
function singles(
  lines: readonly Line[],
  at: number,
  first: number,
  word: string,
  rest: string,
): { entries: ListedAttachment[]; taken: number } | null {
  let taken = first;
  let text = rest;
  const below = lines[at + taken + 1];
  if (below && !isSingle(text, word) && text.length <= LONGEST_TITLE && goesOnBelow(text, below)) {
    text = `${text} ${below.text}`;
    taken++;
  }
  if (!isSingle(text, word)) return null;
  const entries: ListedAttachment[] = [{ label: word, title: attachmentTitle(text), line: lines[at] as Line }];
  while (COUNTED.test(text) && !ENDS.test(text)) {
    const more = lines[at + taken + 1];
    if (more?.fields.length !== 1 || more.text.length > LONGEST_TITLE || !COUNTED.test(more.text.trimEnd())) break;
    const label = parseSectionLabel(more.text);
    if ((label && label.kind !== 'bullet') || listHead(more.text)) break;
    text = more.text.trim();
    entries.push({ label: word, title: attachmentTitle(text), line: more });
    taken++;
  }
  return { entries, taken };
}

/** A name that the line below ends: it is not counted yet, and that line is. */
function goesOnBelow(text: string, below: Line): boolean {
  const more = below.text.trimEnd();
  return (
    !COUNTED.test(text.trimEnd()) &&
    !/[.다]$/.test(text.trimEnd()) &&
    below.fields.length === 1 &&
    more.length <= LONGEST_TITLE &&
    COUNTED.test(more) &&
    parseSectionLabel(more) === null &&
    listHead(more) === null
  );
}

/** One attachment without a number: it is counted (1부), ends the text (끝), or is a short name; a sentence is neither. */
function isSingle(rest: string, word: string): boolean {
  const text = onOneLine(rest);
  if (text.length > LONGEST_TITLE || /^#?[0-9]/.test(text)) return false;
  if (ENDS.test(text) || COUNTED.test(text)) return attachmentTitle(text) !== null || /\*{2}/.test(text);
  // 첨부 heads a list of papers in many forms; only what is counted there is attached.
  if (word.startsWith('첨부')) return false;
  return text.length <= LONGEST_SHORT_TITLE && isAttachmentName(text) && !/[을를은는과와에의로]\s/.test(text);
}

export function isAttachmentName(text: string): boolean {
  return /[가-힣A-Za-z*]{2}/.test(text) && !/[.?!:]$|(?:니다|한다|된다|할 것|바람|참조|참고)\.?$/.test(text);
}

/** `세출예산재배정요구서 1부.  끝.` → `세출예산재배정요구서`; null for what is blank or masked. */
export function attachmentTitle(text: string): string | null {
  let title = onOneLine(text)
    .replace(/^[-–○◦·•]\s?/, '')
    .replace(/\s?끝\s?\.?$/, '')
    .trim();
  title = title.replace(/\s?각?\s?[0-9]{0,3}\s?(?:부|매|권|식|통|건|장)\s?(?:\([^()]{0,60}\))?\s?[.,]?$/, (count) =>
    /[0-9각]/.test(count) ? '' : count,
  );
  title = title.replace(/[.,]$/, '').trim();
  return title === '' || /^[*○◯0O_\s.]+$/.test(title) ? null : title;
}

interface Item {
  readonly number: number;
  readonly text: string;
}

/** A list that counts with ① or (1) is read like one that counts with 1. */
function withPlainMarks(text: string): string {
  const bare = text.trimStart();
  if (CIRCLED.includes(bare[0] ?? ' '))
    return bare.replace(/(^|\s)([①-⑳])\s?/g, (_, before: string, mark: string) => `${before}${CIRCLED.indexOf(mark) + 1}. `);
  return /^\([0-9]{1,2}\)/.test(bare) ? bare.replace(/(^|\s)\(([0-9]{1,2})\)/g, '$1$2)') : bare;
}

/** The items of `1. 계획서 1부.  2. 지표 1부.`, by their numbers; null where the text is no such list. */
function numberedItems(text: string, from = 1): Item[] | null {
  const starts: { number: number; at: number; end: number }[] = [];
  for (let number = from, at = 0; ; number++) {
    const mark = `${number}`;
    let found = text.indexOf(mark, at);
    // The number begins the text or follows white space, is followed by a dot or bracket, and is no decimal or date.
    while (found >= 0 && !isMark(text, found, found + mark.length)) found = text.indexOf(mark, found + 1);
    if (found < 0 || (number === from && text.slice(0, found).trim() !== '')) break;
    starts.push({ number, at: found, end: found + mark.length + 1 });
    at = found + mark.length + 1;
  }
  if (starts.length === 0) return null;
  return starts.map((start, i) => ({ number: start.number, text: text.slice(start.end, starts[i + 1]?.at ?? text.length) }));
}

function startsWithNumber(text: string, number: number): Item[] | null {
  return new RegExp(`^\\s*${number}[.)]`).test(text) ? numberedItems(text, number) : null;
}

/** `1 계획서 1부.` right behind the word: without a dot it has to be counted. */
function closeItem(text: string, from?: number): Item[] | null {
  const match = /^([0-9]{1,2})[.)]?\s+(\S.{0,200})$/s.exec(text.trim());
  if (!match || !COUNTED.test(match[2] as string)) return null;
  const number = Number(match[1]);
  return from === undefined || number === from ? [{ number, text: match[2] as string }] : null;
}

function isMark(text: string, start: number, end: number): boolean {
  return (
    (start === 0 || /\s/.test(text[start - 1] as string)) && /[.)]/.test(text[end] ?? '') && !/[0-9]/.test(text[end + 1] ?? '')
  );
}
