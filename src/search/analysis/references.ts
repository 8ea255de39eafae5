/*
 * Dates and articles of laws in one writing each. Every pattern is of bounded length, so that a text of any kind is read in
 * linear time.
 *   @2026 @202601 @20260115 @0115    year, month of a year, day, day of any year
 *   $3 $3-2 $3-2.1                   제3조, 제3조의2, 제3조의2제1항
 */

const MONTH = '(1[0-2]|0?[1-9])';
const DAY = '(3[01]|[12]\\d|0?[1-9])';
const YEAR = '((?:19|20)\\d\\d)';
const GAP = ' {0,2}';
const SIGN = `${GAP}[.\\-/]${GAP}`;
/** 2026년 1월 15일, 2026년 1월 */
const SPELLED = new RegExp(`(?<!\\d)${YEAR}${GAP}년${GAP}${MONTH}${GAP}월(?:${GAP}${DAY}${GAP}일)?`, 'g');
/** 2026. 1. 15., 2026-01-15, 2014.8월; not the number of a notice, 제2026-1호 */
const SIGNED = new RegExp(`(?<![\\d.제])${YEAR}${SIGN}${MONTH}(?!\\d)(?:${SIGN}${DAY}(?!\\d))?`, 'g');
/** 20260115 */
const BARE = /(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)/g;
/** 2026년, 2026학년도, where no month follows */
const YEAR_ALONE = new RegExp(`(?<!\\d)${YEAR} ?(?:년|학년도)(?!${GAP}${MONTH}${GAP}월)`, 'g');
/** 25년, ’25년 7월: the years of official papers are often written with two digits. */
const SHORT_YEAR = new RegExp(`(?<!\\d)(\\d\\d) ?년(?: ?${MONTH} ?월)?`, 'g');
/** ’25.7월: a number of an item but for the mark of omission */
const MARKED_YEAR = new RegExp(`['‘’\`´] ?(\\d\\d) ?\\. ?${MONTH}(?!\\d)`, 'g');
/** 1월 15일, where no year stands before */
const DAY_OF_YEAR = new RegExp(`(?<!\\d)(?<!\\d{4}${GAP}년${GAP})${MONTH} ?월 ?${DAY} ?일`, 'g');
const ARTICLE = /제 ?(\d{1,4}) ?조(?: ?의 ?(\d{1,3}))?(?: ?제 ?(\d{1,3}) ?항)?/g;

/** The references in a folded text, each as often as it stands there. */
export function references(text: string, found: string[]): void {
  if (!/\d/.test(text)) return;
  for (const pattern of [SPELLED, SIGNED, BARE]) {
    for (const [, year = '', month = '', day] of text.matchAll(pattern)) pushDate(found, year, month, day);
  }
  for (const [, year] of text.matchAll(YEAR_ALONE)) found.push(`@${year}`);
  for (const pattern of [SHORT_YEAR, MARKED_YEAR]) {
    for (const [, short = '', month] of text.matchAll(pattern)) {
      const year = `${Number(short) < 70 ? 20 : 19}${short}`;
      found.push(`@${year}`);
      if (month !== undefined) found.push(`@${year}${two(month)}`);
    }
  }
  for (const [, month = '', day = ''] of text.matchAll(DAY_OF_YEAR)) found.push(`@${two(month)}${two(day)}`);
  for (const [, article, branch, paragraph] of text.matchAll(ARTICLE)) {
    const name = branch === undefined ? `$${article}` : `$${article}-${branch}`;
    found.push(name);
    if (paragraph !== undefined) found.push(`${name}.${paragraph}`);
  }
}

function pushDate(found: string[], year: string, month: string, day: string | undefined): void {
  found.push(`@${year}`, `@${year}${two(month)}`);
  if (day !== undefined) found.push(`@${year}${two(month)}${two(day)}`, `@${two(month)}${two(day)}`);
}

function two(digits: string): string {
  return digits.padStart(2, '0');
}
