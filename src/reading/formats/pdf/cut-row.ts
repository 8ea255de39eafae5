import type { Box } from '../../../model/geometry.ts';
import { bare, type CellPair, type DocCell, isEmpty, linesOfCell, sameColumn } from './doc-cell.ts';
import { endsSentence, markerOf } from './markers.ts';
import type { TextLine } from './text-line.ts';

/** How much each sign counts for a row that a page break cuts (above 0) or for a new row (below 0). */
const SIGNS = {
  cutSentence: 2.5,
  longText: 3,
  longLine: 1.5,
  fullWidth: 2.2,
  fullLine: 0.4,
  noLabel: 1.5,
  noMore: 0.7,
  noValue: 0.2,
  alwaysFilled: 1.7,
  newLabel: -1.5,
  newItem: -0.3,
  finished: -1.5,
  room: -1,
};
/** Points: the higher a row, the less likely it ends just where the page does. */
const HIGH_ROWS = [
  { height: 250, sign: 2 },
  { height: 110, sign: 0.7 },
] as const;
/** Characters: what is shorter is a label or a value, and stands whole. */
const SHORT_TEXT = 8;
/** Characters: a line of this length seldom ends at the cell's edge by chance. */
const LONG_LINE = 28;
/** Lines: a text of many lines that ends without a full stop is not at its end. */
const LONG_TEXT = 5;

/** A row is cut above `CUT`; within `DOUBT` of it the signs say little. */
const CUT = 0.5;
const DOUBT = 0.8;

/**
 * Whether the first row of the new page goes on with the last one of the old page. In a cut row sentences go on, and what
 * was short, the label in the first place, has no second part. Cells over several rows say nothing about one of them.
 */
export function cutRow(first: readonly CellPair[], known: readonly DocCell[]): { readonly cut: boolean; readonly sure: boolean } {
  const score = scoreOf(first, known);
  return { cut: score > CUT, sure: Math.abs(score - CUT) >= DOUBT };
}

function scoreOf(first: readonly CellPair[], known: readonly DocCell[]): number {
  const heights = first.map(({ cell, cut }) => (cut && cut.rowSpan === 1 && cell.rowSpan === 1 ? heightOf(cut) : Infinity));
  const height = Math.min(...heights);
  let score = height === Infinity ? 0 : (HIGH_ROWS.find((row) => height >= row.height)?.sign ?? 0);
  let label = true;
  let missing = 0;
  for (const { cell, cut } of [...first].sort((a, b) => a.cell.col - b.cell.col)) {
    if (cell.rowSpan > 1 || (cut && cut.rowSpan > 1)) continue;
    if (!cut) return -9;
    score += signOf(cut, cell, label);
    if (!label && isEmpty(cell) && !isEmpty(cut) && isAlwaysFilled(known, cut)) missing = SIGNS.alwaysFilled;
    label = false;
  }
  return score + missing;
}

/** Rows of a column that must be filled to say that all are. */
const MANY_ROWS = 5;

function isAlwaysFilled(cells: readonly DocCell[], of: DocCell): boolean {
  const own = cells.filter((cell) => sameColumn(cell, of));
  return own.length >= MANY_ROWS && own.every((cell) => cell.rowSpan === 1 && !isEmpty(cell));
}

function heightOf(cell: DocCell): number {
  const { box } = cell.parts.at(-1) as DocCell['parts'][number];
  return box[3] - box[1];
}

function signOf(cut: DocCell, cell: DocCell, label: boolean): number {
  if (isEmpty(cell))
    return isEmpty(cut) ? 0 : label ? SIGNS.noLabel : bare(cut).length > SHORT_TEXT ? SIGNS.noMore : SIGNS.noValue;
  const [upper, lower] = [linesOfCell(cut), linesOfCell(cell)];
  const [last, next] = [upper.at(-1), lower[0]];
  if (!last || !next) return SIGNS.finished;
  const box = cut.parts.at(-1)?.box as Box;
  const leading = upper.length > 1 ? last.base - (upper.at(-2) as TextLine).base : 1.6 * last.size;
  const room = box[3] - last.box[3] > Math.max(leading, 1.2 * last.size) + 3 ? SIGNS.room : 0;
  const short = (lines: readonly TextLine[]): boolean => lines.reduce((sum, line) => sum + line.text.length, 0) <= 2 * SHORT_TEXT;
  if (/[,(（]$/.test(last.text)) return SIGNS.cutSentence + room;
  if (short(upper) && short(lower)) return /^[(（]/.test(next.text) && !/^[(（]/.test(last.text) ? 0 : SIGNS.newLabel;
  if (markerOf(next.text) !== null) return room + (endsSentence(last.text) ? SIGNS.newItem : 0);
  // A long text has many sentences that may end with the page.
  if (endsSentence(last.text)) return SIGNS.finished * (upper.length > 8 ? 0.15 : upper.length > 3 ? 0.5 : 1) + room;
  const full = box[2] - last.box[2] < Math.min(next.firstWord, 2.5 * next.firstChar) + 6;
  if (!full) return room;
  if (isCutSentence(last.text)) return SIGNS.cutSentence + room;
  if (upper.length > LONG_TEXT) return SIGNS.longText + room;
  if (last.text.length > LONG_LINE) return SIGNS.fullWidth + room;
  return (upper.length > 1 && last.text.length > SHORT_TEXT ? SIGNS.longLine : SIGNS.fullLine) + room;
}

/** Ends with a particle or comma, or inside a bracket. */
function isCutSentence(text: string): boolean {
  const open = (text.match(/[([（「『]/g)?.length ?? 0) > (text.match(/[)\]）」』]/g)?.length ?? 0);
  return open || /(?:[,·ㆍ]|[가-힣](?:은|는|을|를|의|에|로|와|과|및|며|고|여|도|하|할|한))$/.test(text);
}
