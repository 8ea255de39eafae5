import { type Cover, findCover } from './cover.ts';
import type { Line } from './lines.ts';
import { findOfficialLetter, type OfficialLetter } from './official-letter.ts';
import { findPressRelease, type PressRelease } from './press-release.ts';
import { findPublicNotice, type PublicNotice } from './public-notice.ts';
import { type Signature, signedDate } from './signature.ts';

/** The form that a document has by its own lines: a letter, a notice or a press release; any but a letter may have a cover. */
export interface DocumentKind {
  readonly letter: OfficialLetter | null;
  readonly notice: PublicNotice | null;
  readonly press: PressRelease | null;
  readonly cover: Cover | null;
  /** A date that an office signs in the text of a document without any of these forms. */
  readonly signature: Signature | null;
}

export function documentKind(lines: readonly Line[]): DocumentKind {
  const press = findPressRelease(lines);
  if (press) return { letter: null, notice: null, press, cover: null, signature: null };
  const notice = findPublicNotice(lines);
  const letter = findOfficialLetter(lines);
  // A notice may carry a blank letter form among its annexes; a letter may enclose a notice. The one that comes first counts.
  if (letter && (notice?.numberLine ?? Number.POSITIVE_INFINITY) > letter.recipientLine)
    return { letter, notice: null, press: null, cover: null, signature: null };
  const signature = notice ? null : signedDate(lines, 0, false);
  return { letter: null, notice, press: null, cover: findCover(lines), signature };
}
