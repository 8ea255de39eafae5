import { onOneLine } from './form-field.ts';

const WORD = '(?:따\\s?로\\s?붙\\s?임|별\\s?도\\s?붙\\s?임|붙\\s{0,9}임|별\\s{0,9}첨|별\\s?지|별\\s?표|첨\\s{0,9}부)';
const NUMBER = '(?:제\\s{0,3})?[#-]?[0-9]{1,3}(?:\\s?[-의]\\s?[0-9]{1,3})?(?:\\s{0,3}호)?';
const FORM = '(?:서\\s?식|양\\s?식)';
/** `붙임 1`, `별표 2의6`, `별지 제1호 서식`, `별지 서식 제1-1호`, `별첨`. */
const LABEL = `${WORD}\\s{0,4}(?:${FORM}\\s{0,4})?(?:${NUMBER})?(?:\\s{0,4}${FORM})?`;
const BRACKETED = new RegExp(`^[<〈【[〔(（《［「]\\s{0,6}(${LABEL})\\s{0,6}[>〉】\\]〕)）》］」]\\s{0,8}[:：]?\\s{0,8}`);
/** The name inside the brackets too: `[붙임 1. 지원 신청서]`. */
const ENCLOSING = new RegExp(
  `^[<〈【[〔［]\\s{0,6}(${LABEL})\\s{0,4}[.:：]\\s{0,4}([^<>〈〉【】[\\]〔〕［］]{2,100})[>〉】\\]〕］]$`,
);
/** Marks that a head may stand behind. */
const MARKS = /^[□■◎❏▣◆◇]\s{0,4}(?=[<〈【[〔(（《［「붙별])/;
const BARE = new RegExp(`^(${LABEL})(?=[\\s.:：]|$)\\s{0,8}[.:：]?\\s{0,8}`);
/** The head of an annex that names its rule: `■ 여권법 시행규칙 [별지 제1호서식] <개정 2026. 6. 1.>`. */
const OF_RULE = /^[■◼▣□]\s?.{2,100}?[[【〔<]\s{0,4}((?:별\s?지|별\s?표)[^\]】〕>]{0,24})[\]】〕>]\s{0,8}/;
/** What any of them begins with: asked of every line of a document. */
const START = /^[붙별따첨<〈【[〔(（《［「■◼▣□◎❏◆◇]/;
const AMENDMENT = /\s?[<〈(（]\s?(?:개정|신설|전문개정|본조신설|제정|일부개정)[^<>〈〉()（）]{0,60}[>〉)）]\s?/g;
const SIDE = /[([（<]\s?(?:앞|뒤|제\s?[0-9]+|[0-9]+\s?쪽\s?중\s?제?\s?[0-9]+)\s?(?:면|쪽)\s?[)\]）>]/g;

/** A text that begins with the label of an annex. */
export interface AnnexLabel {
  /** As written, on one line. */
  readonly label: string;
  readonly form: 'bracketed' | 'bare' | 'of rule';
  /** What follows it, without notes of amendment or of the side of a form. */
  readonly rest: string;
  /** Whether a gap or colon parts the two: `[별지]의 서식` only speaks of an annex. */
  readonly apart: boolean;
}

export function parseAnnexLabel(text: string): AnnexLabel | null {
  const trimmed = text.trim();
  if (!START.test(trimmed)) return null;
  const enclosed = ENCLOSING.exec(trimmed);
  if (enclosed)
    return {
      label: closed(enclosed[1] as string),
      form: 'bracketed',
      rest: withoutNotes(enclosed[2] as string),
      apart: true,
    };
  const bare = trimmed.replace(MARKS, '');
  for (const [form, pattern] of [
    ['bracketed', BRACKETED],
    ['of rule', OF_RULE],
    ['bare', BARE],
  ] as const) {
    const text = form === 'of rule' ? trimmed : bare;
    const match = pattern.exec(text);
    if (!match) continue;
    const rest = withoutNotes(text.slice(match[0].length));
    return { label: closed(match[1] as string), form, rest, apart: /[\s.:：]$/.test(match[0]) };
  }
  return null;
}

/** On one line, the letters of its words closed up: `별  첨` is 별첨. */
function closed(label: string): string {
  return onOneLine(label).replace(/([붙별첨따서양]) (?=[임첨지표부로도식])/g, '$1');
}

/** Without the notes that follow an annex's label: `<개정 2025. 10. 15.>`, `(앞쪽)`. */
export function withoutNotes(text: string): string {
  return onOneLine(text.replace(AMENDMENT, ' ').replace(SIDE, ' '));
}

/** How labels are compared: `붙임1`, `붙임 1`, `[붙임 #1]` are one. */
export function annexKey(label: string): string {
  return label.replace(/[\s#.]+/g, '').replace(/^(?:따로|별도)(?=붙임)/, '');
}

export function isNumbered(label: string): boolean {
  return /[0-9]/.test(label);
}
