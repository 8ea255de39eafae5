import { describe, expect, it } from 'vitest';
import { endsSentence, isContentsLine, markerOf } from './markers.ts';

describe('what a line begins with', () => {
  it.each([
    ['제3조(정의) 이 규정에서', 'article'],
    ['제3조의2(가명처리) ①', 'article'],
    ['제2장 조직', 'unit'],
    ['부 칙 <2026. 1. 2.>', 'unit'],
    ['1. 신청서', 'number'],
    ['가. 신청인', 'number'],
    ['① 원장은', 'number'],
    ['□ 추진 배경', 'bullet'],
    ['- 세부 내용', 'bullet'],
    ['[별표 1] 수수료', 'annex'],
  ])('%s: %s', (text, marker) => {
    expect(markerOf(text)).toBe(marker);
  });

  it.each(['제3조에 따른 절차', '제3조(정의)에 따라', '2026. 1. 2. 시행', '3.5퍼센트', '다만, 그러하지'])(
    '%s opens nothing',
    (text) => {
      expect(markerOf(text)).toBeNull();
    },
  );

  it('knows the end of a sentence and an entry of a list of contents', () => {
    expect([endsSentence('정한다.'), endsSentence('정하여'), endsSentence('제외한다)')]).toEqual([true, false, false]);
    expect([isContentsLine('제1장 총칙 ······· 3'), isContentsLine('2. 현안 과제 ·\t19'), isContentsLine('총 19')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('stays linear on long runs of the characters that it looks for', () => {
    const started = process.cpuUsage().user;
    for (const long of ['제'.repeat(50_000), `제1조(${'('.repeat(50_000)}`, '·'.repeat(100_000), '1.'.repeat(50_000)]) {
      markerOf(long);
      endsSentence(long);
      isContentsLine(long);
    }
    expect((process.cpuUsage().user - started) / 1000).toBeLessThan(500);
  });
});
