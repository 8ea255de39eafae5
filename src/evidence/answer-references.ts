/** `[n]` in an answer, or several in one pair of brackets. */
export interface FoundReference {
  readonly start: number;
  readonly end: number;
  readonly numbers: readonly number[];
}

const REFERENCE = /\[ ?(\d{1,9}(?:, ?\d{1,9}){0,49}) ?\]/g;
/** [1,500] is an amount. */
const AMOUNT = /^\d{1,3}(?:,\d{3})+$/;

export function referencesIn(answer: string): FoundReference[] {
  const found: FoundReference[] = [];
  for (const match of answer.matchAll(REFERENCE)) {
    const list = match[1] as string;
    if (AMOUNT.test(list)) continue;
    found.push({ start: match.index, end: match.index + match[0].length, numbers: list.split(',').map(Number) });
  }
  return found;
}

/** The answer with blanks in place of its references: their numbers are no numbers of the answer. */
export function withoutReferences(answer: string, references: readonly FoundReference[]): string {
  let text = '';
  let at = 0;
  for (const { start, end } of references) {
    text += answer.slice(at, start) + ' '.repeat(end - start);
    at = end;
  }
  return text + answer.slice(at);
}

/** Every reference under its new number. */
export function renumbered(answer: string, numberOf: (n: number) => number): string {
  let text = '';
  let at = 0;
  for (const { start, end, numbers } of referencesIn(answer)) {
    text += `${answer.slice(at, start)}[${numbers.map(numberOf).join(', ')}]`;
    at = end;
  }
  return text + answer.slice(at);
}

/** A text in which nothing reads as a reference; it is as long as before. */
export function escapeReferences(text: string): string {
  return text.replaceAll('[', '［').replaceAll(']', '］');
}
