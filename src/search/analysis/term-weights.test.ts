import { describe, expect, it } from 'vitest';
import { queryTerms } from './analyzer.ts';
import { termWeights } from './term-weights.ts';

function weighed(question: string): Record<string, number> {
  const terms = queryTerms(question);
  const weights = termWeights(terms);
  return Object.fromEntries(terms.map((term, at) => [term, weights[at] as number]));
}

describe('the weights of the terms of a question', () => {
  it('are 1 for words, numbers and the pair that is a whole word', () => {
    expect(weighed('조례 17467')).toEqual({ '=조례': 1, 조례: 1, '#17467': 1 });
  });

  it('are less for each pair of a longer word, the less the longer it is', () => {
    const { '=시행령': word, 시행, 행령 } = weighed('시행령');
    expect(word).toBe(1);
    expect(시행).toBe(행령);
    expect(시행).toBeLessThan(1);
    expect(weighed('시행규칙').시행).toBeLessThan(시행 as number);
  });

  it('are a half for a pair that only neighbours across a space', () => {
    expect(weighed('개인 정보')).toEqual({ '=개인': 1, 개인: 1, '=정보': 1, 인정: 0.5, 정보: 1 });
  });

  it('are those of the shortest word that has the pair', () => {
    expect(weighed('시행규칙 시행').시행).toBe(1);
  });
});
