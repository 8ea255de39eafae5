import type { Box } from '../../../model/geometry.ts';
import { isContentsLine, markerOf } from './markers.ts';
import type { PageCell, PageTable } from './page-table.ts';
import type { Field, TextLine } from './text-line.ts';

/** Rows and columns that it takes for aligned text to be a table and not a few tabs. */
const LEAST_ROWS = 3;
const LEAST_COLUMNS = 3;
/** Share of the rows that must fill all columns. */
const FULL_ROWS = 0.6;
/** In parts of the size: white that must run down between two columns. */
const GUTTER = 0.8;

/** Lines of one column from top to bottom; those that stand under one another in columns are made tables. */
export function withAlignedTables(lines: readonly TextLine[]): (TextLine | PageTable)[] {
  const out: (TextLine | PageTable)[] = [];
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (
      end < lines.length &&
      isRow(lines[end] as TextLine) &&
      (end === at || follows(lines[end - 1] as TextLine, lines[end] as TextLine))
    )
      end++;
    // Words over several columns at once head a table more often than they stand in it.
    const heads = [0, 1, 2].find((skip) => end - at - skip >= LEAST_ROWS && tableOf(lines.slice(at + skip, end)) !== null);
    if (heads !== undefined) {
      out.push(...lines.slice(at, at + heads), tableOf(lines.slice(at + heads, end)) as PageTable);
      at = end;
    } else {
      const next = Math.max(end, at + 1);
      out.push(...lines.slice(at, next));
      at = next;
    }
  }
  return out;
}

function isRow(line: TextLine): boolean {
  return line.fields.length >= 2 && !isContentsLine(line.text) && markerOf(line.text) !== 'bullet';
}

function follows(above: TextLine, line: TextLine): boolean {
  const leading = line.base - above.base;
  return leading > 0.6 * line.size && leading < 3 * line.size && Math.abs(above.size - line.size) < 0.2 * line.size;
}

function tableOf(lines: readonly TextLine[]): PageTable | null {
  const columns = columnsOf(lines);
  if (columns.length < LEAST_COLUMNS) return null;
  const rows = lines.map((line) => columns.map(([x0, x1]) => line.fields.filter((field) => field.x0 < x1 && field.x1 > x0)));
  const full = rows.filter((row) => row.every((fields) => fields.length === 1)).length;
  if (full < FULL_ROWS * rows.length || rows.some((row) => row.some((fields) => fields.length > 1))) return null;
  const [first, last] = [lines[0] as TextLine, lines.at(-1) as TextLine];
  const ys = lines.map((line, i) => (i === 0 ? line.box[1] : ((lines[i - 1] as TextLine).box[3] + line.box[1]) / 2));
  const bottom = last.box[3];
  const left = Math.min(...lines.map((line) => line.box[0]));
  const right = Math.max(...lines.map((line) => line.box[2]));
  const xs = [left, ...columns.slice(1).map(([x0], i) => ((columns[i] as [number, number])[1] + x0) / 2), right];
  const cells: PageCell[] = [];
  for (const [row, fields] of rows.entries()) {
    for (const [col, own] of fields.entries()) {
      const box: Box = [xs[col] as number, ys[row] as number, xs[col + 1] as number, ys[row + 1] ?? bottom];
      cells.push({ row, col, rowSpan: 1, colSpan: 1, box, content: own.map((field) => lineOf(lines[row] as TextLine, field)) });
    }
  }
  return {
    page: first.page,
    box: [left, first.box[1], right, bottom],
    rows: rows.length,
    cols: columns.length,
    xs,
    cells,
    // Without lines a row that leaves columns empty may as well be the second line of the one above.
    sure: full === rows.length,
    openTop: false,
    openBottom: false,
  };
}

/** Strips that fields take up, with white between them in every line. */
function columnsOf(lines: readonly TextLine[]): [number, number][] {
  const fields = lines.flatMap((line) => line.fields).sort((a, b) => a.x0 - b.x0);
  const gutter = GUTTER * (lines[0] as TextLine).size;
  const columns: [number, number][] = [];
  for (const { x0, x1 } of fields) {
    const last = columns.at(-1);
    if (last && x0 < last[1] + gutter) last[1] = Math.max(last[1], x1);
    else columns.push([x0, x1]);
  }
  return columns;
}

function lineOf(line: TextLine, { text, x0, x1 }: Field): TextLine {
  return { ...line, text, box: [x0, line.box[1], x1, line.box[3]], firstChar: line.size, firstWord: x1 - x0, fields: [] };
}
