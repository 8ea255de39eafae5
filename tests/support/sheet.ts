import { makeXlsx } from '../makers/xlsx.ts';

/** A small spreadsheet with the given texts, one a row. */
export function sheetWith(...texts: readonly string[]): Buffer {
  const rows = texts.map((_, i) => `<row r="${i + 1}"><c r="A${i + 1}" t="s"><v>${i}</v></c></row>`);
  return makeXlsx({ sheets: [{ name: 'Sheet1', data: rows.join('') }], strings: [...texts] });
}
