/** Kinds of labels from the shallowest to the deepest as documents use them. */
const LABEL_KINDS = [
  'part',
  'chapter',
  'supplement',
  'section',
  'subsection',
  'article',
  'roman',
  'number',
  'decimal2',
  'decimal3',
  'decimal4',
  'latin',
  'syllable',
  'number)',
  'syllable)',
  '(number)',
  '(syllable)',
  'circled',
  'bullet',
] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

export interface SectionLabel {
  readonly kind: LabelKind;
  /** As written, without white space inside: `제3조의2`, `Ⅱ.`, `1.`, `가.`, `①`. */
  readonly label: string;
  /** Place in its sequence from 1; null for kinds that have none. */
  readonly ordinal: number | null;
  /** Text after the label, without outer white space. */
  readonly rest: string;
}

const UNITS: Record<string, LabelKind> = { 편: 'part', 장: 'chapter', 절: 'section', 관: 'subsection', 조: 'article' };
const UNIT_LABEL = /^제\s{0,2}([0-9]{1,4})\s{0,2}(편|장|절|관|조)(\s{0,2}의\s{0,2}[0-9]{1,3})?(?=[\s(（<[【]|$)/;
/** A head whose space was lost; what goes on with a particle or another unit only speaks of the chapter. */
const CLOSE_UNIT_LABEL = /^제\s{0,2}([0-9]{1,4})\s{0,2}(편|장|절|관)(?=(?![의에중및을를은는이가과와로부제까])[가-힣])/;
const SUPPLEMENT = /^부\s{0,12}칙(?=[\s<(（[【]|$)/;
const ROMAN = /^([Ⅰ-Ⅻ]|[IVX]{1,5}(?=\.))\s?([.)])?(?=\s|[가-힣「『(]|$)/;
const NUMBER = /^([0-9]{1,2})(\.)(?![0-9])/;
/** `1.1`, `2-3.`, `1.1.1`: followed by a gap, so that no decimal, date or range is taken for one. */
const DECIMAL = /^([0-9]{1,2})([.-])([0-9]{1,2})(?:\2([0-9]{1,2}))?(?:\2([0-9]{1,2}))?\.?(?=\s+[^\s0-9%~∼])/;
/** `A.` and `iv.`: heads of foreign texts, told as such only where the file marks them. */
const LATIN = /^([A-Z]|[ivx]{1,5})\.(?=\s)/;
const PLAIN_NUMBER = /^([0-9]{1,2})(?=\s{2,}|\t)/;
const SYLLABLES = '가나다라마바사아자차카타파하';
const SYLLABLE = /^([가나다라마바사아자차카타파하])(\.)(?=\s|[^0-9A-Za-z])/;
const CLOSED = /^([0-9]{1,2}|[가나다라마바사아자차카타파하])\)/;
const ENCLOSED = /^[(（]([0-9]{1,2}|[가나다라마바사아자차카타파하])[)）]/;
const CIRCLED = /^([①-⑳])/;
const BULLET = /^([□■○●◦ㅇ◇◆▶▪•❍❏󰏚󰊱-󰊾]|[-–—*※](?=\s))/u;
const ROMAN_DIGITS: Record<string, number> = { I: 1, V: 5, X: 10 };

/** What a label may begin with; asked of every paragraph before any pattern is. */
const START = /^\s{0,200}[제부Ⅰ-ⅫIVXA-Zivx0-9가나다라마바사아자차카타파하(（①-⑳□■○●◦ㅇ◇◆▶▪•❍❏󰏚󰊱-󰊾\-–—*※]/u;

/** The label that a text begins with, or null. */
export function parseSectionLabel(text: string): SectionLabel | null {
  if (!START.test(text)) return null;
  const trimmed = text.trim();
  for (const [pattern, read] of patternsFor(trimmed[0] ?? '')) {
    const match = pattern.exec(trimmed);
    if (!match) continue;
    const [kind, ordinal] = read(match);
    return { kind, label: match[0].replace(/\s+/g, ''), ordinal, rest: trimmed.slice(match[0].length).trim() };
  }
  return null;
}

type Reading = (match: RegExpExecArray) => [kind: LabelKind, ordinal: number | null];
type Pattern = readonly [pattern: RegExp, read: Reading];

const unit: Reading = (match) => [UNITS[match[2] as string] as LabelKind, Number(match[1])];
const roman: Reading = (match) => ['roman', romanValue(match[1] as string)];
const bracketed =
  (number: LabelKind, syllable: LabelKind): Reading =>
  (match) => [/[0-9]/.test(match[1] as string) ? number : syllable, ordinalOf(match[1] as string)];
const decimal: Reading = (match) => {
  const parts = match.slice(3).filter((part) => part !== undefined);
  return [`decimal${parts.length + 1}` as LabelKind, Number(parts.at(-1))];
};

const DIGIT_PATTERNS: readonly Pattern[] = [
  [DECIMAL, decimal],
  [NUMBER, (match) => ['number', Number(match[1])]],
  [PLAIN_NUMBER, (match) => ['number', Number(match[1])]],
  [CLOSED, bracketed('number)', 'syllable)')],
];
const LETTER_PATTERNS: readonly Pattern[] = [
  [ROMAN, roman],
  [LATIN, () => ['latin', null]],
];
const OTHER_PATTERNS: readonly Pattern[] = [
  [UNIT_LABEL, unit],
  [CLOSE_UNIT_LABEL, unit],
  [SUPPLEMENT, () => ['supplement', null]],
  [ROMAN, roman],
  [SYLLABLE, (match) => ['syllable', ordinalOf(match[1] as string)]],
  [CLOSED, bracketed('number)', 'syllable)')],
  [ENCLOSED, bracketed('(number)', '(syllable)')],
  [CIRCLED, (match) => ['circled', (match[1] as string).charCodeAt(0) - 0x2460 + 1]],
  [BULLET, () => ['bullet', null]],
];

function patternsFor(first: string): readonly Pattern[] {
  if (first >= '0' && first <= '9') return DIGIT_PATTERNS;
  return /[A-Za-z]/.test(first) ? LETTER_PATTERNS : OTHER_PATTERNS;
}

/** A head on one line, without marks of notes and without the remark that follows it: `신청서류 * 공고일 이후 발행분에 한함`. */
export function withoutNote(head: string): string {
  const text = withoutNoteMarks(head.trim().replace(/\s+/g, ' '));
  const note = text.search(/ (?:※|\*(?= ))/);
  return note > 1 ? text.slice(0, note) : text;
}

/** Printed marks of notes (`변화3)와 문제점`): a bracket that closes and was never opened. */
function withoutNoteMarks(text: string): string {
  return text.includes('(') ? text : text.replace(/(?<=[가-힣])[0-9]{1,3}\)(?=[가-힣\s]|$)/g, '');
}

/** 편, 장, 절, 관, 조 and 부칙: the units of a rule. */
export function isUnit(kind: LabelKind): boolean {
  return rankOf(kind) <= rankOf('article');
}

export function rankOf(kind: LabelKind): number {
  return LABEL_KINDS.indexOf(kind);
}

function ordinalOf(mark: string): number {
  const syllable = SYLLABLES.indexOf(mark);
  return syllable >= 0 ? syllable + 1 : Number(mark);
}

function romanValue(written: string): number {
  const single = written.charCodeAt(0);
  if (single >= 0x2160 && single <= 0x216b) return single - 0x2160 + 1;
  let value = 0;
  for (let i = 0; i < written.length; i++) {
    const here = ROMAN_DIGITS[written[i] as string] ?? 0;
    value += here < (ROMAN_DIGITS[written[i + 1] ?? ''] ?? 0) ? -here : here;
  }
  return value;
}
