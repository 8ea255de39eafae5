import type { Content } from '../content.ts';
import { withoutNotes } from './annex-label.ts';
import type { DocumentKind } from './document-kind.ts';
import { onOneLine } from './form-field.ts';
import { type Line, lineText } from './lines.ts';
import type { PublicNotice } from './public-notice.ts';
import { parseSectionLabel } from './section-label.ts';
import { squeeze } from './spaced-text.ts';
import { isGenericName, isNamedLikeDocument, mayBeTitle } from './title-line.ts';

/** A title stands at the top; further down a line that looks like one names a part. */
const TOP_LINES = 30;
const COVER_LINES = 15;
const LONGEST_TITLE_LINES = 3;

/** The title that the document gives itself: 제목 of a letter, a title that the writer marked, the form's own title line. */
export function findTitle(content: Content, lines: readonly Line[], kind: DocumentKind): string | null {
  if (kind.letter) return kind.letter.title.value === '' ? null : kind.letter.title.value;
  const marked = markedTitle(content);
  if (marked !== null) return marked;
  if (kind.press) return kind.press.headline;
  if (kind.notice) return noticeTitle(lines, kind.notice);
  // A workbook's sheets and tables have names, the workbook has none.
  if (content.tables.some((table) => table.cell_range !== null)) return null;
  return annexTitle(lines) ?? ownTitleLine(lines);
}

/** Title blocks that follow one another are the lines of one title. */
function markedTitle(content: Content): string | null {
  const first = content.blocks.findIndex((block) => block.type === 'title' && /\S/.test(block.text));
  if (first < 0) return null;
  const parts: string[] = [];
  for (const block of content.blocks.slice(first)) {
    if (!/\S/.test(block.text)) continue;
    if (block.type !== 'title') break;
    parts.push(onOneLine(block.text));
  }
  return parts.join(' ');
}

function noticeTitle(lines: readonly Line[], notice: PublicNotice): string | null {
  let best: { text: string; score: number } | null = null;
  const end = Math.min(lines.length, Math.max(notice.numberLine + 8, (notice.signatoryLine ?? notice.dateLine ?? 0) + 4));
  for (let at = 0; at < end; at++) {
    if (at === notice.numberLine || at === notice.signatoryLine || at === notice.dateLine) continue;
    const line = lines[at] as Line;
    if (parseSectionLabel(lineText(line)) !== null && at > notice.numberLine) break;
    if (!mayBeTitle(line)) continue;
    const text = onOneLine(line.fields[0] as string);
    const score = (isGenericName(text) ? -3 : 0) + (isNamedLikeDocument(text) ? 2 : 0) + (at > notice.numberLine ? 1 : 0);
    if (!best || score > best.score) best = { text, score };
  }
  return best?.text ?? null;
}

const ANNEX_ONLY =
  /^[<〈【[(（]?\s{0,4}(?:별지|별표|서식|부록|붙임|별첨)\s{0,4}(?:제?\s{0,4}[0-9]+(?:[-의][0-9]+)?\s{0,4}호?)?\s{0,4}(?:서식)?\s{0,4}[>〉】\])）]?$/;
const ANNEX_BEFORE = /^[<〈【[]\s{0,4}(?:별지|별표|서식|부록)[^>〉】\]]{0,30}[>〉】\]]\s{0,8}(.{2,100})$/;
const ANNEX_OF_RULE = /[[【〔]\s{0,4}(?:별표|별지)[^\]】〕]{0,30}[\]】〕]$/;

/** The title of a form or table that is an annex of a rule: it follows the line that says which annex it is. */
function annexTitle(lines: readonly Line[]): string | null {
  const first = lines[0];
  if (first?.fields.length !== 1) return null;
  const text = withoutNotes(onOneLine(first.fields[0] as string));
  const before = ANNEX_BEFORE.exec(text);
  if (before) return before[1] as string;
  if (!ANNEX_ONLY.test(text) && !ANNEX_OF_RULE.test(text)) return null;
  const next = lines.slice(1, 4).find((line) => mayBeTitle(line));
  return next ? onOneLine(next.fields[0] as string) : null;
}

/** A line at the top that is named like a document; the lines above it in the same box belong to it. */
function ownTitleLine(lines: readonly Line[]): string | null {
  const top = lines.slice(0, TOP_LINES);
  for (const [at, line] of top.entries()) {
    const label = parseSectionLabel(lineText(line));
    if (label !== null && label.kind !== 'bullet') break;
    if (!mayBeTitle(line)) continue;
    const text = titleText(line);
    if (isGenericName(text) || !(isNamedLikeDocument(text) || isRepeated(lines, at))) continue;
    return wholeTitle(lines, at);
  }
  return null;
}

/** All lines of the box that the title stands in: those above it, and those below up to one that is named like a document. */
function wholeTitle(lines: readonly Line[], at: number): string {
  const { block } = lines[at] as Line;
  const parts = [titleText(lines[at] as Line)];
  for (let before = at - 1; lines[before]?.block === block && mayBeTitle(lines[before] as Line); before--)
    parts.unshift(titleText(lines[before] as Line));
  // A box with more lines than a title has is a form, of which only this line is the name.
  if (parts.length > LONGEST_TITLE_LINES) return titleText(lines[at] as Line);
  for (let last = at; !isNamedLikeDocument(titleText(lines[last] as Line)); last++) {
    const next = lines[last + 1];
    if (next?.block !== block || !mayBeTitle(next) || parts.length >= LONGEST_TITLE_LINES) break;
    parts.push(titleText(next));
  }
  return parts.join(' ');
}

function titleText(line: Line): string {
  return onOneLine(line.fields[0] as string);
}

/** A title on the cover stands once again at the head of the text; what stands there more often is no title. */
function isRepeated(lines: readonly Line[], at: number): boolean {
  const name = squeeze(lineText(lines[at] as Line));
  if (at > COVER_LINES || name.length < 10 || /[:：]/.test(name)) return false;
  return lines.slice(at + 1, at + 40).filter((line) => squeeze(lineText(line)) === name).length === 1;
}
