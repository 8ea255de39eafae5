import type { Content } from '../content.ts';
import { parseAnnexLabel, withoutNotes } from './annex-label.ts';
import type { DocumentKind } from './document-kind.ts';
import { formField, onOneLine } from './form-field.ts';
import type { Line } from './lines.ts';
import type { PublicNotice } from './public-notice.ts';
import { parseSectionLabel } from './section-label.ts';
import { isSignatory } from './signatory.ts';
import { squeeze } from './spaced-text.ts';
import { endsHead, isGenericName, isNamedLikeDocument, mayBeTitle, nameOf } from './title-line.ts';

/** A title stands at the top; further down a line that looks like one names a part. */
const TOP_LINES = 30;
const COVER_LINES = 15;
/** A name that is only known by being repeated stands above all but a number or an office. */
const FIRST_LINES = 6;
const LONGEST_TITLE_LINES = 3;
/** Lines of a box that holds a title, its subtitle and no more. */
const SMALL_BOX = 5;
/** A document that opens with its name has more than this many lines below it, or the line is all there is. */
const BODY_LINES = 2;

/** The title that the document gives itself: 제목 of a letter, a title that the writer marked, the form's own title line. */
export function findTitle(
  content: Content,
  lines: readonly Line[],
  kind: DocumentKind,
  contents: ReadonlySet<Line>,
): string | null {
  if (kind.letter) return kind.letter.title.value === '' ? null : kind.letter.title.value;
  const marked = markedTitle(content);
  if (marked !== null) return marked;
  if (kind.press) return kind.press.headline;
  const noticed = kind.notice ? noticeTitle(lines, kind.notice) : null;
  if (noticed !== null) return noticed;
  // A workbook's sheets and tables have names, the workbook has none.
  if (content.tables.some((table) => table.cell_range !== null)) return null;
  return (
    annexTitle(lines) ??
    approvedTitle(lines) ??
    namedOnTop(lines, contents) ??
    repeatedName(lines, contents) ??
    openingLine(lines, contents)
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

function noticeTitle(lines: readonly Line[], notice: PublicNotice): string | null {
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
    const score = (isGenericName(text) ? -3 : 0) + (isNamedLikeDocument(text) ? 2 : 0) + (at > numberLine ? 1 : 0);
    if (!best || score > best.score) best = { at, score };
  }
  return best ? wholeTitle(lines, best.at) : null;
}

/** The title of a form or table that is an annex of a rule: it follows the line that says which annex it is. */
function annexTitle(lines: readonly Line[]): string | null {
  const first = lines[0];
  if (first?.fields.length !== 1) return null;
  const text = first.fields[0] as string;
  const own = OTHER_ANNEX.exec(text.trim());
  const annex = own ? { label: own[1] as string, rest: withoutNotes(own[2] as string) } : parseAnnexLabel(text);
  if (!annex || text.length > 200) return null;
  if (annex.rest.length >= 2) return /[.:]$|(?:니다|한다)$/.test(annex.rest) ? null : annex.rest;
  for (const [i, line] of lines.slice(1, 5).entries()) {
    if (line.fields.length === 1 && /^[([（].{1,20}[)\]）]$/.test((line.fields[0] as string).trim())) continue;
    return mayBeTitle(line) && !endsHead(line) ? wholeTitle(lines, i + 1) : null;
  }
  return null;
}

/** Annexes by other names, which attach nothing but may be what a file holds: `【서식 1-1】 협의요청서`. */
const OTHER_ANNEX =
  /^[<〈【[〔]\s{0,4}((?:서\s?식|부\s?록|양\s?식|참\s?고)\s{0,4}[0-9]{0,3}(?:[-의][0-9]{1,3})?\s{0,4}(?:호)?)\s{0,4}[>〉】\]〕]\s{0,8}(.{0,160})$/s;

/** What was approved: the first name below the box with 문서번호 and 결재일자, its approvers and their offices. */
function approvedTitle(lines: readonly Line[]): string | null {
  const box = lines.slice(0, COVER_LINES).findIndex((line) => formField(line, ['결재일자', '결재일']) !== null);
  if (box < 0 || !lines.slice(0, COVER_LINES).some((line) => formField(line, ['문서번호']) !== null)) return null;
  const at = lines.findIndex(
    (line, i) => i > box && i < TOP_LINES && mayBeTitle(line) && squeeze(nameOf(line)).length >= 8 && !isSignatory(nameOf(line)),
  );
  return at < 0 ? null : wholeTitle(lines, at);
}

/** A line at the top that is named like a document. */
function namedOnTop(lines: readonly Line[], contents: ReadonlySet<Line>): string | null {
  for (const [at, line] of lines.slice(0, TOP_LINES).entries()) {
    if (contents.has(line)) continue;
    if (endsHead(line) && parseSectionLabel(line.text) !== null) break;
    if (at === 0 && line.fields.length > 1 && isFormName(line)) return nameOf(line);
    if (!mayBeTitle(line)) continue;
    const text = nameOf(line);
    if (!isGenericName(text) && isNamedLikeDocument(text)) return wholeTitle(lines, at);
  }
  return null;
}

/** The name of a form in the first cell of its first row, beside boxes to fill in. */
function isFormName(line: Line): boolean {
  const name = line.fields[0] as string;
  return (
    squeeze(name).length >= 5 &&
    !name.includes('\n') &&
    isNamedLikeDocument(name) &&
    line.fields.slice(1).every((field) => /[:：]|^\s*$/.test(field))
  );
}

/** The line that a document opens with, if it is a name and text follows that is none. */
function openingLine(lines: readonly Line[], contents: ReadonlySet<Line>): string | null {
  for (const [at, line] of lines.slice(0, COVER_LINES).entries()) {
    if (contents.has(line)) return null;
    if (line.fields.length === 1 && (isGenericName(line.fields[0] as string) || /^[※*]/.test(line.fields[0] as string))) continue;
    if (!mayBeTitle(line) || endsHead(line) || line.block.type === 'caption') return null;
    const title = wholeTitle(lines, at);
    const below = lines.slice(at + 1).filter((next) => next.block !== line.block || next.block.type !== 'table');
    return below.length > BODY_LINES && below.slice(0, 40).some((next) => isBody(next)) ? title : null;
  }
  return null;
}

/** What a name stands above: sentences, tables of several columns, numbered texts. */
function isBody(line: Line): boolean {
  return line.fields.length > 1 || endsHead(line) || line.text.length > 40;
}

/** All lines of the box that the title stands in: those above it, and those below up to one that is named like a document. */
function wholeTitle(lines: readonly Line[], at: number): string {
  const line = lines[at] as Line;
  const parts = [nameOf(line)];
  for (let before = at - 1; isPartOfTitle(lines, before, line) || breaksOff(lines[before]); before--)
    parts.unshift(nameOf(lines[before] as Line));
  // A box with more lines than a title has is a form, of which only this line is the name.
  if (parts.length > LONGEST_TITLE_LINES) parts.splice(0, parts.length - 1);
  for (let last = at; parts.length < LONGEST_TITLE_LINES; last++) {
    const next = lines[last + 1];
    const here = nameOf(lines[last] as Line);
    // A name that breaks off before its noun goes on below, in whatever block that is.
    const goesOn = next !== undefined && breaksOff(lines[last]) && mayBeTitle(next);
    const inBox = !isNamedLikeDocument(here) && isPartOfTitle(lines, last + 1, line) && continues(here, nameOf(next as Line));
    if (!goesOn && !inBox) break;
    parts.push(nameOf(next as Line));
  }
  return parts.join(' ');
}

function breaksOff(line: Line | undefined): boolean {
  return line !== undefined && mayBeTitle(line) && GOES_ON.test(nameOf(line));
}

/** A name never ends with a particle, a connective or an adnominal ending. */
const GOES_ON = /[가-힣](?:및|과|와|의|을|를|에|에서|위한|관한|대한|따른|통한)$|\s(?:및|for|of|and|the|to|in|on|with)$/;

/** The office below a name is no part of it, nor is the name once more in another language. */
function continues(name: string, below: string): boolean {
  return !isSignatory(below) && /[가-힣]/.test(name) === /[가-힣]/.test(below);
}

/** Whether a line belongs to the title's box: its cell, or a small box that holds little else. */
function isPartOfTitle(lines: readonly Line[], at: number, title: Line): boolean {
  const line = lines[at];
  if (line?.block !== title.block || !mayBeTitle(line) || isGenericName(line.fields[0] as string)) return false;
  if (line.cell !== null && line.cell === title.cell) return true;
  return line.block.type !== 'table' || lines.filter((other) => other.block === line.block).length <= SMALL_BOX;
}

/** A title on the cover stands once again at the head of the text; what stands there more often is no title. */
function repeatedName(lines: readonly Line[], contents: ReadonlySet<Line>): string | null {
  for (const [at, line] of lines.slice(0, FIRST_LINES).entries()) {
    if (contents.has(line) || endsHead(line)) return null;
    const name = squeeze(line.text);
    if (!mayBeTitle(line) || name.length < 10 || /[:：/]/.test(name) || isGenericName(name)) continue;
    if (lines.slice(at + 1, at + 40).filter((other) => squeeze(other.text) === name).length === 1) return wholeTitle(lines, at);
  }
  return null;
}
