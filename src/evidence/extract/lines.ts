import { lengthOf } from '../cut.ts';
import { sentencesOf } from '../sentences.ts';

/** One line of a chunk, or one sentence of a long line, as it stands there. */
export interface Line {
  readonly text: string;
  /** Which line of the chunk it is, or is part of. */
  readonly at: number;
}

/** A longer line is told by its sentences. */
const LONGEST = 240;

export function linesOf(text: string): Line[] {
  return text.split('\n').flatMap((line, at) => {
    const whole = line.trim();
    if (whole === '') return [];
    if (lengthOf(whole) <= LONGEST) return [{ text: whole, at }];
    return sentencesOf(whole).map(({ start, end }) => ({ text: whole.slice(start, end), at }));
  });
}
