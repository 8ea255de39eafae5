/** `시트!A5:C9`: the sheet with its exclamation mark as written, columns by name, rows from 1. */
export interface CellRange {
  readonly sheet: string;
  readonly firstColumn: string;
  readonly firstRow: number;
  readonly lastColumn: string;
  readonly lastRow: number;
}

const RANGE = /^\$?([A-Z]{1,3})\$?([0-9]{1,7})(?::\$?([A-Z]{1,3})\$?([0-9]{1,7}))?$/;

export function parseCellRange(written: string): CellRange | null {
  // A quoted sheet name may hold an exclamation mark; an address never does.
  const bang = written.lastIndexOf('!');
  const match = RANGE.exec(written.slice(bang + 1));
  if (!match) return null;
  const [, firstColumn = '', firstRow = '', lastColumn = firstColumn, lastRow = firstRow] = match;
  return { sheet: written.slice(0, bang + 1), firstColumn, firstRow: Number(firstRow), lastColumn, lastRow: Number(lastRow) };
}

export function formatCellRange(range: CellRange): string {
  const first = `${range.firstColumn}${range.firstRow}`;
  const last = `${range.lastColumn}${range.lastRow}`;
  return range.sheet + (first === last ? first : `${first}:${last}`);
}

/** Row number of an address such as `C9` or `시트!$C$9`; null when it is none. Read from its end: it is asked of every row. */
export function rowOfAddress(address: string): number | null {
  let row = 0;
  let place = 1;
  for (let at = address.length - 1; at >= 0 && place < 1e7; at--, place *= 10) {
    const digit = address.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) break;
    row += digit * place;
  }
  return place === 1 ? null : row;
}
