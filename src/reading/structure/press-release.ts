import { formField } from './form-field.ts';
import type { Line } from './lines.ts';
import { closeUp, squeeze } from './spaced-text.ts';
import { afterDate } from './stated-date.ts';
import { isSetAlike } from './type-size.ts';

/** 보도자료: named as such in its first lines; its headline is its title. */
export interface PressRelease {
  readonly markerLine: number;
  readonly headline: string | null;
  /** Organisation printed beside the marker. */
  readonly organisation: string | null;
}

const MARKER =
  /^(?:(?:언론)?보도(?:참고|설명|해명|반박|배포)?자료|(?:동정|설명|해명|사진)자료|취재(?:안내|요청|지원))(?:\(.{1,12}\)|\[.{1,12}\])?$/;
/** How the release may be used, which its head says in a sentence. */
const HANDLING = /보도하여|보도\s?가능|취급\s?가능|배포\s?(?:시|즉시)부터|엠바고|인용\s?보도|즉시\s?(?:보도|사용)/;
const HEAD_LINES = 8;
const HEADLINE_REACH = 12;
const SHORT_LINE = 45;
const LONGEST_HEADLINE_LINES = 4;
/** A headline in type this much larger than what stands above it is the headline; text in large type is none. */
const MUCH_LARGER = 1.2;
const LONGEST_LARGE = 80;
const SUBTITLE = 0.85;
const LABELS = [
  '보도시점',
  '보도일시',
  '보도일',
  '배포',
  '배포일시',
  '배포일',
  '배포시점',
  '엠바고',
  '담당부서',
  '담당',
  '작성',
  '담당자',
  '책임자',
  '문의',
  '총',
  '자료문의',
  '사진',
  '사진없음',
];
const ORGANISATION = /^[가-힣A-Za-z·ㆍ ]{2,30}(?:부|처|청|위원회|원|시|도|군|구|공사|공단|은행|실|본부|센터|재단|협회|공단)$/;

export function findPressRelease(lines: readonly Line[]): PressRelease | null {
  for (let at = 0; at < Math.min(lines.length, HEAD_LINES); at++) {
    const line = lines[at] as Line;
    if (!isMarked(line)) continue;
    const headline = headlineAfter(lines, at);
    const alone = lines
      .slice(0, headline?.at ?? at)
      .find((near) => near.fields.length === 1 && isOrganisation(near.fields[0] as string));
    return {
      markerLine: at,
      headline: headline?.text ?? null,
      organisation: organisationOf(line) ?? (alone ? closeUp(alone.fields[0] as string) : null),
    };
  }
  return null;
}

function hasMarker(line: Line): boolean {
  return line.fields.some((field) => field.length < 40 && field.split('\n').some((part) => MARKER.test(squeeze(part))));
}

/** The word itself, or where that is drawn as a picture, the label that only a release has. */
function isMarked(line: Line): boolean {
  if (hasMarker(line)) return true;
  const embargo = formField(line, ['보도시점', '보도일시']);
  return embargo !== null && /[0-9]|보도|즉시/.test(embargo.rest);
}

/** The first text that is no label, or the one set largest: all its lines in one box, up to a subtitle between dashes. */
function headlineAfter(lines: readonly Line[], marker: number): { text: string; at: number } | null {
  let first = -1;
  for (let at = marker + 1; at < Math.min(lines.length, marker + HEADLINE_REACH); at++) {
    const line = lines[at] as Line;
    const titled = formField(line, ['제목']);
    if (titled && titled.value.length > 1) return { text: titled.rest, at };
    if (line.fields.length !== 1 || formField(line, LABELS) || !isHeadline(line.fields[0] as string)) continue;
    if (isOrganisation(line.fields[0] as string)) continue;
    if (first < 0) first = at;
    else if (
      line.text.length <= LONGEST_LARGE &&
      line.size > (lines[first] as Line).size * MUCH_LARGER &&
      (lines[first] as Line).size > 0
    )
      first = at;
  }
  return first < 0 ? null : { text: wholeHeadline(lines, first), at: first };
}

function wholeHeadline(lines: readonly Line[], at: number): string {
  const line = lines[at] as Line;
  const parts = [line.fields[0] as string];
  for (let next = at + 1; next < lines.length && parts.length < LONGEST_HEADLINE_LINES; next++) {
    const more = lines[next] as Line;
    if (more.block !== line.block && !isSetAlike(line, more)) break;
    if (more.fields.length !== 1 || formField(more, LABELS) || !isHeadline(more.fields[0] as string)) break;
    // A subtitle in the same box is set smaller.
    if (more.size > 0 && more.size < line.size * SUBTITLE) break;
    parts.push(more.fields[0] as string);
  }
  const next = lines[at + 1];
  if (next && parts.length === 1 && isSecondLine(line, next, lines[at + 2])) parts.push(next.text);
  return parts.join(' ').replace(/\s+/g, ' ');
}

/** A headline set as two paragraphs: both short, and then a subtitle or the text. */
function isSecondLine(first: Line, second: Line, after: Line | undefined): boolean {
  if (first.cell !== null || second.cell !== null || first.block.type === 'textbox' || second.fields.length !== 1) return false;
  if (first.text.length > SHORT_LINE || second.text.length > SHORT_LINE || !isHeadline(second.text)) return false;
  return after !== undefined && (/^[-–—‐▸►▶·•]/.test(after.text) || after.text.length > 60);
}

function isHeadline(text: string): boolean {
  return (
    text.length >= 2 &&
    text.length <= 150 &&
    !/^[-–—‐‑<〈□■○◦ㅇ※*▶▷▸▹►‣•·ㆍ◆◇▪▫△▲✓☞➤⇒→(]/.test(text) &&
    !/^[0-9.\s/()~:월화수목금토일년시분]+$/.test(text) &&
    afterDate(text) === null &&
    !HANDLING.test(text)
  );
}

function organisationOf(line: Line): string | null {
  if (!hasMarker(line)) return null;
  for (const field of line.fields) {
    const name = closeUp(field);
    if (!MARKER.test(squeeze(field)) && ORGANISATION.test(name) && squeeze(name).length >= 3 && !/즉시$/.test(name)) return name;
  }
  return null;
}

/** A line that is the name of an office and nothing else; a headline may end with the same syllable. */
function isOrganisation(text: string): boolean {
  const name = squeeze(text);
  return (
    name.length >= 3 &&
    name.length <= 14 &&
    /^[가-힣]+(?:부|처|청|위원회|공사|공단|은행|재단|연구원|진흥원|개발원|평가원|정보원|특별시|광역시|특별자치도|특별자치시|시청|군청|구청)$/.test(
      name,
    ) &&
    !/(?:일부|전부|내부|외부|여부)$/.test(name)
  );
}
