import { isParticle, stem } from './korean-words.ts';
import { isQuestionWord } from './question-words.ts';
import { RELATED_NOUNS } from './related-nouns.ts';
import { RELATED_VERBS } from './related-verbs.ts';

/** Endings that may follow a verb's stem of one syllable, which many other words begin with: 내야 is a form of 내다, 내용 is not. */
const ENDINGS: ReadonlySet<string> = new Set(
  (
    '는 는지 는가 는가요 는데 나 나요 니 야 야만 지 지요 죠 면 려면 으면 으려면 으려고 려고 고 고서 던 도록 기 기로 어 어요 어서 어야 아 아요 아서 ' +
    '아야 은 을 을까 을까요 은지 을지 었나 었나요 았나 았나요 었던 았던 었다 았다 게 거나 지만 으며 며 습니까'
  ).split(' '),
);
/** A longer stem may be followed by so many syllables; 세운메이커스큐브 is no form of 세우다. */
const MOST_FOLLOWING = 4;

const nouns = new Map<string, readonly string[]>();
for (const [words, related] of entries(RELATED_NOUNS)) {
  for (const word of words) nouns.set(word, [...(nouns.get(word) ?? []), ...related]);
}

/** Longest first, so that 돌려받 is not taken for 돌리. */
const verbs = entries(RELATED_VERBS)
  .flatMap(([stems, related]) => stems.map((form) => [form, related] as const))
  .sort(([a], [b]) => b.length - a.length);

const KOREAN = /[가-힣]+/g;

/** What documents call the things that a question names: people ask where to 내다 what a notice wants to be 제출. */
export function relatedWords(question: string): string[] {
  const found = new Set<string>();
  const words = [...question.normalize('NFC').matchAll(KOREAN)].map(({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  }));
  for (let at = 0; at < words.length; at++) {
    const { word, start, end } = words[at] as (typeof words)[number];
    // The 차 of 3차 is no car.
    if (/[0-9]/.test(question[start - 1] ?? '')) continue;
    const next = words[at + 1];
    const both = next?.start === end + 1 ? relatedNoun(word + next.word) : undefined;
    if (both !== undefined) at++;
    const related = both ?? (isQuestionWord(word) ? [] : (relatedNoun(word) ?? relatedVerb(word) ?? []));
    for (const each of related) found.add(each);
  }
  return [...found];
}

function relatedNoun(word: string): readonly string[] | undefined {
  // A stem has two syllables at least: the 돈 of 돈을 is no stem.
  const short = word.length === 2 && isParticle(word.slice(1)) ? word.slice(0, 1) : word;
  return nouns.get(word) ?? nouns.get(stem(word)) ?? nouns.get(short);
}

function relatedVerb(word: string): readonly string[] | undefined {
  return verbs.find(([form]) => isFormOf(word, form))?.[1];
}

function isFormOf(word: string, form: string): boolean {
  if (!word.startsWith(form)) return false;
  return form.length > 1 ? word.length - form.length <= MOST_FOLLOWING : word.length === 1 || ENDINGS.has(word.slice(1));
}

function entries(list: string): [words: string[], related: string[]][] {
  return list
    .trim()
    .split('\n')
    .map((line) => {
      const [words = '', related = ''] = line.split(':');
      return [words.trim().split(' '), related.trim().split(' ')];
    });
}
