import { describe, expect, it } from 'vitest';
import { MeasuredText } from './code-points.ts';
import { splitText } from './split-text.ts';

function pieces(text: string, budget: number, first = budget): string[] {
  return splitText(new MeasuredText(text), 0, text.length, budget, first).map(({ start, end }) => text.slice(start, end));
}

describe('cutting a text that is too long', () => {
  it('cuts at the last sentence end that fits', () => {
    expect(pieces('예산을 집행한다. 결과를 보고함. 이상 여부를 확인하는가? 끝.', 20)).toEqual([
      '예산을 집행한다. 결과를 보고함.',
      '이상 여부를 확인하는가? 끝.',
    ]);
  });

  it('takes a sentence end whose space was forgotten', () => {
    expect(pieces('신청은 서면으로 한다.다만 전자문서로 할 수 있다.', 20)).toEqual([
      '신청은 서면으로 한다.',
      '다만 전자문서로 할 수 있다.',
    ]);
  });

  it('does not take a date, a decimal, a label or an abbreviation for a sentence end', () => {
    for (const text of [
      '계약일은 2026. 3. 2.자로 정하였으며',
      '비율은 3.5배로 하되 별도로',
      '대상은 가. 나. 다. 각 목과 같이',
      '항목 1. 개요 부분을 참고하여 쓰고',
      'see No. 3 of the list and so on',
    ]) {
      for (const piece of pieces(text, 14).slice(0, -1)) expect(piece, text).not.toMatch(/(?:[0-9]|^가|\s[가나다]|No)\.$/);
    }
  });

  it('does not part 제3조 from 제2항, nor a date at its spaces, where another space fits', () => {
    expect(pieces('시행령 제3조 제2항에 따라', 8)[0]).toBe('시행령');
    expect(pieces('기준일은 2026. 3. 2. 현재로', 12)[0]).toBe('기준일은');
    expect(pieces('기준일은 2026년 3월 2일', 12)[0]).toBe('기준일은');
  });

  it('cuts at word ends without a sentence end, and anywhere without a space', () => {
    expect(pieces('가나다 라마바 사아자', 8)).toEqual(['가나다 라마바', '사아자']);
    expect(pieces('가'.repeat(25), 10)).toEqual(['가'.repeat(10), '가'.repeat(10), '가'.repeat(5)]);
  });

  it('does not cut a number in two where a cut beside it is possible', () => {
    expect(pieces('총사업비는1234567원', 8)).toEqual(['총사업비는', '1234567원']);
  });

  it('counts code points and keeps what is one character together', () => {
    expect(pieces('👍'.repeat(12), 10)).toEqual(['👍'.repeat(10), '👍'.repeat(2)]);
    for (const piece of pieces('👩‍👩‍👧'.repeat(9), 12)) expect(piece).toMatch(/^(?:👩‍👩‍👧)+$/u);
    for (const piece of pieces('🇰🇷'.repeat(9), 7)) expect(piece).toMatch(/^(?:🇰🇷)+$/u);
    for (const piece of pieces('각'.repeat(9), 7)) expect(piece).toMatch(/^(?:각)+$/);
  });

  it('never cuts a surrogate pair, not even inside a combining sequence longer than the budget', () => {
    for (const piece of pieces(`😀${'\u0301'.repeat(30)}😀`, 5)) {
      expect(piece).not.toMatch(/^[\udc00-\udfff]/);
      expect([...piece].length).toBeLessThanOrEqual(5);
    }
  });

  it('takes a line break as an end', () => {
    expect(pieces('첫 줄의 글\n둘째 줄의 글', 9)).toEqual(['첫 줄의 글', '둘째 줄의 글']);
  });

  it('gives the first piece its own bound', () => {
    expect(pieces('하나 둘 셋 넷 다섯', 20, 5)).toEqual(['하나 둘', '셋 넷 다섯']);
  });
});
