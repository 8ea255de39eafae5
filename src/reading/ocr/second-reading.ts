import type { Box } from '../../model/geometry.ts';
import type { RecognisedWord } from './engine.ts';
import { around } from './gray-image.ts';
import { meanConfidence } from './page-text.ts';

/** A stretch of a line that the Korean reading may have got wrong because it is not Korean. */
export interface Suspects {
  /** Words of the line: from, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly box: Box;
}

const HANGUL = /[가-힣]/g;
/** What a number in a document looks like. */
const PLAIN_NUMBER = /^[(+~-]?\d[\d.,:/~%-]*[).%:,-]?$/;

/** Neighbouring words that have no Hangul and are not plainly a number, or that the recogniser was unsure of. */
export function suspectsOf(words: readonly RecognisedWord[]): Suspects[] {
  if (isLatin(words)) return [{ from: 0, to: words.length, box: around(words.map((word) => word.box)) as Box }];
  const found: Suspects[] = [];
  let from = -1;
  const close = (to: number) => {
    if (from >= 0) found.push({ from, to, box: around(words.slice(from, to).map((word) => word.box)) as Box });
    from = -1;
  };
  for (const [index, word] of words.entries()) {
    if (isSuspect(word)) from = from < 0 ? index : from;
    else close(index);
  }
  close(words.length);
  return found;
}

/** A line without Korean is read as a whole: its words help each other. */
function isLatin(words: readonly RecognisedWord[]): boolean {
  const text = words.map((word) => word.text).join('');
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters >= 8 && /[A-Za-z]{2}/.test(text) && (text.match(HANGUL)?.length ?? 0) < 0.2 * letters;
}

function isSuspect({ text, confidence }: RecognisedWord): boolean {
  const korean = text.match(HANGUL)?.length ?? 0;
  if (korean > 0) return confidence < 0.5;
  if (text.length < 2) return confidence < 0.5;
  if (PLAIN_NUMBER.test(text)) return confidence < 0.9;
  return true;
}

/** Both readings of a stretch, word by word as they stand under each other; each place keeps the likelier one. */
export function mergeReadings(korean: readonly RecognisedWord[], latin: readonly RecognisedWord[]): RecognisedWord[] {
  return places(korean, latin).flatMap(({ first, second }) => (prefersSecond(first, second) ? second : first));
}

interface Place {
  readonly first: RecognisedWord[];
  readonly second: RecognisedWord[];
}

function places(korean: readonly RecognisedWord[], latin: readonly RecognisedWord[]): Place[] {
  const all = [...korean.map((word) => ({ word, latin: false })), ...latin.map((word) => ({ word, latin: true }))].sort(
    (a, b) => a.word.box[0] - b.word.box[0],
  );
  const found: (Place & { right: number })[] = [];
  for (const { word, latin: isLatin } of all) {
    const last = found.at(-1);
    const height = word.box[3] - word.box[1];
    const overlap = last ? last.right - word.box[0] : 0;
    if (last && overlap > 0.3 * Math.min(word.box[2] - word.box[0], height)) {
      (isLatin ? last.second : last.first).push(word);
      last.right = Math.max(last.right, word.box[2]);
    } else found.push({ first: isLatin ? [] : [word], second: isLatin ? [word] : [], right: word.box[2] });
  }
  return found;
}

/**
 * Measured on the words in which the two readings of scanned pages differ: Hangul read with more than half confidence is
 * right where the Latin reading is anything else; without Hangul the Latin reading is right unless it is clearly less sure.
 */
function prefersSecond(first: readonly RecognisedWord[], second: readonly RecognisedWord[]): boolean {
  if (second.length === 0) return false;
  const sure = meanConfidence(second);
  if (first.length === 0) return sure >= 0.6;
  const before = meanConfidence(first);
  const text = first.map((word) => word.text).join(' ');
  if ((text.match(HANGUL)?.length ?? 0) > 0) return before < 0.55 && sure >= 0.75;
  if (PLAIN_NUMBER.test(text) && before >= 0.8) return sure > before;
  return sure >= before - 0.1;
}
