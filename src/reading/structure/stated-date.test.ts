import { describe, expect, it } from 'vitest';
import { isDateLine, statedDate } from './stated-date.ts';

describe('a stated date', () => {
  it.each([
    ['(2026. 4. 15.)', '2026-04-15'],
    ['2023년  3월  24일', '2023-03-24'],
    ['2025.12.2.(화) 16:00', '2025-12-02'],
    ['2026-01-05', '2026-01-05'],
  ])('is read from %s', (text, date) => {
    expect(statedDate(text)).toBe(date);
  });

  it('is whole and in the calendar, or none', () => {
    for (const text of ['2026. 6.', '0000년 00월 00일', '2026. 2. 30.', "'26. 6. 1.", '26.6.1'])
      expect(statedDate(text), text).toBeNull();
  });

  it('alone on its line dates a notice', () => {
    expect(isDateLine(' 2023년 6월 19일 ')).toBe(true);
    expect(isDateLine('2023년 6월 19일까지 접수한다')).toBe(false);
  });
});
