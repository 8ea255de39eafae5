import { colOf, columnName, MAX_COLS, MAX_ROWS, parseAddress, rowOf } from './addresses.ts';

/** Quoted text, a quoted sheet name, or a word that may be a cell reference. Linear: each branch eats one kind of character. */
const TOKEN = /"[^"]*"|'[^']*'|[$\p{L}_][$\p{L}\p{N}_.]*/gu;
const REFERENCE = /^(\$?)([A-Za-z]{1,3})(\$?)(\d{1,7})$/;

/** A shared formula at another cell: relative references move with it (ECMA-376 part 1, 18.3.1.40). */
export function shiftFormula(formula: string, rows: number, cols: number): string {
  return formula.replace(TOKEN, (token, at: number) => {
    const parts = REFERENCE.exec(token);
    // A name before a bracket is a function (LOG10), before an exclamation mark a sheet.
    if (!parts || formula[at + token.length] === '(' || formula[at + token.length] === '!') return token;
    const key = parseAddress(token);
    if (key < 0) return token;
    const col = parts[1] ? colOf(key) : (colOf(key) + cols + MAX_COLS) % MAX_COLS;
    const row = parts[3] ? rowOf(key) : (rowOf(key) + rows + MAX_ROWS) % MAX_ROWS;
    return `${parts[1]}${columnName(col)}${parts[3]}${row + 1}`;
  });
}
