import type { FoundReference } from './answer-references.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

const CLOSING: ReadonlyMap<string, string> = new Map(
  Object.entries({ '「': '」', '『': '』', '“': '”', '(': ')', '（': '）', '〈': '〉', '《': '》', '【': '】', '"': '"' }),
);
const ENDS: ReadonlySet<string> = new Set('.!?。！？');
const AFTER_END: ReadonlySet<string> = new Set('.!?。！？"\'”’」』)）〉》】');
/** What stands before a dot that only numbers an item: 1. 가. Ⅱ. (1). */
const ITEM = /^[\s\-·•○□▪◦*]{0,8}\(?(?:\d{1,3}|[가-힣]|[A-Za-z]|[ⅰ-ⅻⅠ-Ⅻ]|[IVX]{1,4})\)?$/;
/** The day of a date ends with a dot of its own: 2026. 7. 1. */
const DATE = /\d{4}\. ?\d{1,2}\. ?\d{1,2}$/;
const SHORT_FORM = /(?:^|[^A-Za-z])(?:[A-Z]|No|no|Mr|Ms|Dr|vs|cf|etc|Co|Ltd|Inc|Vol|pp|Fig|e\.g|i\.e)$/;
/** 한다.그리고: the space is left out often. */
const KOREAN_END = /[가-힣][다요까죠]$/;
const LOOKBACK = 24;

/** The sentences of a text, without the white space around them. A reference after the full stop belongs to what it follows. */
export function sentencesOf(text: string, references: readonly FoundReference[] = []): Span[] {
  const spans: Span[] = [];
  let from = 0;
  let passed = 0;
  const end = (at: number): void => {
    const span = trimmed(text, from, at);
    if (span !== null) spans.push(span);
    from = at;
  };
  let line = new Line(text, 0);
  for (let at = 0; at < text.length; at++) {
    if (at >= line.end) {
      end(at);
      line = new Line(text, at + 1);
      continue;
    }
    const closing = line.closingOf(at);
    at = closing ?? at;
    let after = at + 1;
    if (closing === undefined) {
      if (!ENDS.has(text[at] as string)) continue;
      while (after < line.end && AFTER_END.has(text[after] as string)) after++;
      if (!endsSentence(text, from, at, after)) continue;
    } else if (!closesSentence(text, closing)) continue;
    while (passed < references.length && (references[passed] as FoundReference).start < after) passed++;
    const hasReference = (references[passed - 1]?.start ?? -1) >= from;
    if (!hasReference) after = pastReferences(text, after, references, passed);
    end(after);
    at = after - 1;
  }
  end(text.length);
  return spans;
}

/** One line of a text, and where each bracket in it is closed. */
class Line {
  readonly end: number;
  private readonly closed = new Map<number, number>();

  constructor(text: string, start: number) {
    const newline = text.indexOf('\n', start);
    this.end = newline === -1 ? text.length : newline;
    const open: { at: number; closing: string }[] = [];
    for (let at = start; at < this.end; at++) {
      const character = text[at] as string;
      const innermost = open.at(-1);
      if (innermost?.closing === character) {
        open.pop();
        this.closed.set(innermost.at, at);
        continue;
      }
      const closing = CLOSING.get(character);
      if (closing !== undefined) open.push({ at, closing });
    }
  }

  /** Where the bracket that is opened here is closed: no sentence ends between the two. */
  closingOf(at: number): number | undefined {
    return this.closed.get(at);
  }
}

/** `after`: behind the signs that may follow the end of a sentence. */
function endsSentence(text: string, from: number, at: number, after: number): boolean {
  const next = text[after] ?? '\n';
  if (text[at] === '。') return true;
  if (text[at] !== '.') return /[\s가-힣[]/.test(next);
  const before = text.slice(Math.max(from, at - LOOKBACK), at);
  if (!/[\s[]/.test(next)) return after === at + 1 && KOREAN_END.test(before) && /[가-힣]/.test(next);
  if (at - from <= LOOKBACK && ITEM.test(before)) return false;
  const following = /\S/.exec(text.slice(after, after + 3))?.[0] ?? '';
  if (/\d$/.test(before) && /\d/.test(following)) return false;
  return !DATE.test(before) && !SHORT_FORM.test(before);
}

/** “…한다.” 그리고: what stands in quotation marks or brackets is a sentence of its own when nothing goes on right behind it. */
function closesSentence(text: string, closing: number): boolean {
  return (
    /[”")）]/.test(text[closing] as string) &&
    /[가-힣A-Za-z][.!?]$/.test(text.slice(closing - 2, closing)) &&
    /\s/.test(text[closing + 1] ?? '\n')
  );
}

function pastReferences(text: string, after: number, references: readonly FoundReference[], next: number): number {
  let end = after;
  for (let at = after, n = next; ; n++) {
    while (text[at] === ' ') at++;
    const reference = references[n];
    if (reference?.start !== at) return end;
    at = reference.end;
    if (text[at] === '.') at++;
    end = at;
  }
}

function trimmed(text: string, from: number, to: number): Span | null {
  let start = from;
  let end = to;
  while (start < end && /\s/.test(text[start] as string)) start++;
  while (end > start && /\s/.test(text[end - 1] as string)) end--;
  return start < end ? { start, end } : null;
}
