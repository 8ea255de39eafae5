/** A number as it stands in a text. */
export interface FoundNumber {
  /** As written. */
  readonly text: string;
  /** The same with plain digits and without commas: what numbers are compared by. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** A year may be abbreviated: ’26. */
  readonly hasApostrophe: boolean;
}

/** A digit followed by digits, commas or dots. */
const NUMBER = /\d[\d,.]*/g;
const PUNCTUATION: ReadonlySet<string> = new Set(',.');
const APOSTROPHES: ReadonlySet<string> = new Set("'’‘`´ʼ＇");
/** Full-width digits, comma and full stop: one character each, so that places stay where they are. */
const FULL_WIDTH = /[０-９，．]/g;
const WIDTH = 0xfee0;
/** A number of one character is none: the 3 of 3억 stands everywhere. */
const SHORTEST = 2;

/** The numbers of a text in their order. Linear in its length. */
export function numbersIn(text: string): FoundNumber[] {
  const found: FoundNumber[] = [];
  for (const match of halfWidth(text).matchAll(NUMBER)) {
    let length = match[0].length;
    while (PUNCTUATION.has(match[0][length - 1] as string)) length--;
    const digits = match[0].slice(0, length);
    if (digits.length < SHORTEST) continue;
    const start = match.index;
    const end = start + digits.length;
    const hasApostrophe = APOSTROPHES.has(text[start - 1] ?? '');
    found.push({ text: text.slice(start, end), value: digits.replaceAll(',', ''), start, end, hasApostrophe });
  }
  return found;
}

/** Where to cut so that no number is torn: the given place, or the beginning of the number that it is inside of. */
export function outsideNumber(text: string, place: number): number {
  const isPart = (at: number) => /[\d,.０-９，．]/.test(text[at] ?? '');
  if (place <= 0 || place >= text.length || !isPart(place - 1) || !isPart(place)) return place;
  let start = place;
  while (start > 0 && isPart(start - 1)) start--;
  // Dots and commas before the first digit are punctuation.
  while (start < place && !/[\d０-９]/.test(text[start] as string)) start++;
  return start;
}

function halfWidth(text: string): string {
  return text.replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - WIDTH));
}
