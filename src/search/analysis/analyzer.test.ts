import { describe, expect, it } from 'vitest';
import { chunkTokens, queryTerms } from './analyzer.ts';

describe('the tokens of a chunk', () => {
  it('hold those of its path', () => {
    expect(chunkTokens({ text: '30일', path: ['여권법 시행규칙', '제3조'] })).toEqual(
      expect.arrayContaining(['=여권법', '$3', '#30']),
    );
  });

  it('do not reach from one heading into the next', () => {
    expect(chunkTokens({ text: '', path: ['여권', '신청'] })).not.toContain('권신');
  });

  it('are at least as many as make a short chunk count as long as a paragraph', () => {
    expect(chunkTokens({ text: '가', path: [] })).toHaveLength(200);
  });
});

describe('the terms of a question', () => {
  it('are without words that only ask', () => {
    expect(queryTerms('조례는 언제까지 유예할 수 있나요?')).toEqual(['=조례', '조례', '=유예', '유예']);
  });

  it('are without words of one syllable where it has others', () => {
    expect(queryTerms('새 조례')).not.toContain('=새');
    expect(queryTerms('새')).toEqual(['=새']);
  });

  it('are all of its words where it has no others', () => {
    expect(queryTerms('얼마')).toEqual(['=얼마', '얼마']);
  });

  it('are none for a question of signs alone', () => {
    expect(queryTerms('?! …')).toEqual([]);
  });

  it('are each there once, in the same order every time', () => {
    const terms = queryTerms('예산 예산 집행 예산');
    expect(terms).toEqual([...new Set(terms)]);
    expect(queryTerms('예산 예산 집행 예산')).toEqual(terms);
  });

  it('are bounded for a page of text, exact ones and words first', () => {
    const page = Array.from({ length: 500 }, (_, at) => `낱말${String.fromCharCode(0xac00 + at)}`).join(' ');
    const terms = queryTerms(`${page} 총무과-17467`);
    expect(terms).toHaveLength(96);
    expect(terms.slice(0, 2)).toEqual(['#17467', '~총무과-17467']);
    expect(terms.slice(2).every((term) => term.startsWith('='))).toBe(true);
  });
});
