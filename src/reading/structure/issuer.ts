import type { DocumentKind } from './document-kind.ts';
import { formField } from './form-field.ts';
import type { Line } from './lines.ts';
import { isInternal, type OfficialLetter } from './official-letter.ts';
import { isSignatory, signatoryName } from './signatory.ts';
import { closeUp, squeeze } from './spaced-text.ts';

/** Lines of the foot above 시행: 발신명의, the drafter's and approvers' titles and names, 협조자. */
const FOOT_LINES = 14;

/** Labels under which a report names the office that made it. */
const OFFICE_LABELS = ['소관부처', '작성기관', '발행기관', '발행처', '제출기관'];
const TOP_LINES = 40;

/** 발신명의 of a letter (its office where it has none), signatory of a notice, organisation printed on a cover or a press release. */
export function findIssuer(lines: readonly Line[], kind: DocumentKind): string | null {
  if (kind.letter) return letterIssuer(lines, kind.letter);
  const signed = kind.notice?.signatory ?? kind.cover?.office ?? kind.signature?.signatory ?? null;
  if (signed !== null) return signatoryName(signed);
  if (kind.press) return kind.press.organisation;
  return labelledOffice(lines);
}

function labelledOffice(lines: readonly Line[]): string | null {
  for (const line of lines.slice(0, TOP_LINES)) {
    const value = formField(line, OFFICE_LABELS)?.value ?? '';
    if (value.length >= 2 && value.length <= 40 && /^[가-힣A-Za-z]/.test(value)) return value;
  }
  return null;
}

function letterIssuer(lines: readonly Line[], letter: OfficialLetter): string | null {
  const labelled = lines
    .slice(0, 200)
    .map((line) => formField(line, ['발신명의'])?.value ?? '')
    .find((value) => value !== '');
  if (labelled) return signatoryName(labelled);
  return (isInternal(letter) ? null : senderAtFoot(lines, letter)) ?? officeAtHead(lines, letter);
}

/** The line between the end of the text and 시행 that names an office; without 시행, the last such line. */
function senderAtFoot(lines: readonly Line[], letter: OfficialLetter): string | null {
  const end = letter.enforcementLine ?? lines.length;
  for (let at = end - 1; at > Math.max(letter.titleLine, end - FOOT_LINES); at--) {
    const line = lines[at] as Line;
    const text = line.text;
    // The text of the letter ends with 끝.; what names an office above that is not the sender.
    if (/끝\s{0,4}\.?$/.test(text.trimEnd()) || /^붙\s{0,9}임/.test(text.trimStart())) return null;
    if (line.fields.length === 1 && isSender(line.fields[0] as string)) return signatoryName(line.fields[0] as string);
  }
  return null;
}

function isSender(text: string): boolean {
  const name = squeeze(text);
  return isSignatory(text) && !/^(?:협조자?|결재|전결|대결|수신자?|우|기안자|검토자)/.test(name) && !/[0-9/]/.test(name);
}

/** The organisation printed above 수신; slogans and tracking codes stand there too. */
function officeAtHead(lines: readonly Line[], letter: OfficialLetter): string | null {
  for (let at = letter.recipientLine - 1; at >= Math.max(0, letter.recipientLine - 6); at--) {
    const line = lines[at] as Line;
    if (line.fields.length !== 1) continue;
    const name = closeUp(line.fields[0] as string);
    if (/^[가-힣·ㆍ() ]{2,30}$/.test(name) && !/[.!"”]$/.test(name)) return name;
  }
  return null;
}
