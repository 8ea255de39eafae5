import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberEvidence } from './number-evidence.ts';
import { numbersIn, outsideNumber } from './numbers.ts';

const written = (text: string) => numbersIn(text).map((number) => number.text);
const supported = (answer: string, ...evidence: string[]) => {
  const held = new NumberEvidence(evidence);
  return numbersIn(answer).every((number) => held.supports(number));
};

describe('the numbers of a text', () => {
  it('count from two characters on', () => {
    expect(written('3억 원을 12명에게 2.5배')).toEqual(['12', '2.5']);
  });

  it('are without the dot or comma that ends them', () => {
    expect(written('2026. 1,500, 31.')).toEqual(['2026', '1,500', '31']);
    expect(written('7. 1. 항목')).toEqual([]);
  });

  it('are told as they are written and compared without commas and in plain digits', () => {
    expect(numbersIn('１，５００원')).toEqual([{ text: '１，５００', value: '1500', start: 0, end: 5, hasApostrophe: false }]);
  });

  it.each(['1', '1,', '1.', ',', '.', '１', "'2"])('are found in linear time in a text of nothing but "%s"', (unit) => {
    const started = performance.now();
    const found = numbersIn(unit.repeat(400_000 / unit.length));
    new NumberEvidence([unit.repeat(400_000 / unit.length)]).supports(
      found[0] ?? { text: '', value: '', start: 0, end: 0, hasApostrophe: false },
    );
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe('a number is supported', () => {
  it('by the same whole number with or without commas, in full or half width', () => {
    expect(supported('1500000원', '1,500,000원')).toBe(true);
    expect(supported('１，５００，０００원', '1500000')).toBe(true);
  });

  it('not by a longer one that it stands in', () => {
    expect(supported('500,000', '1,500,000')).toBe(false);
    expect(supported('15', '150')).toBe(false);
    expect(supported('12.5', '112.5')).toBe(false);
    expect(supported('2026', '20260')).toBe(false);
  });

  it('whatever unit stands behind it', () => {
    expect(supported('30일', '30개월')).toBe(true);
  });

  it('as an abbreviated year by the year in full, and only with an apostrophe', () => {
    for (const mark of ["'", '’', '‘', '`']) expect(supported(`${mark}26년`, '2026년')).toBe(true);
    expect(supported('26년', '2026년')).toBe(false);
    expect(supported("'27년", '2026년')).toBe(false);
    expect(supported("'98년", '1998년')).toBe(true);
    expect(supported("'26", "'26년")).toBe(true);
    expect(supported('2026년', "'26년")).toBe(false);
  });

  it('as part of a date by the date, however it is written', () => {
    expect(supported('2026년 12월 31일', '2026.12.31.')).toBe(true);
    expect(supported('2026.12.31', '2026. 12. 31.')).toBe(true);
    expect(supported('2026.7.1.', '2026년 7월 1일')).toBe(true);
    expect(supported('2026.07.01', '2026-7-1')).toBe(true);
    expect(supported("'26.7월", '2026년 7월')).toBe(true);
    expect(supported("'26.8월", '2026년 7월')).toBe(false);
    expect(supported('2026.8.1', '2026. 7. 1.')).toBe(false);
    expect(supported("'26년 7월", "'26.7월")).toBe(true);
  });

  it('as one of several with commas between them', () => {
    expect(supported('20', '10,20,30호')).toBe(true);
    expect(supported('500', '1,500')).toBe(false);
  });

  it('always by the very text that it stands in', () => {
    const piece = fc.oneof(
      fc.stringMatching(/^[0-9０-９,.]{1,8}$/),
      fc.constantFrom("'", '’', '26', '년', ' ', '\n', '제3조', '2026. 7. 1.', '[12]', '가'),
    );
    fc.assert(fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => supported(pieces.join(''), pieces.join(''))));
  });
});

it('a cut is moved out of a number, never out of a word', () => {
  expect(outsideNumber('금액 1,500원', 5)).toBe(3);
  expect(outsideNumber('금액 1,500원', 3)).toBe(3);
  expect(outsideNumber('금액 1,500원', 8)).toBe(8);
  expect(outsideNumber('다. 15', 2)).toBe(2);
  expect(outsideNumber('다.15', 3)).toBe(2);
});
