import { describe, expect, it } from 'vitest';
import { builtInFormat } from './built-in-formats.ts';
import { NumberFormats } from './number-format.ts';

const shown = (format: string, value: number, date1904 = false) =>
  new NumberFormats([{ format, bold: false }], date1904).number(value, 0);
const text = (format: string, value: string) => new NumberFormats([{ format, bold: false }], false).text(value, 0);

describe('numbers as a person sees them', () => {
  it.each([
    ['#,##0', 1234567, '1,234,567'],
    ['#,##0,', 1234567, '1,235'],
    ['#,##0"천원"', 1500, '1,500천원'],
    ['₩#,##0', 12000, '₩12,000'],
    ['"₩"#,##0;[Red]-"₩"#,##0', -12000, '-₩12,000'],
    ['[$₩-412]#,##0', 12000, '₩12,000'],
    ['[$€-407]\\ #,##0.00', 1234.5, '€ 1,234.50'],
    ['_-"₩"* #,##0_-;-"₩"* #,##0_-;_-"₩"* "-"_-;_-@_-', 1234, '₩1,234'],
    ['_-* #,##0_-;-* #,##0_-;_-* "-"_-;_-@_-', 0, '-'],
    ['#,##0;△#,##0', -5, '△5'],
    ['0.0%', 0.0525, '5.3%'],
    ['000-0000', 1234567, '123-4567'],
    ['0.00E+00', 12345, '1.23E+04'],
    ['# ?/?', 1.5, '1 1/2'],
    ['G/표준', 12.5, '12.5'],
    ['G/표준"원"', 12, '12원'],
    ['General', 0.30000000000000004, '0.3'],
    ['@', 12.5, '12.5'],
  ])('%s', (format, value, expected) => {
    expect(shown(format, value)).toEqual({ text: expected, hidden: false });
  });

  it('a format that cannot be read shows the plain number', () => {
    expect(shown('bad [[', 5).text).toBe('5');
  });

  it('a style that the workbook does not define is General', () => {
    expect(new NumberFormats([], false).number(1.5, 7).text).toBe('1.5');
  });

  it('a zero that its format leaves blank is blank', () => {
    expect(shown('#,###', 0)).toEqual({ text: '', hidden: false });
    expect(shown('#,##0;-#,##0;', 0)).toEqual({ text: '', hidden: false });
  });

  it('a value that its format hides is told, and told to be hidden', () => {
    expect(shown(';;;', 1234.5)).toEqual({ text: '1234.5', hidden: true });
    expect(text(';;;', '비밀')).toEqual({ text: '비밀', hidden: true });
  });

  it('a format may decorate a text, and the widths around it are no text', () => {
    expect(text('"제"@"호"', '3')).toEqual({ text: '제3호', hidden: false });
    expect(text('_-@_-', '계')).toEqual({ text: '계', hidden: false });
    expect(text('yyyy-mm-dd;@', ' 앞뒤 빈칸 ')).toEqual({ text: ' 앞뒤 빈칸 ', hidden: false });
  });
});

describe('dates and times', () => {
  it.each([
    ['yyyy-mm-dd', 46083, '2026-03-02'],
    ['yyyy"년" m"월" d"일"', 46083, '2026년 3월 2일'],
    ['yyyy\\.m\\.d', 46083, '2026.3.2'],
    ['yyyy-mm-dd(aaa)', 46083, '2026-03-02(월)'],
    ['yyyy"년" m"월" d"일" aaaa', 46083, '2026년 3월 2일 월요일'],
    ['[$-412]yyyy"년" m"월" d"일" dddd;@', 46083, '2026년 3월 2일 월요일'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 46083, '2026년 3월 2일 월요일'],
    ['[$-F400]h:mm:ss\\ AM/PM', 0.6, '오후 2:24:00'],
    ['[$-412]AM/PM h:mm', 0.6, '오후 2:24'],
    ['h:mm AM/PM', 0.6, '2:24 PM'],
    ['(aaa) h:mm AM/PM', 46083.6, '(월) 2:24 PM'],
    ['ddd mmm', 46083, 'Mon Mar'],
    ['h"시" mm"분"', 0.6, '14시 24분'],
    ['[h]:mm', 1.5, '36:00'],
    ['yyyy-mm-dd h:mm', 46083.5, '2026-03-02 12:00'],
  ])('%s', (format, value, expected) => {
    expect(shown(format, value).text).toBe(expected);
  });

  it('the 1900 system counts a 29 February 1900', () => {
    expect([59, 60, 61].map((day) => shown('yyyy-mm-dd', day).text)).toEqual(['1900-02-28', '1900-02-29', '1900-03-01']);
  });

  it('the 1904 system moves dates and leaves spans of time', () => {
    expect(shown('yyyy-mm-dd', 44624, true).text).toBe('2026-03-05');
    expect(shown('[h]:mm', 1.5, true).text).toBe('36:00');
    expect(shown('h:mm', 0.25, true).text).toBe('6:00');
    expect(shown('#,##0', 44624, true).text).toBe('44,624');
  });

  it('a day that no calendar has is shown as its number', () => {
    expect(shown('yyyy-mm-dd', -5).text).toBe('-5');
    expect(shown('yyyy-mm-dd', 99999999).text).toBe('99999999');
  });

  it('the formats known by number alone read as in Korean Excel', () => {
    expect([14, 22, 31, 32, 57].map((id) => shown(builtInFormat(id), 46083.6).text)).toEqual([
      '2026-03-02',
      '2026-03-02 14:24',
      '2026년 03월 02일',
      '14시 24분',
      '2026年 03月 02日',
    ]);
  });

  it('a currency that the file does not state is not shown', () => {
    expect([5, 8, 42, 44].map((id) => shown(builtInFormat(id), -1234.5).text)).toEqual([
      '-1,235',
      '-1,234.50',
      '-1,235',
      '-1,234.50',
    ]);
  });
});
