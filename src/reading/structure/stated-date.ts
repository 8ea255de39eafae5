const DATE = /([0-9]{4})\s{0,4}[.년\-/]\s{0,4}([0-9]{1,2})\s{0,4}[.월\-/]\s{0,4}([0-9]{1,2})(?![0-9])/g;
const WEEKDAY = '(?:\\(\\s?[월화수목금토일]\\s?\\)|[월화수목금토일]요일)';
const DATE_ONLY = new RegExp(
  `^\\(?\\s{0,4}[0-9]{4}\\s{0,4}[.년]\\s{0,4}[0-9]{1,2}\\s{0,4}[.월]\\s{0,4}[0-9]{1,2}\\s{0,4}[.일]?\\s{0,4}${WEEKDAY}?\\s{0,4}\\)?\\.?`,
);
const MONTH_ONLY = /^\(?\s{0,4}[0-9]{4}\s{0,4}(?:[.]\s{0,4}[0-9]{1,2}\s{0,2}[.]?|년\s{0,4}[0-9]{1,2}\s{0,4}월)\s{0,4}\)?$/;

/** The first whole date of a text as YYYY-MM-DD; null where none is stated or no calendar has it. */
export function statedDate(text: string): string | null {
  for (const match of text.matchAll(DATE)) {
    const [, year = '', month = '', day = ''] = match;
    const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    const at = new Date(`${iso}T00:00:00Z`);
    if (!Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) && Number(year) >= 1900) return iso;
  }
  return null;
}

/** Whether a line is nothing but a date, as a notice is dated above its signatory. */
export function isDateLine(text: string): boolean {
  return afterDate(text) === '';
}

/** What follows a date that a short line begins with; null where it begins with none. */
export function afterDate(text: string): string | null {
  if (text.length > 90 || !/^[\s(0-9]/.test(text)) return null;
  const line = text.trim();
  const match = DATE_ONLY.exec(line);
  return match && statedDate(match[0]) !== null ? line.slice(match[0].length).trim() : null;
}

/** A line that states a year and a month and no more: `2026. 3.`, `2026년 3월`. */
export function isMonthLine(text: string): boolean {
  const line = text.trim();
  return line.length < 24 && MONTH_ONLY.test(line);
}
