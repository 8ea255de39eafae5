import { type FormField, formField } from './form-field.ts';
import type { Line } from './lines.ts';
import { squeeze } from './spaced-text.ts';

/** 공문: the head (수신, 경유, 제목) and the foot (발신명의, 시행, 접수) of the form that the 행정업무규정 prescribes. */
export interface OfficialLetter {
  readonly recipient: FormField;
  readonly title: FormField;
  /** Indexes into the lines. */
  readonly recipientLine: number;
  readonly titleLine: number;
  /** The line 시행 … 접수 …, where the letter has one. */
  readonly enforcement: FormField | null;
  readonly enforcementLine: number | null;
}

const RECIPIENT = ['수신', '수신자', '수신처'];
/** 수신, (경유), 참조 and what an office adds between them. */
const HEAD_LINES = 8;

export function findOfficialLetter(lines: readonly Line[]): OfficialLetter | null {
  for (const [at, line] of lines.entries()) {
    const recipient = formField(line, RECIPIENT);
    if (!recipient) continue;
    for (let next = at + 1; next <= at + HEAD_LINES && next < lines.length; next++) {
      const title = formField(lines[next] as Line, ['제목', '건명']);
      if (!title) continue;
      const enforcementLine = findEnforcement(lines);
      return {
        recipient,
        title,
        recipientLine: at,
        titleLine: next,
        enforcementLine,
        enforcement: enforcementLine === null ? null : formField(lines[enforcementLine] as Line, ['시행']),
      };
    }
  }
  return null;
}

/** The foot names 접수 on the same line; a body that speaks of 시행 does not. */
function findEnforcement(lines: readonly Line[]): number | null {
  let likely: number | null = null;
  for (const [at, line] of lines.entries()) {
    const field = formField(line, ['시행']);
    if (!field) continue;
    const rest = squeeze(line.text);
    if (rest.includes('접수')) return at;
    if (likely === null && /-[0-9]+\([0-9]{4}/.test(rest)) likely = at;
  }
  return likely;
}

/** 내부결재: a letter to nobody outside the office, which has no 발신명의. */
export function isInternal(letter: OfficialLetter): boolean {
  return squeeze(letter.recipient.value).startsWith('내부결재');
}
