import { type Cover, findCover } from './cover.ts';
import type { Line } from './lines.ts';
import { findOfficialLetter, type OfficialLetter } from './official-letter.ts';
import { findPressRelease, type PressRelease } from './press-release.ts';
import { findPublicNotice, type PublicNotice } from './public-notice.ts';

/** The form that a document has by its own lines; at most one of them. */
export interface DocumentKind {
  readonly letter: OfficialLetter | null;
  readonly notice: PublicNotice | null;
  readonly press: PressRelease | null;
  readonly cover: Cover | null;
}

export function documentKind(lines: readonly Line[]): DocumentKind {
  const press = findPressRelease(lines);
  if (press) return { letter: null, notice: null, press, cover: null };
  const notice = findPublicNotice(lines);
  const letter = findOfficialLetter(lines);
  // A notice may carry a blank letter form among its annexes; a letter may enclose a notice. The one that comes first counts.
  if (letter && (!notice || letter.recipientLine < notice.numberLine)) return { letter, notice: null, press: null, cover: null };
  return { letter: null, notice, press: null, cover: notice ? null : findCover(lines) };
}
