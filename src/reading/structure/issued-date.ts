import type { DocumentKind } from './document-kind.ts';
import { formField } from './form-field.ts';
import { type Line, lineText } from './lines.ts';
import { statedDate } from './stated-date.ts';

const TOP_LINES = 40;
const LABELS = [
  '시행일',
  '시행일자',
  '시행연월일',
  '결재일자',
  '결재일',
  '발의연월일',
  '제안연월일',
  '공고일',
  '공고일자',
  '작성일',
  '작성일자',
];
const PRESS_LABELS = ['배포', '배포일시', '배포일', '배포시점', '배포일자'];
const EMBARGO_LABELS = ['보도시점', '보도일시', '보도일', '보도일자'];

/** YYYY-MM-DD where the form states a whole date; its own words where it states less; null where it states none. */
export function findIssuedDate(lines: readonly Line[], kind: DocumentKind): string | null {
  if (kind.press) return labelledDate(lines, PRESS_LABELS) ?? labelledDate(lines, EMBARGO_LABELS);
  const enforced = kind.letter?.enforcement?.rest.split(/접\s{0,9}수/)[0];
  const date = enforced ? statedDate(enforced) : null;
  if (date !== null) return date;
  if (kind.notice) return kind.notice.dateLine === null ? null : statedDate(lineText(lines[kind.notice.dateLine] as Line));
  return labelledDate(lines, LABELS) ?? (kind.cover ? statedDate(lineText(lines[kind.cover.dateLine] as Line)) : null);
}

function labelledDate(lines: readonly Line[], labels: readonly string[]): string | null {
  for (const line of lines.slice(0, TOP_LINES)) {
    const field = formField(line, labels);
    if (!field) continue;
    const date = statedDate(field.value) ?? statedDate(field.rest);
    if (date !== null) return date;
  }
  return null;
}
