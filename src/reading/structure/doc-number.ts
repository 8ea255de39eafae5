import type { DocumentKind } from './document-kind.ts';
import { formField } from './form-field.ts';
import type { Line } from './lines.ts';

/** Where a document that is no letter states its number: the box at its top. */
const TOP_LINES = 40;
const LABELS = ['문서번호', '의안번호', '공고번호', '등록번호', '시행번호'];

/** The number as the form writes it; a date in brackets after it is no part of it. */
export function findDocNumber(lines: readonly Line[], kind: DocumentKind): string | null {
  if (kind.press) return null;
  const enforced = kind.letter?.enforcement ? numberIn(kind.letter.enforcement.rest) : null;
  if (enforced !== null) return enforced;
  if (kind.notice && kind.notice.number !== null) return kind.notice.number;
  const end = kind.letter ? kind.letter.titleLine : TOP_LINES;
  for (const line of lines.slice(0, end)) {
    const field = formField(line, LABELS);
    const number = field ? numberIn(field.value) : null;
    if (number !== null) return number;
  }
  return null;
}

function numberIn(text: string): string | null {
  const end = text.search(/\(|접\s{0,9}수/);
  const stated = (end < 0 ? text : text.slice(0, end)).trim();
  if (stated.length > 80) return null;
  const number = stated.replace(/[.,\s]+$/, '');
  return number !== '' && number.length <= 60 && /[0-9]/.test(number) && !/^[0-9]{4}\s*[.년]/.test(number) && !/[{*]/.test(number)
    ? number
    : null;
}
