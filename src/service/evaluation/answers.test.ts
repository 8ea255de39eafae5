import { describe, expect, it } from 'vitest';
import { answerFigures, isRight } from './answers.ts';
import type { Question } from './questions.ts';

const question = (more: Partial<Question> = {}): Question => ({
  id: 'q1',
  question: '수수료는?',
  answerable: true,
  kind: '-',
  place: '-',
  format: '-',
  tags: [],
  expected: [{ file: 'a.hwp', quote: '수수료는 1,500원' }],
  key: null,
  split: 'dev',
  ...more,
});
const cited = (filename: string, quote: string) => ({ filename, quote });
const twins = new Map([['a.hwp', new Set(['a.hwp', 'a.pdf'])]]);

describe('an answer is right', () => {
  it('when a citation of the file or its twin shows the quote or its key', () => {
    expect(isRight(question(), [cited('a.pdf', '… 수수료는1500원 …')], twins)).toBe(true);
    expect(isRight(question(), [cited('b.hwp', '수수료는 1,500원')], twins)).toBe(false);
    expect(isRight(question({ key: '1,500원' }), [cited('a.hwp', '1,500원')], twins)).toBe(true);
    expect(isRight(question({ expected: [] }), [cited('a.hwp', '수수료')], twins)).toBe(false);
  });

  it('only with every part of a comparison', () => {
    const both = question({
      expected: [
        { file: 'a.hwp', quote: '갑', part: 1 },
        { file: 'b.hwp', quote: '을', part: 2 },
      ],
    });
    expect(isRight(both, [cited('a.hwp', '갑')], twins)).toBe(false);
    expect(isRight(both, [cited('a.hwp', '갑'), cited('b.hwp', '을')], twins)).toBe(true);
  });

  it('and refusals count for what no document answers', () => {
    const none = question({ answerable: false, tags: ['near_miss'] });
    const figures = answerFigures(
      [
        { question: question(), answered: true, right: true },
        { question: question(), answered: false, right: false },
        { question: none, answered: false, right: false },
        { question: question({ answerable: false }), answered: true, right: false },
      ],
      'dev',
    );
    expect(figures).toEqual({
      split: 'dev',
      answerable: { n: 2, answered: 1, right: 1 },
      unanswerable: { n: 2, refused: 1 },
      near_misses: { n: 1, refused: 1 },
    });
  });
});
