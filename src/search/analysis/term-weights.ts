/** Two syllables that neighbour each other across a space alone stand together by chance as often as by meaning. */
const ACROSS_WORDS = 0.5;
/** All pairs of a long word tell of one thing: each counts less the more there are. */
const PAIRS_OF_WORD = -0.25;

const PAIR = /^[가-힣]{2}$/;

/** How much each term of a question counts, beside its rareness; at most 1. */
export function termWeights(terms: readonly string[]): number[] {
  const words = terms.filter((term) => term.startsWith('='));
  return terms.map((term) => {
    if (!PAIR.test(term)) return 1;
    let pairs = Number.POSITIVE_INFINITY;
    // Two characters less: the sign of a word, and one as pairs are one fewer than syllables.
    for (const word of words) if (word.includes(term)) pairs = Math.min(pairs, word.length - 2);
    return pairs === Number.POSITIVE_INFINITY ? ACROSS_WORDS : pairs ** PAIRS_OF_WORD;
  });
}
