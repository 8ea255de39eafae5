import { describe, expect, it } from 'vitest';
import { shiftFormula } from './shared-formula.ts';

describe('a shared formula at another cell', () => {
  it.each([
    ['B4+C4', 1, 0, 'B5+C5'],
    ['SUM(B4:$D$6)', 2, 1, 'SUM(C6:$D$6)'],
    ['$A1&B$2', 1, 1, '$A2&C$2'],
    ['LOG10(A1)', 1, 0, 'LOG10(A2)'],
    ['"A1 은 글자"&A1', 1, 0, '"A1 은 글자"&A2'],
    ["'A1 시트'!A1", 1, 0, "'A1 시트'!A2"],
    ['예산!B2', 0, 2, '예산!D2'],
    ['Sheet1!A1+AB12!A1', 1, 0, 'Sheet1!A2+AB12!A2'],
    ['세율_A1*A1', 1, 0, '세율_A1*A2'],
    ['A1', -1, 0, 'A1048576'],
  ])('%s by %d rows and %d columns', (formula, rows, cols, shifted) => {
    expect(shiftFormula(formula, rows, cols)).toBe(shifted);
  });
});
