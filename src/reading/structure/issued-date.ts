import type { DocumentKind } from './document-kind.ts';
import { formField, onOneLine } from './form-field.ts';
import type { Line } from './lines.ts';
import { squeeze } from './spaced-text.ts';
import { afterDate, isDateLine, statedDate } from './stated-date.ts';

const TOP_LINES = 40;
const LABELS = [
  '시행일',
  '시행일자',
  '시행연월일',
  '결재일자',
  '결재일',
  '발의연월일',
  '제안연월일',
  '공고일',
  '공고일자',
  '작성일',
  '작성일자',
];
/** A notice is dated by the day it names as its own. */
const NOTICE_DAY = /^\(?\s{0,2}[가-힣\s]{0,16}(?:공고|고시|작성|발행|발간)\s?일자?\s{0,4}[:：]/;
const DECLARES = /^(?:위|상기)와\s?같이.{0,50}(?:함|음|니다|한다)\.?$/;
/** Lines of a release's head below the word 보도자료. */
const PRESS_HEAD = 6;
const PRESS_LABELS = ['배포', '배포일시', '배포일', '배포시점', '배포일자'];
const EMBARGO_LABELS = ['보도시점', '보도일시', '보도일', '보도일자'];

/** YYYY-MM-DD where the form states a whole date; its own words where it states less; null where it states none. */
export function findIssuedDate(lines: readonly Line[], kind: DocumentKind): string | null {
  if (kind.press) return pressDate(lines, kind.press.markerLine);
  const enforced = kind.letter?.enforcement?.rest.split(/접\s{0,9}수/)[0];
  const date = enforced ? statedDate(enforced) : null;
  if (date !== null) return date;
  const dateLine = kind.notice?.dateLine ?? null;
  if (dateLine !== null) return dateOf(lines[dateLine] as Line);
  const stated = labelledDate(lines, LABELS) ?? declaredDate(lines);
  if (stated !== null) return stated;
  const line = kind.cover?.dateLine ?? kind.signature?.dateLine ?? null;
  return line === null ? null : dateOf(lines[line] as Line);
}

function dateOf(line: Line): string {
  return statedDate(line.text) ?? onOneLine(line.text);
}

/** Of a release: the day it was given out; else the day from which it may be used; else a date alone in its head. */
function pressDate(lines: readonly Line[], marker: number): string | null {
  const labelled = labelledDate(lines, PRESS_LABELS) ?? labelledDate(lines, EMBARGO_LABELS);
  if (labelled !== null) return labelled;
  const head = lines.slice(0, marker + PRESS_HEAD);
  // Text taken from a page may put a label behind its value.
  for (const label of ['배포', '보도시점', '보도일시']) {
    const line = head.find(({ text }) => text.length < 80 && squeeze(text).includes(label) && statedDate(text) !== null);
    if (line) return statedDate(line.text);
  }
  for (const line of head)
    for (const field of line.fields) if (field.length < 60 && afterDate(field) !== null) return statedDate(field);
  return null;
}

function labelledDate(lines: readonly Line[], labels: readonly string[]): string | null {
  for (const line of lines.slice(0, TOP_LINES)) {
    const field = formField(line, labels);
    const date = field ? (statedDate(field.value) ?? statedDate(field.rest)) : noticeDay(line);
    if (date !== null) return date;
  }
  return null;
}

/** `(입주자모집공고일 : 2022. 7. 27)`, `2024. 10. 25. | 작성`. */
function noticeDay(line: Line): string | null {
  const text = line.text;
  if (text.length > 80) return null;
  if (NOTICE_DAY.test(text)) return statedDate(text);
  return afterDate(text) === '작성' ? statedDate(text) : null;
}

/** `위와 같이 검사하였음` and the date below it: how a filled form is dated. */
function declaredDate(lines: readonly Line[]): string | null {
  for (const [at, line] of lines.entries()) {
    if (!line.fields.some((field) => field.length < 80 && DECLARES.test(field.trim()))) continue;
    for (const below of lines.slice(at + 1, at + 3)) {
      const date = below.fields.find((field) => isDateLine(field));
      if (date !== undefined) return statedDate(date);
    }
  }
  return null;
}
