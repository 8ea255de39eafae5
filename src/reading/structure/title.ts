import type { Content } from '../content.ts';
import { parseAnnexLabel, withoutNotes } from './annex-label.ts';
import type { DocumentKind } from './document-kind.ts';
import { formField, onOneLine } from './form-field.ts';
import type { Line } from './lines.ts';
import type { PublicNotice } from './public-notice.ts';
import { parseSectionLabel } from './section-label.ts';
import { isSignatory } from './signatory.ts';
import { squeeze } from './spaced-text.ts';
import { endsHead, isGenericName, isNamedLikeDocument, mayBeTitle, nameInRow, nameOf } from './title-line.ts';
import { titleOnTop } from './title-on-top.ts';
import { isLarge } from './type-size.ts';
import { wholeTitle } from './whole-title.ts';

/** A title stands at the top; further down a line that looks like one names a part. */
const TOP_LINES = 30;
const COVER_LINES = 15;
/** A name that is only known by being repeated stands above all but a number or an office. */
const FIRST_LINES = 6;
/** A document that opens with its name has more than this many lines below it, or the line is all there is. */
const BODY_LINES = 2;

/** The title that the document gives itself: 제목 of a letter, a title that the writer marked, the form's own title line. */
export function findTitle(
  content: Content,
  lines: readonly Line[],
  kind: DocumentKind,
  contents: ReadonlySet<Line>,
  body: number,
): string | null {
  if (kind.letter) return kind.letter.title.value === '' ? null : kind.letter.title.value;
  const marked = markedTitle(content);
  if (marked !== null) return marked;
  if (kind.press) return kind.press.headline;
  const noticed = kind.notice ? noticeTitle(lines, kind.notice, body) : null;
  if (noticed !== null) return noticed;
  // A workbook's sheets and tables have names, the workbook has none.
  if (content.tables.some((table) => table.cell_range !== null)) return null;
  return (
    labelledTitle(lines) ??
    annexTitle(lines, body) ??
    approvedTitle(lines, body) ??
    titleOnTop(lines, contents, body) ??
    repeatedName(lines, contents, body) ??
    openingLine(lines, contents, body)
  );
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

function noticeTitle(lines: readonly Line[], notice: PublicNotice, body: number): string | null {
  let best: { at: number; score: number } | null = null;
  const numberLine = notice.numberLine ?? -1;
  const end = Math.min(
    lines.length,
    Math.max(numberLine + 8, Math.min(notice.signatoryLine ?? notice.dateLine ?? 0, TOP_LINES) + 4),
  );
  for (let at = 0; at < end; at++) {
    if (at === numberLine || at === notice.signatoryLine || at === notice.dateLine) continue;
    const line = lines[at] as Line;
    if (parseSectionLabel(line.text) !== null && at > numberLine) break;
    if (!mayBeTitle(line)) continue;
    const text = nameOf(line);
    const score =
      (isGenericName(text) ? -3 : 0) +
      (isNamedLikeDocument(text) ? 2 : 0) +
      (at > numberLine ? 1 : 0) +
      (isLarge(line, body) ? 1 : 0);
    if (!best || score > best.score) best = { at, score };
  }
  return best ? wholeTitle(lines, best.at, body) : null;
}

/** 제목 of a report or memo that is no letter. */
function labelledTitle(lines: readonly Line[]): string | null {
  for (const line of lines.slice(0, COVER_LINES)) {
    const value = formField(line, ['제목', '건명', '문서제목', '보고서명'])?.value ?? '';
    if (value.length >= 5 && value.length <= 120 && /[가-힣A-Za-z]{2}/.test(value) && !/[*_]{3}|\{\{/.test(value)) return value;
  }
  return null;
}

/** The title of a form or table that is an annex of a rule: it follows the line that says which annex it is. */
function annexTitle(lines: readonly Line[], body: number): string | null {
  const first = lines[0];
  if (first?.fields.length !== 1) return null;
  const text = first.fields[0] as string;
  const own = OTHER_ANNEX.exec(text.trim());
  const annex = own ? { label: own[1] as string, rest: withoutNotes(own[2] as string) } : parseAnnexLabel(text);
  if (!annex || text.length > 200) return null;
  if (annex.rest.length >= 2) return /[.:]$|(?:니다|한다)$/.test(annex.rest) ? null : annex.rest;
  for (const [i, line] of lines.slice(1, 5).entries()) {
    if (line.fields.length === 1 && /^[([（].{1,20}[)\]）]$/.test((line.fields[0] as string).trim())) continue;
    const named = nameInRow(line);
    if (named !== line) return nameOf(named);
    return mayBeTitle(line) && !endsHead(line) ? wholeTitle(lines, i + 1, body) : null;
  }
  return null;
}

/** Annexes by other names, which attach nothing but may be what a file holds: `【서식 1-1】 협의요청서`. */
const OTHER_ANNEX =
  /^[<〈【[〔]\s{0,4}((?:서\s?식|부\s?록|양\s?식|참\s?고)\s{0,4}[0-9]{0,3}(?:[-의][0-9]{1,3})?\s{0,4}(?:호)?)\s{0,4}[>〉】\]〕]\s{0,8}(.{0,160})$/s;

/** What was approved: the first name below the box with 문서번호 and 결재일자, its approvers and their offices. */
function approvedTitle(lines: readonly Line[], body: number): string | null {
  const box = lines.slice(0, COVER_LINES).findIndex((line) => formField(line, ['결재일자', '결재일']) !== null);
  if (box < 0 || !lines.slice(0, COVER_LINES).some((line) => formField(line, ['문서번호']) !== null)) return null;
  const at = lines.findIndex(
    (line, i) => i > box && i < TOP_LINES && mayBeTitle(line) && squeeze(nameOf(line)).length >= 8 && !isSignatory(nameOf(line)),
  );
  // The lines above it are the approvers' names.
  return at < 0 ? null : wholeTitle(lines.slice(at), 0, body);
}

/** The line that a document opens with, if it is a name and text follows that is none. */
function openingLine(lines: readonly Line[], contents: ReadonlySet<Line>, body: number): string | null {
  for (const [at, line] of lines.slice(0, COVER_LINES).entries()) {
    if (contents.has(line)) return null;
    if (line.fields.length === 1 && (isGenericName(line.fields[0] as string) || /^[※*]/.test(line.fields[0] as string))) continue;
    if (!mayBeTitle(line) || endsHead(line) || line.block.type === 'caption') return null;
    const title = wholeTitle(lines, at, body);
    const below = lines.slice(at + 1).filter((next) => next.block !== line.block || next.block.type !== 'table');
    return below.length > BODY_LINES && below.slice(0, 40).some((next) => isBody(next)) ? title : null;
  }
  return null;
}

/** What a name stands above: sentences, tables of several columns, numbered texts. */
function isBody(line: Line): boolean {
  return line.fields.length > 1 || endsHead(line) || line.text.length > 40;
}

/** A title on the cover stands once again at the head of the text; what stands there more often is no title. */
function repeatedName(lines: readonly Line[], contents: ReadonlySet<Line>, body: number): string | null {
  for (const [at, line] of lines.slice(0, FIRST_LINES).entries()) {
    if (contents.has(line) || endsHead(line)) return null;
    const name = squeeze(line.text);
    if (!mayBeTitle(line) || name.length < 12 || /[:：/]/.test(name) || isGenericName(name)) continue;
    if (lines.slice(at + 1, at + 40).filter((other) => squeeze(other.text) === name).length === 1)
      return wholeTitle(lines, at, body);
  }
  return null;
}
