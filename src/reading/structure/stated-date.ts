const DATE = /([0-9]{4})\s{0,4}[.년\-/]\s{0,4}([0-9]{1,2})\s{0,4}[.월\-/]\s{0,4}([0-9]{1,2})(?![0-9])/g;
const DATE_ONLY =
  /^\(?\s{0,4}[0-9]{4}\s{0,4}[.년]\s{0,4}[0-9]{1,2}\s{0,4}[.월]\s{0,4}[0-9]{1,2}\s{0,4}[.일]?\s{0,4}(?:\([월화수목금토일]\)|[월화수목금토일]요일)?\s{0,4}\)?$/;

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
  return text.length < 40 && DATE_ONLY.test(text.trim());
}
