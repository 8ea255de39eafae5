/** Bounds of every sheet (ECMA-376 part 1, 18.3.1.73 and Excel's own limits); rows and columns are counted from 0 here. */
export const MAX_ROWS = 1_048_576;
export const MAX_COLS = 16_384;

export interface Range {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** One number per cell, in reading order. */
export function cellKey(row: number, col: number): number {
  return row * MAX_COLS + col;
}

export function rowOf(key: number): number {
  return Math.floor(key / MAX_COLS);
}

export function colOf(key: number): number {
  return key % MAX_COLS;
}

/** `B12` (or `$B$12`) as a key; -1 for what is no address of a sheet. */
export function parseAddress(text: string): number {
  let at = 0;
  let col = 0;
  let row = 0;
  if (text.charCodeAt(at) === 36) at++;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at) & ~32;
    if (code < 65 || code > 90) break;
    col = col * 26 + code - 64;
    if (col > MAX_COLS) return -1;
  }
  if (text.charCodeAt(at) === 36) at++;
  const digits = at;
  for (; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    row = row * 10 + digit;
    if (row > MAX_ROWS) return -1;
  }
  return col === 0 || row === 0 || at === digits ? -1 : cellKey(row - 1, col - 1);
}

/** `A1:C5` or `A1`; corners may come in any order. */
export function parseRange(text: string): Range | null {
  const colon = text.indexOf(':');
  const from = parseAddress(colon < 0 ? text : text.slice(0, colon));
  const to = colon < 0 ? from : parseAddress(text.slice(colon + 1));
  if (from < 0 || to < 0) return null;
  const [r0, r1, c0, c1] = [rowOf(from), rowOf(to), colOf(from), colOf(to)];
  return { top: Math.min(r0, r1), bottom: Math.max(r0, r1), left: Math.min(c0, c1), right: Math.max(c0, c1) };
}

const columnNames: string[] = [];

export function columnName(col: number): string {
  const known = columnNames[col];
  if (known !== undefined) return known;
  let name = '';
  for (let n = col + 1; n > 0; n = Math.floor((n - 1) / 26)) name = String.fromCharCode(65 + ((n - 1) % 26)) + name;
  columnNames[col] = name;
  return name;
}

export function address(row: number, col: number): string {
  return columnName(col) + (row + 1);
}

/** Sheet and range as Excel writes a reference: `예산!A1:C5`, `'집행 내역'!A1:B61`, `Sheet1!A1`. */
export function sheetRange(sheet: string, range: Range): string {
  const from = address(range.top, range.left);
  const to = address(range.bottom, range.right);
  return `${quoteSheet(sheet)}!${from === to ? from : `${from}:${to}`}`;
}

/** Excel quotes a name that holds more than letters, digits, `_` and `.`, starts with a digit, or reads as a reference. */
export function quoteSheet(name: string): string {
  const plain =
    /^[\p{L}_][\p{L}\p{M}\p{N}_.]*$/u.test(name) && !/^[A-Za-z]{1,3}\d{1,7}$/.test(name) && !/^r\d*(c\d*)?$|^c\d*$/i.test(name);
  return plain ? name : `'${name.replaceAll("'", "''")}'`;
}
