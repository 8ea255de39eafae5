import { LIMITS } from '../../container/budget.ts';
import type { Place } from '../../content.ts';
import { Unreadable } from '../../unreadable.ts';
import type { CellFlow, TableFlow } from './flow.ts';
import type { Paragraph, TableCell, TableControl } from './model.ts';

type ReadCell = (index: number, paragraphs: readonly Paragraph[]) => Pick<CellFlow, 'items' | 'place'>;

/** A table with its grid as the file states it; what cannot be a grid (cells outside it, spans beyond it) is put right and told. */
export function tableFlow(table: TableControl, place: Place | null, readCell: ReadCell): TableFlow {
  let rows = table.rows;
  let cols = table.cols;
  let uncertain = false;
  for (const cell of table.cells) {
    if (cell.row >= rows || cell.col >= cols) uncertain = true;
    rows = Math.max(rows, cell.row + 1);
    cols = Math.max(cols, cell.col + 1);
  }
  if (Math.max(1, rows) * Math.max(1, cols) > LIMITS.cells)
    throw new Unreadable('LIMIT_EXCEEDED', { text: '표의 칸 수가 한도를 넘습니다. 파일을 나누어 올려 주세요.' });
  // Honest cells cover each place once; spans that cover a table many times over would be paid for in time.
  const covered = table.cells.reduce(
    (sum, cell) => sum + spanWithin(cell.rowSpan, rows - cell.row) * spanWithin(cell.colSpan, cols - cell.col),
    0,
  );
  const spansHold = covered <= 2 * rows * cols;
  const cells = table.cells.map((cell, index): CellFlow => {
    const rowSpan = spansHold ? spanWithin(cell.rowSpan, rows - cell.row) : 1;
    const colSpan = spansHold ? spanWithin(cell.colSpan, cols - cell.col) : 1;
    if (rowSpan !== cell.rowSpan || colSpan !== cell.colSpan) uncertain = true;
    return { row: cell.row, col: cell.col, rowSpan, colSpan, header: cell.header, ...readCell(index, cell.paragraphs) };
  });
  return { kind: 'table', rows, cols, headerRows: headerRows(table.cells, rows), uncertain, cells, caption: null, place };
}

function spanWithin(span: number, room: number): number {
  return Math.max(1, Math.min(span, room));
}

/** Rows from the top in which every cell is marked as a title cell. */
function headerRows(cells: readonly TableCell[], rows: number): number {
  const plain = new Set<number>();
  let last = -1;
  for (const cell of cells) {
    if (!cell.header) plain.add(cell.row);
    else last = Math.max(last, cell.row + cell.rowSpan - 1);
  }
  let count = 0;
  while (count < rows && count <= last && !plain.has(count)) count++;
  return count;
}
