import { describe, expect, it } from 'vitest';
import { formatCellRange, parseCellRange, rowOfAddress } from './cell-range.ts';

describe('ranges of a spreadsheet', () => {
  it.each(['예산!A5:C9', "'집행 내역'!A1:B61", "'가!나'!AA10:XFD1048576", 'B2'])('come out as they went in: %s', (written) => {
    const range = parseCellRange(written);
    expect(range && formatCellRange(range)).toBe(written);
  });

  it('are null when they are none', () => {
    expect(parseCellRange('예산!이름')).toBeNull();
    expect(rowOfAddress('예산')).toBeNull();
  });

  it('tell the row of an address', () => {
    expect([rowOfAddress('C9'), rowOfAddress("'집행 내역'!$C$12")]).toEqual([9, 12]);
  });
});
