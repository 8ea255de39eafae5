import { describe, expect, it } from 'vitest';
import { address, cellKey, colOf, columnName, parseAddress, parseRange, quoteSheet, rowOf, sheetRange } from './addresses.ts';

describe('addresses', () => {
  it.each([
    ['A1', 0, 0],
    ['$B$12', 11, 1],
    ['z9', 8, 25],
    ['AA10', 9, 26],
    ['XFD1048576', 1_048_575, 16_383],
  ])('%s is read', (text, row, col) => {
    const key = parseAddress(text);
    expect([rowOf(key), colOf(key)]).toEqual([row, col]);
  });

  it.each(['', 'A', '1', 'A0', 'XFE1', 'A1048577', 'A1B', 'A-1', 'AAAAAAAAAAAAAAAAAAAAA1', '가1', 'A1:B2'])(
    '%s is none',
    (text) => {
      expect(parseAddress(text)).toBe(-1);
    },
  );

  it('every column name leads back to its column', () => {
    for (let col = 0; col < 16_384; col++) expect(parseAddress(`${columnName(col)}7`)).toBe(cellKey(6, col));
    expect(address(4, 27)).toBe('AB5');
  });

  it('a range has its corners in order, whichever way it is written', () => {
    expect(parseRange('C5:A1')).toEqual({ top: 0, left: 0, bottom: 4, right: 2 });
    expect(parseRange('B2')).toEqual({ top: 1, left: 1, bottom: 1, right: 1 });
    expect(parseRange('A:C')).toBeNull();
  });

  it.each([
    ['예산', '예산'],
    ['Sheet1', 'Sheet1'],
    ['집행 내역', "'집행 내역'"],
    ['2026년', "'2026년'"],
    ["O'Brien", "'O''Brien'"],
    ['A1', "'A1'"],
    ['R1C1', "'R1C1'"],
    ['RC', "'RC'"],
    ['(참고)', "'(참고)'"],
    ['총괄_1.2', '총괄_1.2'],
    ['TABLE2026', 'TABLE2026'],
  ])('the sheet %s is written %s', (name, written) => {
    expect(quoteSheet(name)).toBe(written);
  });

  it('a range of one cell is written as that cell', () => {
    expect(sheetRange('예산', { top: 0, left: 0, bottom: 4, right: 2 })).toBe('예산!A1:C5');
    expect(sheetRange('예산', { top: 1, left: 1, bottom: 1, right: 1 })).toBe('예산!B2');
  });
});
