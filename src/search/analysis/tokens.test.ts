import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokens } from './tokens.ts';

const of = (text: string) => new Set(tokens(text));

describe('the tokens of a text', () => {
  it('hold no particle that stands behind letters or digits', () => {
    expect(tokens('pH는')).toEqual(tokens('pH'));
    expect(tokens('HP-UX에')).toEqual(tokens('HP-UX'));
    expect(tokens('총무과-17467을')).toEqual(tokens('총무과-17467'));
    expect(tokens('제3조의2')).toContain('$3-2');
  });

  it('hold a Korean word without its particle, and its neighbouring syllables', () => {
    expect(tokens('개인정보를')).toEqual(['=개인정보', '개인', '인정', '정보']);
  });

  it('are the same syllables with and without spaces', () => {
    const pairs = (text: string) => tokens(text).filter((token) => /^[가-힣]{2}$/.test(token));
    expect(pairs('개인 정보 보호')).toEqual(pairs('개인정보보호'));
    expect(pairs('서 울 특 별 시')).toEqual(pairs('서울특별시'));
  });

  it('do not join syllables over a sign or a wide gap', () => {
    expect(of('예산, 집행')).not.toContain('산집');
    expect(of('예산    집행')).not.toContain('산집');
  });

  it('are the same for decomposed and composed Hangul, full and half width, small and capital letters', () => {
    expect(of('보조금 ＰＤＦ １，２００'.normalize('NFD'))).toEqual(of('보조금 pdf 1,200'));
  });

  it('hold numbers without thousands commas', () => {
    expect(of('1,815,500원')).toContain('#1815500');
    expect(of('1815500원')).toContain('#1815500');
    expect(of('48.9%')).toContain('#48.9');
  });

  it('do not take two numbers after one comma for one', () => {
    expect(of('12,34')).toEqual(new Set(['#12', '#34']));
    expect(of('1,23456')).toEqual(new Set(['#1', '#23456']));
  });

  it('do not take the parts of a date for a fraction', () => {
    expect(of('2026.1.15')).toEqual(new Set(['@2026', '@202601', '@20260115', '@0115', '#2026', '#1', '#15']));
  });

  it('hold a document number whole and in its parts', () => {
    const found = of('시행 총무과-17467');
    expect(found).toContain('~총무과-17467');
    expect(found).toContain('#17467');
    expect(of('02-2133-4266')).toContain('~02-2133-4266');
  });

  it('hold addresses whole, by their words, and in any length within what the engine takes', () => {
    expect(of('https://www.mois.go.kr/frt/a.do?x=1')).toContain('~www.mois.go.kr/frt/a.do');
    expect(of('메일: Kim@Korea.kr')).toContain('~kim@korea.kr');
    for (const token of tokens(`www.${'길다'.repeat(200)}.kr/${'x'.repeat(500)}`))
      expect(Buffer.byteLength(token)).toBeLessThan(100);
  });

  it('hold letters and digits that touch both together and apart', () => {
    expect(of('ISO9001')).toEqual(new Set(['+iso', '#9001', '+iso9001']));
    expect(of('PD-L1')).toEqual(new Set(['+pd', '+l', '#1', '+l1', '~pd-l1']));
  });

  it('hold Chinese characters one by one and in pairs', () => {
    expect(of('大韓民國')).toEqual(new Set(['大', '大韓', '韓', '韓民', '民', '民國', '國']));
  });

  it('leave out Korean words that are not wanted', () => {
    expect(tokens('예산은 얼마', (word) => word === '얼마')).toEqual(['=예산', '예산']);
  });

  it('hold no space, nothing empty and nothing longer than the engine takes, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const token of tokens(text)) {
          expect(token).not.toMatch(/\s/);
          expect(token).not.toBe('');
          expect(Buffer.byteLength(token)).toBeLessThan(200);
        }
      }),
    );
  });

  it.each(['가', '1', 'a', '가-', '1,', '1.', 'a1', '漢', '제1조의', '2026.', "'25년 ", 'a.b@', '~', ' '])(
    'are found in linear time in a text of nothing but "%s"',
    (unit) => {
      const text = unit.repeat(400_000 / unit.length);
      const started = performance.now();
      tokens(text);
      // A quarter of a second on an idle machine; a quadratic search would take minutes.
      expect(performance.now() - started).toBeLessThan(10_000);
    },
  );
});
