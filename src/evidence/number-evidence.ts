import { type FoundNumber, numbersIn } from './numbers.ts';

const GAP = ' {0,2}';
/** 2026. 7. 15., 2026년 7월 15일, 2026-07-15, and the same without a day. */
const DATE = new RegExp(
  `(?<!\\d)((?:19|20)\\d\\d)${GAP}[년.\\-/]${GAP}(\\d{1,2})(?!\\d)(?:${GAP}[월.\\-/]${GAP}(\\d{1,2})(?!\\d))?`,
  'g',
);
const DOTTED_DATE = /^((?:19|20)\d\d)\.(\d{1,2})(?:\.(\d{1,2}))?$/;
const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const CENTURIES = ['20', '19'];

/** The numbers that a piece of evidence holds. */
export class NumberEvidence {
  private readonly values = new Set<string>();

  constructor(texts: Iterable<string>) {
    for (const text of texts) this.add(text);
  }

  /** Whether the evidence holds the same whole number. */
  supports({ value, hasApostrophe }: FoundNumber): boolean {
    if (this.holds(value)) return true;
    return hasApostrophe && /^\d\d(?!\d)/.test(value) && CENTURIES.some((century) => this.holds(century + value));
  }

  private holds(value: string): boolean {
    if (this.values.has(value)) return true;
    const date = DOTTED_DATE.exec(value);
    return date !== null && this.values.has(dotted(date));
  }

  private add(text: string): void {
    for (const number of numbersIn(text)) {
      this.values.add(number.value);
      for (const part of partsOf(number)) this.values.add(part);
    }
    for (const date of text.matchAll(DATE)) {
      this.values.add(dotted(date));
      this.values.add(dotted([date[0], date[1], date[2]]));
    }
  }
}

/** What is no one number but several with signs between them holds each of these: 2026.7.15, 10,20,30, ’26.7. */
function partsOf({ text, value, hasApostrophe }: FoundNumber): string[] {
  const dots = value.indexOf('.') !== value.lastIndexOf('.') || hasApostrophe ? value.split('.') : [];
  const plain = text.normalize('NFKC');
  const commas = plain.includes(',') && !THOUSANDS.test(plain) ? plain.split(',') : [];
  return dots.concat(commas);
}

/** The one writing by which dates are compared. */
function dotted([, year, month, day]: readonly (string | undefined)[]): string {
  const parts = [Number(year), Number(month), ...(day === undefined ? [] : [Number(day)])];
  return parts.join('.');
}
