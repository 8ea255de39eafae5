import { describe, expect, it } from 'vitest';
import { linesOfOutput } from './tsv.ts';

const row = (page: number, line: number, word: number, box: [number, number, number, number], confidence: number, text: string) =>
  ['5', page, 1, 1, line, word, ...box, confidence, text].join('\t');
const words = (tsv: string[], text: string, crops = 1) =>
  linesOfOutput({ tsv: tsv.join('\n'), text }, crops).map((lines) => lines.map((line) => line.words.map((word) => word.text)));

describe("the recogniser's words", () => {
  it('syllables that it calls words are joined where its plain text has no space', () => {
    const tsv = [
      row(1, 1, 1, [0, 0, 20, 20], 90, '근'),
      row(1, 1, 2, [22, 0, 20, 20], 80, '거를'),
      row(1, 1, 3, [60, 0, 20, 20], 96, '찾다'),
    ];
    const line = linesOfOutput({ tsv: tsv.join('\n'), text: '근거를 찾다\n\f' }, 1)[0]?.[0];
    expect(line?.words.map((word) => word.text)).toEqual(['근거를', '찾다']);
    expect(line?.words[0]?.box).toEqual([0, 0, 42, 20]);
    // Three letters: one at 0.9, two at 0.8.
    expect(line?.words[0]?.confidence).toBeCloseTo(0.8333, 3);
  });

  it('gaps decide where the plain text says something else', () => {
    const tsv = [
      row(1, 1, 1, [0, 0, 20, 20], 90, '근'),
      row(1, 1, 2, [22, 0, 20, 20], 80, '거'),
      row(1, 1, 3, [60, 0, 20, 20], 96, '를'),
    ];
    expect(words(tsv, '다른 글\n\f')).toEqual([[['근거', '를']]]);
  });

  it('each crop has its own lines, an empty one none', () => {
    const tsv = [
      row(1, 1, 1, [0, 0, 20, 20], 90, '하나'),
      row(3, 1, 1, [0, 0, 20, 20], 90, '셋'),
      row(3, 2, 1, [0, 30, 20, 20], 90, '넷'),
    ];
    expect(words(tsv, '하나\n\f\f셋\n넷\n\f', 3)).toEqual([[['하나']], [], [['셋'], ['넷']]]);
  });

  it('rows of other kinds and words of white space are passed over', () => {
    expect(words(['level\tpage_num', '4\t1\t1\t1\t1\t0\t0\t0\t9\t9\t-1\t', row(1, 1, 1, [0, 0, 5, 5], 95, ' ')], '\f')).toEqual([
      [],
    ]);
  });
});
