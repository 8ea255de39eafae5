import { addLocale, format, getFormatDateInfo, getLocale, isDateFormat, isValidFormat, tokenize } from 'numfmt';
import { generalNumber } from './general-number.ts';
import type { CellStyle } from './styles.ts';

/** Days from the 1900 to the 1904 date system. */
const DAYS_TO_1904 = 1462;

// Korean Excel writes month names, AM/PM and `ddd` in English unless the format names a language; `aaa` is Korean.
const ENGLISH = 'en';
const KOREAN_WEEKDAYS = 'en-KR';
const KOREAN = 'ko';
const korean = getLocale(KOREAN);
const english = getLocale(ENGLISH);
if (korean && english) addLocale({ ...english, ddd: korean.ddd, dddd: korean.dddd }, KOREAN_WEEKDAYS);

interface Prepared {
  /** Null for General and plain text. */
  readonly pattern: string | null;
  readonly locale: string;
  /** Serials of the 1904 system are moved for this format: it shows a calendar date. */
  readonly moved: boolean;
  /** Decorates or hides texts. */
  readonly texts: boolean;
}

export interface Shown {
  readonly text: string;
  /** The cell's format leaves nothing to see of a value that is there. */
  readonly hidden: boolean;
}

const GENERAL: Prepared = { pattern: null, locale: ENGLISH, moved: false, texts: false };

const SAMPLE = 'x';
/** Excel takes 255 characters. */
const LONGEST = 1024;

/** Values as a person sees them in the cell, by the number formats of the workbook. */
export class NumberFormats {
  private readonly styles: readonly CellStyle[];
  private readonly date1904: boolean;
  private readonly prepared = new Map<string, Prepared>();
  private readonly byStyle: (Prepared | undefined)[] = [];

  constructor(styles: readonly CellStyle[], date1904: boolean) {
    this.styles = styles;
    this.date1904 = date1904;
  }

  bold(style: number): boolean {
    return this.styles[style]?.bold ?? false;
  }

  number(value: number, style: number): Shown {
    const prepared = this.of(style);
    if (prepared.pattern === null) return { text: generalNumber(value), hidden: false };
    const serial = this.date1904 && prepared.moved ? value + DAYS_TO_1904 : value;
    // The spaces at the ends stand for widths (`_-`, `?`): they are layout.
    const text = apply(prepared, serial).trim();
    if (text !== '' || value === 0) return { text, hidden: false };
    return { text: generalNumber(value), hidden: true };
  }

  /** A date that the file states in words (ISO 8601), with its serial day in the 1900 system. */
  isoDate(serial: number, stated: string, style: number): Shown {
    const prepared = this.of(style);
    return { text: prepared.pattern === null ? stated : apply(prepared, serial).trim(), hidden: false };
  }

  text(value: string, style: number): Shown {
    const prepared = this.of(style);
    if (!prepared.texts) return { text: value, hidden: false };
    const text = apply(prepared, value);
    return text.trim() === '' ? { text: value, hidden: true } : { text, hidden: false };
  }

  private of(style: number): Prepared {
    const known = this.byStyle[style];
    if (known) return known;
    const code = this.styles[style]?.format ?? 'General';
    let prepared = this.prepared.get(code);
    if (!prepared) {
      prepared = prepare(code);
      this.prepared.set(code, prepared);
    }
    if (style >= 0 && style < this.styles.length) this.byStyle[style] = prepared;
    return prepared;
  }
}

function apply(prepared: Prepared, value: number | string): string {
  return format(prepared.pattern ?? 'General', value, { locale: prepared.locale, dateSpanLarge: false, throws: false });
}

function prepare(code: string): Prepared {
  if (code.length > LONGEST) return GENERAL;
  // Korean Excel's name of General; the short half-day sign, which numfmt knows in capitals only.
  const pattern = code.replace(/"[^"]*"|\\.|G\/표준|a\/p/g, (part) =>
    part === 'G/표준' ? 'General' : part === 'a/p' ? 'A/P' : part,
  );
  if (/^(general|@|)$/i.test(pattern) || !isValidFormat(pattern)) return GENERAL;
  const tokens = tokenize(pattern);
  // A width beside the text (`_-@_-`) is layout; what else a format makes of a sample is shown.
  const texts = apply({ ...GENERAL, pattern }, SAMPLE).trim() !== SAMPLE;
  if (!isDateFormat(pattern)) return { pattern: withoutLanguage(pattern), locale: ENGLISH, moved: false, texts };
  const dates = getFormatDateInfo(pattern);
  const system = tokens.some((token) => token.type === 'LOCALE' && /^-(f[48]00|x-sys)/i.test(token.value));
  const weekday = tokens.some((token) => token.type === 'DATETIME' && /^a/i.test(token.value));
  return {
    pattern,
    locale: system ? KOREAN : weekday ? KOREAN_WEEKDAYS : ENGLISH,
    moved: system || dates.year || dates.month || dates.day,
    texts,
  };
}

/** `[$€-407]`: the language of a number format names its currency only; separators stay the viewer's. */
function withoutLanguage(pattern: string): string {
  return pattern.replace(/\[\$([^\]"-]*)(-[^\]]*)?\]/g, (_, symbol: string) => (symbol === '' ? '' : `"${symbol}"`));
}
