/*
 * Dates and articles of laws in one writing each. Every pattern is of bounded length, so that a text of any kind is read in
 * linear time.
 *   @2026 @202601 @20260115 @0115    year, month of a year, day, day of any year
 *   $3 $3-2 $3-2.1                   제3조, 제3조의2, 제3조의2제1항
 */

const MONTH = '(1[0-2]|0?[1-9])';
const DAY = '(3[01]|[12]\\d|0?[1-9])';
const BETWEEN = ' {0,2}';
const FULL_DATE = new RegExp(
  `(?<![\\d.])((?:19|20)\\d\\d)${BETWEEN}(?:년|[.\\-/])${BETWEEN}${MONTH}(?!\\d)${BETWEEN}(?:(?:월|[.\\-/])${BETWEEN}${DAY}(?!\\d))?`,
  'g',
);
const BARE_DATE = /(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)/g;
const YEAR = new RegExp(`(?<!\\d)((?:19|20)\\d\\d) ?(?:년|학년도)(?!${BETWEEN}${MONTH}(?!\\d))`, 'g');
/** '25년, 25년 7월, ‘25.7월: the years of official papers are often written with two digits. */
const SHORT_YEAR = new RegExp(`(?<!\\d)(['‘’\`´]? ?)(\\d\\d) ?(년|\\.)(?: ?${MONTH}(?!\\d))?`, 'g');
const DAY_OF_YEAR = new RegExp(`(?<!\\d)(?<!\\d{4}년${BETWEEN})${MONTH} ?월 ?${DAY} ?일`, 'g');
const ARTICLE = /제 ?(\d{1,4}) ?조(?: ?의 ?(\d{1,3}))?(?: ?제 ?(\d{1,3}) ?항)?/g;

/** The references in a folded text, each as often as it stands there. */
export function references(text: string, found: string[]): void {
  if (!/\d/.test(text)) return;
  for (const [, year = '', month = '', day] of text.matchAll(FULL_DATE)) pushDate(found, year, month, day);
  for (const [, year = '', month = '', day] of text.matchAll(BARE_DATE)) pushDate(found, year, month, day);
  for (const [, year] of text.matchAll(YEAR)) found.push(`@${year}`);
  for (const [, mark = '', short = '', unit, month] of text.matchAll(SHORT_YEAR)) {
    // "25." alone is the number of an item; only a mark of omission, or 년, makes it a year.
    if (unit === '.' && (mark.trim() === '' || month === undefined)) continue;
    const year = `${Number(short) < 70 ? 20 : 19}${short}`;
    found.push(`@${year}`);
    if (month !== undefined) found.push(`@${year}${two(month)}`);
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
