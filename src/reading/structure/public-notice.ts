import type { Line } from './lines.ts';
import { PUBLISHES, type Signature, signatureAfter } from './signature.ts';
import { squeeze } from './spaced-text.ts';

/** 공고, 고시, 입법예고 …: a number line or the words that make it public, a date, and the signatory under it. */
export interface PublicNotice extends Signature {
  /** Null where the form leaves it blank or has none. */
  readonly number: string | null;
  readonly numberLine: number | null;
}

const WORD = '(?:공고|고시|훈령|예규|지침|공포|공시)';
/** `한빛시 공고 제2026-77호`; the number itself may have spaces around its dash, or be a year and a number apart. */
const NUMBER = new RegExp(`^.{0,60}?${WORD}\\s{0,4}\\(?제?\\s{0,4}[0-9]{1,6}\\s{0,4}(?:[-–—]\\s{0,4}[0-9]{1,6}\\s{0,4})?호\\)?$`);
const BLANK_NUMBER = new RegExp(
  `^.{0,60}?${WORD}\\s{0,4}\\(?제\\s{0,8}(?:\\{\\{[^{}]{0,30}\\}\\}|[-–—○◯OX*_\\s0]{0,20})\\s{0,8}호\\)?$`,
);
const HEAD_LINES = 12;

export function findPublicNotice(lines: readonly Line[]): PublicNotice | null {
  for (let at = 0; at < Math.min(lines.length, HEAD_LINES); at++) {
    const text = bareNumber((lines[at] as Line).text);
    if (text.length > 120) continue;
    if (NUMBER.test(text)) return { number: text.replace(/\s+/g, ' '), numberLine: at, ...signatureAfter(lines, at) };
    if (BLANK_NUMBER.test(text)) return { number: null, numberLine: at, ...signatureAfter(lines, at) };
  }
  const opening = lines.slice(0, HEAD_LINES).findIndex((line) => {
    const text = line.text;
    return PUBLISHES.test(text) || (text.length < 80 && /(?:공고|공고문|입법예고|행정예고)$/.test(squeeze(text)));
  });
  return opening < 0 ? null : { number: null, numberLine: null, ...signatureAfter(lines, opening) };
}

/** Without the mark or the brackets that a number line is set off with. */
function bareNumber(text: string): string {
  return text
    .trim()
    .replace(/^[^\p{L}\p{N}([<【〔「]+/u, '')
    .replace(/^[[<〈【〔(]\s{0,4}(.*?)\s{0,4}[\]>〉】〕)]$/s, '$1')
    .trim();
}
