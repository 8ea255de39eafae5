import type { Box } from '../../../model/geometry.ts';
import type { PageCell, PageTable } from './page-table.ts';
import type { TextLine } from './text-line.ts';

/** A cell of a whole table. One that a page break cuts has a part on each page. */
export interface DocCell {
  row: number;
  col: number;
  rowSpan: number;
  colSpan: number;
  readonly parts: { readonly page: number; readonly box: Box; readonly content: (TextLine | PageTable)[] }[];
}

/** A first cell of a page, and the cell of the same columns that the page before ended with. */
export interface CellPair {
  readonly cell: DocCell;
  readonly cut: DocCell | undefined;
}

export function docCell(cell: PageCell, page: number): DocCell {
  const { row, col, rowSpan, colSpan, box, content } = cell;
  return { row, col, rowSpan, colSpan, parts: [{ page, box, content }] };
}

export function linesOfCell(cell: DocCell): TextLine[] {
  return cell.parts.flatMap((part) => part.content.filter((item): item is TextLine => 'text' in item));
}

export function bare(cell: DocCell): string {
  return linesOfCell(cell)
    .map((line) => line.text)
    .join('')
    .replace(/\s+/g, '');
}

export function isEmpty(cell: DocCell): boolean {
  return cell.parts.every((part) => part.content.length === 0);
}

export function sameColumn(a: DocCell, b: DocCell): boolean {
  return a.col === b.col && a.colSpan === b.colSpan;
}
