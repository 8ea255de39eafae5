import { createHash } from 'node:crypto';
import { fold } from './folding.ts';

const SIGNS = /[^\p{L}\p{N}]+/gu;
const LENGTH = 11;

/**
 * What a text says, in short: the same for texts with the same letters and digits in the same order, however they are spaced,
 * broken and marked. One document in two formats gives many of them.
 */
export function sayingOf(text: string): string {
  const letters = fold(text).replace(SIGNS, '');
  return createHash('sha256')
    .update(letters === '' ? `.${text}` : letters)
    .digest('base64url')
    .slice(0, LENGTH);
}
