import { isQuestionWord } from '../../search/analysis/question-words.ts';
import { tokens } from '../../search/analysis/tokens.ts';
import { idf } from '../../search/scoring/bm25.ts';
import { type WantedSigns, wantedSigns } from './answer-kinds.ts';

/** A word of a question and how much it says. */
export interface QuestionWord {
  /** It stands in a text that has one of these. */
  readonly whole: readonly string[];
  /** Its neighbouring syllables: in part it stands in a text that has some. */
  readonly pairs: readonly string[];
  readonly weight: number;
}

export interface Question {
  readonly words: readonly QuestionWord[];
  /** The weight of all words. */
  readonly mass: number;
  /** The weight of a word that one chunk has: what masses are measured by, so that tenants of any size compare. */
  readonly unit: number;
  readonly signs: WantedSigns;
  /** Numbers with what they count, without spaces (3분기, 제2회): an answer about another one is none. */
  readonly quantities: readonly string[];
}

/** How often each term of the question stands in the chunks that were searched. */
export interface Collection {
  readonly chunks: number;
  readonly frequencies: ReadonlyMap<string, number>;
}

const PAIR = /^[가-힣]{2}$/;
/** A word that no document has tells less than its rareness says: people ask in words of their own. */
const UNKNOWN = 6;
const HEAVIEST = 10;
/** A word of one syllable is in any text. */
const SYLLABLE = 0.3;
/** The verb that a question ends with is hardly ever the one of the document. */
const PREDICATE = 0.2;
const PREDICATE_END = /(?:나|나요|까|까요|지|지요|죠|야|어|어요|요|니|가|대|해|돼|던가|래)$/;
/** Words of an English question that say nothing about what is asked for. */
const ENGLISH =
  /^(?:what|who|when|where|which|why|how|much|many|is|are|was|were|do|does|did|the|an?|of|in|on|at|to|for|by|and)$/i;
const QUANTITY = /\d[\d,.]{0,9} ?(?:분기|차(?![가-힣])|회(?![가-힣])|호(?![가-힣])|기(?![가-힣]))/g;

export function analyseQuestion(text: string, collection: Collection): Question {
  const written = text.split(/[\s?!,]+/u).filter((word) => word !== '');
  const words: QuestionWord[] = [];
  written.forEach((word, at) => {
    const terms = [...new Set(tokens(word, isQuestionWord))];
    if (terms.length === 0 || ENGLISH.test(word)) return;
    const isPredicate = at === written.length - 1 && /[가-힣]/.test(word) && PREDICATE_END.test(word.replace(/[.]$/, ''));
    const pairs = terms.filter((term) => PAIR.test(term));
    const whole = terms.filter((term) => !PAIR.test(term));
    const factor = (isPredicate ? PREDICATE : 1) * (word.length === 1 ? SYLLABLE : 1);
    words.push({ whole, pairs, weight: weightOf(whole, pairs, collection) * factor });
  });
  const mass = words.reduce((sum, { weight }) => sum + weight, 0);
  const unit = idf(Math.max(1, collection.chunks), 1);
  return { words, mass, unit, signs: wantedSigns(text), quantities: (text.match(QUANTITY) ?? []).map(withoutSpaces) };
}

/** How much of what the question is about is there, in the unit of `weight`. */
export function massOf({ words }: Question, shareOfWord: (word: QuestionWord) => number): number {
  let got = 0;
  for (const word of words) got += word.weight * shareOfWord(word);
  return got;
}

/** How much of a word stands in a text. */
export function wordIn({ whole, pairs }: QuestionWord, seen: ReadonlySet<string>): number {
  if (whole.some((term) => seen.has(term))) return 1;
  if (pairs.length === 0) return 0;
  return pairs.filter((pair) => seen.has(pair)).length / pairs.length;
}

/** Whether a text (without spaces) is about all that the question counts; a quarter is also written 3/4분기. */
export function hasQuantities({ quantities }: Question, squeezed: string): boolean {
  return quantities.every((it) => squeezed.includes(it) || squeezed.includes(it.replace('분기', '/4분기')));
}

export function withoutSpaces(text: string): string {
  return text.replace(/\s+/gu, '');
}

function weightOf(whole: readonly string[], pairs: readonly string[], { chunks, frequencies }: Collection): number {
  const known = whole.filter((term) => (frequencies.get(term) ?? 0) > 0);
  const weigh = (term: string) => idf(chunks, frequencies.get(term) ?? 0);
  if (known.length > 0) return Math.min(HEAVIEST, Math.max(...known.map(weigh)));
  const parts = pairs.filter((pair) => (frequencies.get(pair) ?? 0) > 0);
  if (parts.length < pairs.length || parts.length === 0) return Math.min(UNKNOWN, weigh(''));
  return Math.min(HEAVIEST, Math.max(...parts.map(weigh)));
}
