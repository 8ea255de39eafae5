import { describe, expect, it } from 'vitest';
import { references } from './references.ts';

function of(text: string): string[] {
  const found: string[] = [];
  references(text, found);
  return found.sort();
}

describe('dates', () => {
  const day = ['@0115', '@2026', '@202601', '@20260115'];
  it.each(['2026년 1월 15일', '2026. 1. 15.', '2026.01.15', '2026-01-15', '2026/1/15', '20260115'])(
    'are the same written as %s',
    (text) => {
      expect(of(text)).toEqual(day);
    },
  );

  it('are found by their month and by their day of any year', () => {
    expect(of('2025년 7월')).toEqual(['@2025', '@202507']);
    expect(of('7월 3일')).toEqual(['@0703']);
  });

  it('may have a year of two digits with a mark of omission or 년', () => {
    expect(of("'25.7월")).toEqual(['@2025', '@202507']);
    expect(of('25년 2분기')).toEqual(['@2025']);
    expect(of('98년 7월')).toEqual(['@1998', '@199807']);
  });

  it('are not seen in the numbers of items and in fractions', () => {
    expect(of('12. 3. 항목')).toEqual([]);
    expect(of('12.5%')).toEqual([]);
    expect(of('제2026-1호')).toEqual([]);
    expect(of('2025년 2분기')).toEqual(['@2025']);
  });
});

describe('articles', () => {
  it.each(['제3조의2제1항', '제3조의2 제1항', '제 3 조의 2 제 1 항'])('are the same written as %s', (text) => {
    expect(of(text)).toEqual(['$3-2', '$3-2.1']);
  });

  it('are not seen in amounts of trillions', () => {
    expect(of('3조원')).toEqual([]);
  });
});
