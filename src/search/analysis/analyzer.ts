import type { Chunk } from '../../model/chunk.ts';
import { isQuestionWord } from './question-words.ts';
import { tokens } from './tokens.ts';

/** Raise it whenever the same text may give other tokens or figures: the index is then built anew. */
export const ANALYZER_VERSION = 5;

/**
 * A chunk counts as at least this long. Of a chunk of few words most is its path, and by its shortness it would stand above
 * the text that the path leads to.
 */
const SHORTEST = 200;
/** Stands for nothing; no text gives it. */
export const FILLER = '.';

/** More terms than a question has; what a pasted page has beyond them is left out, exact ones last. */
const MAX_TERMS = 96;

/** A Korean word of one syllable is in any text. */
const SYLLABLE = /^=.$/;

export type Analysed = Pick<Chunk, 'text' | 'path'>;

/**
 * The tokens of a chunk: of its text, of the path that leads to it, so that a clause is found by its law's name, and of the
 * document's name. The title stands twice: a question names its document more often than its heading.
 */
export function chunkTokens({ text, path }: Analysed, name = ''): string[] {
  const found = tokens(text);
  // A head that stands alone says nothing but its path, and must not be found by having it several times.
  const leading = saysMore(text, path) ? [...path, path[0] ?? ''] : [];
  // One by one, so that no token reaches from one heading into the next.
  for (const part of [...leading, ...name.split('/').map(withoutEnding)]) {
    for (const token of tokens(part)) found.push(token);
  }
  while (found.length < SHORTEST) found.push(FILLER);
  return found;
}

/** What a question is looked for with: different terms, in a fixed order. */
export function queryTerms(question: string): string[] {
  const all = new Set(tokens(question, isQuestionWord));
  // A question of nothing but such words is meant as it stands.
  if (all.size === 0) return bounded(tokens(question));
  const said = [...all].filter((term) => !SYLLABLE.test(term));
  return bounded(said.length > 0 ? said : [...all]);
}

function bounded(terms: readonly string[]): string[] {
  const all = [...new Set(terms)];
  if (all.length <= MAX_TERMS) return all;
  return all.sort((a, b) => rank(a) - rank(b)).slice(0, MAX_TERMS);
}

function saysMore(text: string, path: readonly string[]): boolean {
  return !squeezed(path.join('')).includes(squeezed(text));
}

function squeezed(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}

function withoutEnding(name: string): string {
  return name.replace(/\.[0-9A-Za-z]{1,5}$/, '');
}

function rank(term: string): number {
  const kind = '@$#+~'.includes(term[0] as string) ? 0 : 1;
  return term.startsWith('=') ? 1 : kind * 2;
}
