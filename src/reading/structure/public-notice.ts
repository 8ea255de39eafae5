import { type Line, lineText } from './lines.ts';
import { closeUp, squeeze } from './spaced-text.ts';
import { isDateLine } from './stated-date.ts';

/** 공고, 고시, 입법예고 …: a number line at the top, a date, and the signatory under it. */
export interface PublicNotice {
  readonly number: string;
  readonly numberLine: number;
  /** Line that is nothing but a date with the signatory on the next, where there is one. */
  readonly dateLine: number | null;
  readonly signatoryLine: number | null;
}

/** `한빛시 공고 제2026-77호`; the number itself may have spaces around its dash, or be a year and a number apart. */
const NUMBER =
  /^.{0,60}?(?:공고|고시|훈령|예규|지침|공포)\s{0,4}\(?제\s{0,4}[0-9]{1,6}\s{0,4}(?:[-–—]\s{0,4}[0-9]{1,6}\s{0,4})?호\)?$/;
const HEAD_LINES = 12;
const DATE_REACH = 40;

export function findPublicNotice(lines: readonly Line[]): PublicNotice | null {
  for (let at = 0; at < Math.min(lines.length, HEAD_LINES); at++) {
    const text = lineText(lines[at] as Line).trim();
    if (text.length > 120 || !NUMBER.test(text)) continue;
    const dateLine = findDate(lines, at);
    return {
      number: text.replace(/\s+/g, ' '),
      numberLine: at,
      dateLine,
      signatoryLine: dateLine === null ? null : signatoryAfter(lines, dateLine),
    };
  }
  return null;
}

function findDate(lines: readonly Line[], from: number): number | null {
  for (let at = from; at < Math.min(lines.length, from + DATE_REACH); at++)
    if (isDateLine(lineText(lines[at] as Line))) return at;
  return null;
}

/** The line under a date, if it names an office and is no sentence. */
function signatoryAfter(lines: readonly Line[], dateLine: number): number | null {
  const line = lines[dateLine + 1];
  if (line?.fields.length !== 1) return null;
  return isSignatory(line.fields[0] as string) ? dateLine + 1 : null;
}

const OFFICE =
  /(?:장|장관|위원회|교육감|총재|대표이사|계약관|담당관|청|처|부|시|도|군|구|원|공사|공단|센터|대학교|협회|재단|법인)(?:\((?:직인생략|관인생략|인)\)|직인생략|관인생략|인)?$/;

export function isSignatory(text: string): boolean {
  const name = squeeze(text);
  return (
    name.length >= 2 && name.length <= 40 && /^[가-힣A-Za-z0-9(「·ㆍ]/.test(name) && !/[.?!:]$/.test(name) && OFFICE.test(name)
  );
}

export function signatoryName(text: string): string {
  return closeUp(text).replace(/\s?[([]?(?:직인생략|관인생략)[)\]]?$/, '');
}
