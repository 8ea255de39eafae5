import { describe, expect, it } from 'vitest';
import { formatNumber } from './number-formats.ts';

const series = (format: string, ...numbers: number[]): string[] => numbers.map((number) => formatNumber(number, format).text);

describe('list number formats', () => {
  it('writes what Korean lists use', () => {
    expect(series('ganada', 1, 2, 14)).toEqual(['가', '나', '하']);
    expect(series('chosung', 1, 3, 14)).toEqual(['ㄱ', 'ㄷ', 'ㅎ']);
    expect(series('koreanDigital', 1, 10, 25)).toEqual(['일', '일영', '이오']);
    expect(series('koreanCounting', 1, 10, 11, 25, 100, 305, 1010)).toEqual([
      '일',
      '십',
      '십일',
      '이십오',
      '백',
      '삼백오',
      '천십',
    ]);
    expect(series('koreanLegal', 1, 10, 21, 99)).toEqual(['하나', '열', '스물하나', '아흔아홉']);
    expect(series('koreanDigital2', 1, 12)).toEqual(['一', '一二']);
    expect(series('decimalEnclosedCircle', 1, 20, 21)).toEqual(['①', '⑳', '21']);
    expect(series('decimalEnclosedParen', 1, 20)).toEqual(['⑴', '⒇']);
    expect(series('decimalEnclosedFullstop', 1, 20)).toEqual(['⒈', '⒛']);
    expect(series('ideographTraditional', 1, 10)).toEqual(['甲', '癸']);
  });

  it('writes Roman numbers, and letters that repeat after the alphabet', () => {
    expect(series('upperRoman', 1, 4, 9, 14, 40, 90, 400, 1999)).toEqual(['I', 'IV', 'IX', 'XIV', 'XL', 'XC', 'CD', 'MCMXCIX']);
    expect(series('lowerRoman', 3)).toEqual(['iii']);
    expect(series('lowerLetter', 1, 26, 27, 28, 53)).toEqual(['a', 'z', 'aa', 'bb', 'aaa']);
    expect(series('upperLetter', 2)).toEqual(['B']);
    expect(series('chicago', 1, 4, 5)).toEqual(['*', '§', '**']);
  });

  it('writes other digits and paddings', () => {
    expect(series('decimal', 0, 7)).toEqual(['0', '7']);
    expect(series('decimalZero', 7, 12)).toEqual(['07', '12']);
    expect(series('decimalFullWidth', 10)).toEqual(['１０']);
    expect(series('numberInDash', 3)).toEqual(['- 3 -']);
    expect(series('ordinal', 1, 2, 3, 4, 11, 112, 21)).toEqual(['1st', '2nd', '3rd', '4th', '11th', '112th', '21st']);
    expect(series('cardinalText', 1, 42)).toEqual(['One', 'Forty-two']);
    expect(series('ordinalText', 1, 5, 20, 42)).toEqual(['First', 'Fifth', 'Twentieth', 'Forty-second']);
    expect(formatNumber(7, 'custom', '001, 002, 003, ...')).toEqual({ text: '007', sure: true });
    expect(series('hex', 255)).toEqual(['FF']);
    expect(series('none', 5)).toEqual(['']);
  });

  it('says where it is not certain, and never fails', () => {
    for (const [number, format] of [
      [15, 'ganada'],
      [0, 'upperRoman'],
      [0, 'lowerLetter'],
      [10_000, 'lowerLetter'],
      [100, 'koreanLegal'],
      [10_000, 'koreanCounting'],
      [1, 'hebrew1'],
      [1, 'no such format'],
      [3, 'custom'],
    ] as const) {
      const formatted = formatNumber(number, format);
      expect(formatted.sure, format).toBe(false);
      expect(formatted.text.length, format).toBeLessThan(40);
    }
    expect(formatNumber(15, 'ganada').text).toBe('가');
  });
});
