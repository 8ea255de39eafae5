import { describe, expect, it } from 'vitest';
import type { Definitions, NumberFormat, ParagraphShape } from './model.ts';
import { formatNumber } from './number-format.ts';
import { NumberingState } from './numbering.ts';

describe('a list number', () => {
  it.each<[NumberFormat, number[], string]>([
    ['DIGIT', [1, 12], '1 12'],
    ['CIRCLED_DIGIT', [1, 20, 21, 50, 51], '① ⑳ ㉑ ㊿ 51'],
    ['ROMAN_CAPITAL', [4, 9, 14], 'IV IX XIV'],
    ['ROMAN_SMALL', [2, 40], 'ii xl'],
    ['LATIN_CAPITAL', [1, 26, 27], 'A Z AA'],
    ['CIRCLED_LATIN_SMALL', [1, 26, 27], 'ⓐ ⓩ 27'],
    ['HANGUL_SYLLABLE', [1, 2, 14, 15, 29], '가 나 하 거 고'],
    ['CIRCLED_HANGUL_SYLLABLE', [1, 14], '㉮ ㉻'],
    ['HANGUL_JAMO', [1, 14], 'ㄱ ㅎ'],
    ['HANGUL_PHONETIC', [1, 10, 11, 20, 101], '일 십 십일 이십 백일'],
    ['IDEOGRAPH', [3, 12, 40], '三 十二 四十'],
    ['DECAGON_CIRCLE', [1, 10, 11], '갑 계 11'],
  ])('of the format %s is printed as people write it', (format, numbers, printed) => {
    expect(numbers.map((number) => formatNumber(number, format)).join(' ')).toBe(printed);
  });
});

describe('numbering', () => {
  const level = (pattern: string, start = 1) => ({ start, format: 'DIGIT' as const, pattern });
  const shape = (list: number, depth: number): ParagraphShape => ({ heading: 'number', level: depth, list, checked: false });
  const definitions: Definitions = {
    shapes: new Map([
      [0, shape(1, 0)],
      [1, shape(1, 1)],
      [2, shape(1, 2)],
      [3, shape(1, 3)],
      [10, shape(2, 0)],
      [11, shape(2, 1)],
      [20, { heading: 'bullet', level: 0, list: 1, checked: false }],
      [21, { heading: 'bullet', level: 0, list: 1, checked: true }],
      [30, shape(9, 0)],
    ]),
    styles: new Map(),
    numberings: new Map([
      [1, { start: 0, levels: [level('^1.'), level('^1.^2.'), level('^1.^2.^3.'), level('^1.^2.^3.^4.')] }],
      [2, { start: 0, levels: [level('(^n)', 5), level('^N')] }],
    ]),
    bullets: new Map([[1, { char: '\uf0a8', checkedChar: '\uf0fe' }]]),
  };
  const labels = (...shapes: number[]) => {
    const state = new NumberingState(definitions);
    return shapes.map((id) => state.label(id, 0));
  };

  it('restarts below, and counts a level that was jumped over as passed', () => {
    expect(labels(0, 0, 1, 1, 0, 3, 3, 2, 3)).toEqual([
      '1.',
      '2.',
      '2.1.',
      '2.2.',
      '3.',
      '3.1.1.1.',
      '3.1.1.2.',
      '3.1.2.',
      '3.1.2.1.',
    ]);
  });

  it('keeps lists apart, starts where a level says, and words the whole way down', () => {
    expect(labels(0, 10, 10, 11, 0)).toEqual(['1.', '(5)', '(6)', '6.1.', '2.']);
  });

  it('shows bullets as what their font draws, ticked or not, and nothing for an unknown list', () => {
    expect(labels(20, 21, 30, 99)).toEqual(['◻', '☑', '', '']);
  });
});
