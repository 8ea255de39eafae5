import { type ComparisonSide, isDashes, isDeleted, isNew, readSide, sameAsCurrent } from './comparison-side.ts';
import { squeeze } from './spaced-text.ts';

type Pair = [current: string, revised: string];

/** A labelled line with the lines that continue it, and what it says at a glance: it is laid against many others. */
interface Part {
  readonly text: string;
  readonly label: string;
  readonly isNew: boolean;
  readonly isDeleted: boolean;
  /** It refers to the other side: dashes, (현행과 같음). */
  readonly refers: boolean;
}

/** Labels that begin a record of their own when a row holds several; the finest that pairs the two sides is taken. */
const FINEST = /./;
const GRAINS = [FINEST, /^[제①-⑳]/, /^제/];
/** Beyond this the sides of a row are too long to be laid against each other. */
const MOST_PARTS = 600;
const WHOLE_TABLE = 60;
/** In a row of the writer's own as many lines on both sides belong together one by one. */
const FEW_PARTS = 12;
const OMISSION = /생\s{0,2}략|같음/;
/** A mark of omission that a text extractor left on the line before it: `… 있다. 5. ∼ 7. (생 략)`. */
const INLINE_MARK =
  /(?<=[.다]) {1,4}(?=(?:[0-9]{1,3}(?:의[0-9]{1,2})?\.|[①-⑳])\s{0,2}(?:[∼~～ㆍ·,]\s{0,2}(?:[0-9]{1,3}(?:의[0-9]{1,2})?\.|[①-⑳])\s{0,2})?\((?:생\s{0,2}략|현행과\s?같음)\))/g;

/**
 * A row that holds several labelled lines is as many records where it can be told which belong together: by their labels, by
 * <신설> and <삭제>, or by being as many on both sides; else the row is one, or as many as it has articles.
 */
export function pairLines(current: string, revised: string): Pair[] {
  const byCount = equallyMany(current, revised, FINEST);
  if (byCount && byCount.length <= FEW_PARTS) return byCount;
  const left = partsOf(current, FINEST, true);
  const right = partsOf(revised, FINEST, true);
  if (left.length <= 1 && right.length <= 1) return [[current, revised]];
  const aligned = align(left, right);
  if (aligned?.clean) return aligned.pairs;
  for (const grain of GRAINS) {
    const pairs = equallyMany(current, revised, grain);
    if (pairs) return pairs;
  }
  const [a, b] = [partsOf(current, /^제/, true), partsOf(revised, /^제/, true)];
  const articles = a.length > 1 && b.length > 1 ? align(a, b) : null;
  // A whole table without rules between its rows is better cut a little wrong than not at all.
  if (!articles || !(articles.clean || left.length + right.length > WHOLE_TABLE)) return [[current, revised]];
  return articles.pairs.flatMap(([one, other]) => (one === current ? [[one, other] as Pair] : pairLines(one, other)));
}

/** The lines one by one, where both sides have as many. */
function equallyMany(current: string, revised: string, grain: RegExp): Pair[] | null {
  const [a, b] = [partsOf(current, grain, false), partsOf(revised, grain, false)];
  return a.length > 1 && a.length === b.length ? a.map((part, i) => [part.text, (b[i] as Part).text]) : null;
}

/**
 * A text cut before every line that begins with such a label or a mark of its own; a line without continues the one before,
 * and `withHeads` so does the first 항 after the head of its article.
 */
function partsOf(text: string, grain: RegExp, withHeads: boolean): Part[] {
  const parts: { text: string; side: ComparisonSide }[] = [];
  const lines = OMISSION.test(text) ? text.replace(INLINE_MARK, '\n') : text;
  for (const line of lines.split('\n')) {
    if (line.trim() === '') continue;
    const side = readSide(line);
    const last = parts.at(-1);
    // 제11조(제목) with nothing behind it is the head of the 항 on the next line.
    const heads = withHeads && last?.side.label.startsWith('제') && squeeze(last.text) === squeeze(last.side.head);
    if (!last || (!heads && (grain.test(side.label) || isNew(side) || isDeleted(side)))) parts.push({ text: line, side });
    else last.text += `\n${line}`;
  }
  return parts.map((part) => {
    const side = part.text.includes('\n') ? readSide(part.text) : part.side;
    return {
      text: part.text,
      label: squeeze(side.label),
      isNew: isNew(side),
      isDeleted: isDeleted(side),
      refers: sameAsCurrent(side) !== null || isDashes(side),
    };
  });
}

/** How well two parts belong together; below 1 only for want of better. */
function likeness(from: Part, to: Part): number {
  if (from.isNew) return to.isNew || to.isDeleted ? 0 : to.label.startsWith('제') ? 3 : 2;
  if (to.isDeleted) return from.label === '' ? 0 : 2;
  if (from.label === to.label) return from.label === '' ? 1 : 4;
  if (to.refers) return 2;
  return from.label[0] === to.label[0] || (/^[0-9]/.test(from.label) && /^[0-9]/.test(to.label)) ? 1 : 0;
}

const FROM_PAIR = 1;
const FROM_LEFT = 2;
const FROM_RIGHT = 3;

/** The best way to pair two lists in order; what is left over on a side joins the pair before it. */
function align(left: readonly Part[], right: readonly Part[]): { pairs: Pair[]; clean: boolean } | null {
  const [n, m] = [left.length, right.length];
  if (n === 0 || m === 0 || n > MOST_PARTS || m > MOST_PARTS) return null;
  const score = Array.from({ length: n + 1 }, () => new Float64Array(m + 1).fill(Number.NEGATIVE_INFINITY));
  const way = Array.from({ length: n + 1 }, () => new Uint8Array(m + 1));
  (score[0] as Float64Array)[0] = 0;
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= m; j++) {
      const here = (score[i] as Float64Array)[j] as number;
      const step = (di: number, dj: number, gain: number, by: number): void => {
        const row = score[i + di] as Float64Array;
        if (here + gain <= (row[j + dj] as number)) return;
        row[j + dj] = here + gain;
        (way[i + di] as Uint8Array)[j + dj] = by;
      };
      if (i < n && j < m) step(1, 1, likeness(left[i] as Part, right[j] as Part), FROM_PAIR);
      if (i > 0 && j > 0 && j < m) step(0, 1, leftOver((left[i - 1] as Part).isNew, right[j] as Part), FROM_RIGHT);
      if (i > 0 && j > 0 && i < n) step(1, 0, leftOver((right[j - 1] as Part).isDeleted, left[i] as Part), FROM_LEFT);
    }
  return traced(left, right, way);
}

/** One <신설> or <삭제> may stand for several lines, but hardly for a further article. */
function leftOver(isMarked: boolean, part: Part): number {
  return isMarked && !part.label.startsWith('제') ? -0.5 : -2;
}

function traced(left: readonly Part[], right: readonly Part[], way: readonly Uint8Array[]): { pairs: Pair[]; clean: boolean } {
  const pairs: Pair[] = [];
  let clean = true;
  let [i, j] = [left.length, right.length];
  let [ends, endsRight] = [i, j];
  while (i > 0 && j > 0) {
    const by = (way[i] as Uint8Array)[j];
    const [from, to] = [left[i - 1] as Part, right[j - 1] as Part];
    if (by === FROM_PAIR) {
      i--;
      j--;
      clean &&= likeness(from, to) >= 1;
      pairs.unshift([textOf(left.slice(i, ends)), textOf(right.slice(j, endsRight))]);
      [ends, endsRight] = [i, j];
    } else if (by === FROM_LEFT) {
      i--;
      clean &&= to.isDeleted;
    } else {
      j--;
      clean &&= from.isNew;
    }
  }
  return { pairs, clean };
}

function textOf(parts: readonly Part[]): string {
  return parts.map((part) => part.text).join('\n');
}
