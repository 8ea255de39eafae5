import type { Anchor } from '../../model/geometry.ts';
import type { Expected, Question, Twins } from './questions.ts';

/** What a question is compared with: a hit of a search, or a citation with its quote as text. */
export interface Found {
  readonly filename: string;
  readonly text: string;
  readonly anchors: readonly Anchor[];
}

/** White space and thousands commas are no differences. */
export function normalised(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/g, '')
    .replace(/(?<=\d),(?=\d)/g, '');
}

/** The places that answer a question, one list a part. */
export function partsOf({ expected }: Question): Expected[][] {
  const parts = new Map<number, Expected[]>();
  for (const place of expected) {
    const { part = 1 } = place;
    const places = parts.get(part);
    if (places === undefined) parts.set(part, [place]);
    else places.push(place);
  }
  return [...parts.values()];
}

/** Whether it is from the file that is expected, or from one that holds the same document. */
export function isFrom(filename: string, file: string, twins: Twins): boolean {
  const expected = file.normalize('NFC');
  return filename === expected || twins.get(expected)?.has(filename) === true;
}

/** The first place of a part that it shows. */
export function shownPlace(found: Found, part: readonly Expected[], twins: Twins): Expected | undefined {
  const own = part.filter(({ file }) => isFrom(found.filename, file, twins));
  if (own.length === 0) return undefined;
  const text = comparable(found.filename, found.text);
  return own.find(({ quote }) => text.includes(comparable(found.filename, quote)));
}

/** Between two cells of a spreadsheet stands a sign of ours. */
function comparable(filename: string, text: string): string {
  const plain = normalised(text);
  return filename.endsWith('.xlsx') ? plain.replaceAll('|', '') : plain;
}
