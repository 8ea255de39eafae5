import { describe, expect, it } from 'vitest';
import { RELATED_NOUNS } from './related-nouns.ts';
import { RELATED_VERBS } from './related-verbs.ts';
import { relatedWords } from './related-words.ts';

describe('the words that documents have for those of a question', () => {
  it('are found for a noun with any particle', () => {
    expect(relatedWords('회사는 무엇을 갖추나')).toEqual(expect.arrayContaining(['기업', '사업자']));
    expect(relatedWords('회사에서는')).toContain('기업');
    expect(relatedWords('돈을')).toEqual(relatedWords('돈'));
    expect(relatedWords('길이')).toEqual(['연장']);
  });

  it('are found for the forms of a verb', () => {
    for (const form of ['빌리면', '빌려줬다', '빌린']) expect(relatedWords(form)).toContain('임차');
    for (const form of ['내야', '내면', '낼', '냈나요']) expect(relatedWords(form)).toContain('제출');
  });

  it('are not found for words that only begin like a verb', () => {
    expect(relatedWords('내용')).toEqual([]);
    expect(relatedWords('세운메이커스큐브')).toEqual([]);
  });

  it('are found for two words that mean one thing, and then not for each of them', () => {
    expect(relatedWords('쉬는 시간은 얼마')).toEqual(relatedWords('쉬는시간'));
    expect(relatedWords('쉬는, 시간')).not.toContain('휴게시간');
  });

  it('are not found for what counts behind a number', () => {
    expect(relatedWords('값')).not.toEqual([]);
    expect(relatedWords('3값')).toEqual([]);
  });

  it('are the same for decomposed Hangul', () => {
    expect(relatedWords('회사'.normalize('NFD'))).toEqual(relatedWords('회사'));
  });
});

describe('the list of related words', () => {
  it('names other words in every line, of more than a syllable', () => {
    const lines = `${RELATED_NOUNS.trim()}\n${RELATED_VERBS.trim()}`.split('\n');
    const bad = lines.filter((line) => {
      const [words = [], related = [], ...more] = line.split(':').map((part) => part.trim().split(' '));
      const isOther = (word: string) => /^[0-9a-z가-힣]{2,}$/.test(word) && !words.includes(word);
      return more.length > 0 || !words.every((word) => /^[가-힣]+$/.test(word)) || !related.every(isOther);
    });
    expect(bad).toEqual([]);
  });
});
