import { parseAnnexLabel } from './annex-label.ts';
import type { Line } from './lines.ts';
import { isSignatory } from './signatory.ts';
import { afterDate, isDateLine, isMonthLine } from './stated-date.ts';

/** A date and who signs under it. */
export interface Signature {
  readonly dateLine: number | null;
  readonly signatory: string | null;
  readonly signatoryLine: number | null;
}

/** The words by which a notice makes something public. */
export const PUBLISHES = /(?:공고|고시|예고|공시)(?:합니다|한다|함|하오니)/;
const HEAD_LINES = 12;
const DATE_REACH = 40;
const NONE: Signature = { dateLine: null, signatory: null, signatoryLine: null };

/** The signature of a notice: a signed date wherever it stands, else a date alone or a signatory alone near the head. */
export function signatureAfter(lines: readonly Line[], from: number): Signature {
  const signed = signedDate(lines, from, true);
  if (signed) return signed;
  for (let at = from; at < Math.min(lines.length, from + DATE_REACH) && !beginsAnnex(lines, at); at++)
    if (isDateLine((lines[at] as Line).text)) return { ...NONE, dateLine: at };
  // Without a date the signatory follows the sentence that makes it public.
  for (let at = from; at < Math.min(lines.length - 1, from + HEAD_LINES); at++) {
    if (!PUBLISHES.test((lines[at] as Line).text)) continue;
    const signatory = signatoryBelow(lines, at);
    if (signatory !== null) return { dateLine: null, signatory, signatoryLine: at + 1 };
  }
  return NONE;
}

/** The first date with a signatory on its line or the next; what is signed in an annex is not the document. */
export function signedDate(lines: readonly Line[], from: number, months: boolean): Signature | null {
  for (let at = from; at < lines.length; at++) {
    const text = (lines[at] as Line).text;
    if (beginsAnnex(lines, at)) return null;
    const rest = afterDate(text);
    if (rest && isSignatory(rest)) return { dateLine: at, signatory: rest, signatoryLine: at };
    if (rest !== '' && !(months && isMonthLine(text))) continue;
    const signatory = signatoryBelow(lines, at);
    if (signatory !== null) return { dateLine: at, signatory, signatoryLine: at + 1 };
  }
  return null;
}

function beginsAnnex(lines: readonly Line[], at: number): boolean {
  const text = lines[at]?.text ?? '';
  return at > 0 && text.length < 200 && parseAnnexLabel(text)?.form === 'bracketed';
}

/** The line under a date, if it names an office and is no sentence. */
function signatoryBelow(lines: readonly Line[], at: number): string | null {
  const line = lines[at + 1];
  const text = line?.fields.length === 1 ? (line.fields[0] as string) : '';
  return text !== '' && isSignatory(text) ? text : null;
}
