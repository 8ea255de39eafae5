import { squeeze } from './spaced-text.ts';

/** One side of a row of a 신ㆍ구조문대비표, taken apart. */
export interface ComparisonSide {
  /** Leading label as written: `제8조`, `②`, `1. ∼ 3의2.`; '' without. */
  readonly label: string;
  /** Label and title as written. */
  readonly head: string;
  /** Title of an article in brackets, without white space. */
  readonly title: string;
  /** What is left, without white space. */
  readonly body: string;
}

const SINGLE =
  '(?:제\\s?[0-9]+\\s?(?:편|장|절|관|조|항|호|목)(?:\\s?의\\s?[0-9]+)?|[①-⑳]|[0-9]+(?:의[0-9]+)?\\.|[가나다라마바사아자차카타파하](?:의[0-9]+)?\\.|[0-9]+\\)|[가나다라마바사아자차카타파하]\\))';
/** One label, or a range or list of them: `1. ∼ 3의2.`, `①ㆍ②`, `제1조부터 제3조까지`. */
const LABEL = new RegExp(`^${SINGLE}(?:\\s{0,4}(?:[~∼〜～\\-–ㆍ·,]|부터|및|와|과)\\s{0,4}${SINGLE}){0,4}(?:까지)?`);
const NEW = /^[<〈＜(]신설[>〉＞)]$/;
const DELETED = /[<〈＜]삭제[>〉＞]\.?$|^[([]?삭제[)\]]?\.?$/;
const OMITTED = /^[(（]생략[)）]\.?$/;
const SAME = /^[(（]현행(.{0,60})과?같음[)）]\.?$/;
const DASHES = /^[-－―‐‑–—─━ㅡ.…·ㆍ,]+$/;

export function readSide(text: string): ComparisonSide {
  const trimmed = text.trim();
  const match = LABEL.exec(trimmed);
  const label = match ? match[0].replace(/\s+/g, ' ') : '';
  let rest = trimmed.slice(match?.[0].length ?? 0).trimStart();
  let title = '';
  const head = label.startsWith('제')
    ? /^[(（]([^()（）]*(?:[(（][^()（）]*[)）][^()（）]*)*)[)）]/.exec(rest.slice(0, 200))
    : null;
  if (head && !OMITTED.test(squeeze(head[0])) && !SAME.test(squeeze(head[0]))) {
    title = squeeze(head[1] as string);
    rest = rest.slice(head[0].length);
  }
  return { label, head: trimmed.slice(0, trimmed.length - rest.length), title, body: squeeze(rest) };
}

export function isNew(side: ComparisonSide): boolean {
  return side.label === '' && NEW.test(side.body);
}

export function isDeleted(side: ComparisonSide): boolean {
  return DELETED.test(side.body);
}

/** (생 략), also behind the number of a paragraph. */
export function isOmitted(side: ComparisonSide): boolean {
  return OMITTED.test(withoutParagraph(side.body));
}

/** (현행과 같음): 'same'; (현행 제2항과 같음): 'moved'; else null. */
export function sameAsCurrent(side: ComparisonSide): 'same' | 'moved' | null {
  const match = SAME.exec(withoutParagraph(side.body));
  if (!match) return null;
  return /제[0-9]/.test(match[1] as string) ? 'moved' : 'same';
}

/** Only dashes: the words of the other side stand. */
export function isDashes(side: ComparisonSide): boolean {
  return DASHES.test(withoutParagraph(side.body));
}

/** The number of a paragraph that follows an article's head on the same line. */
export function paragraphOf(side: ComparisonSide): string {
  return /^[①-⑳](?:[~∼〜ㆍ·,][①-⑳])?/.exec(side.body)?.[0] ?? '';
}

export function withoutParagraph(body: string): string {
  return body.replace(/^[①-⑳](?:[~∼〜ㆍ·,][①-⑳])?/, '');
}
