import { type CellPair, type DocCell, isEmpty, sameColumn } from './doc-cell.ts';
import type { TextLine } from './text-line.ts';

/** Of the new page's first cells, those that go on with a cell over several rows: its rows are on both pages. */
export function hangingOver(first: readonly CellPair[], known: readonly DocCell[]): Set<DocCell> {
  const over = new Set<DocCell>();
  const extents = new Set<string>();
  const extent = ({ cell, cut }: CellPair): string => `${cut?.rowSpan} ${cell.rowSpan}`;
  for (const pair of first) {
    if (!pair.cut || !hangsOver(pair.cut, pair.cell, known)) continue;
    over.add(pair.cell);
    if (!isEmpty(pair.cut) || !isEmpty(pair.cell)) extents.add(extent(pair));
  }
  // Beside one that goes on, a cell over the same rows goes on too if it is empty, or was full.
  for (const pair of first) {
    const { cut, cell } = pair;
    const spans = cell.rowSpan > 1 || (cut?.rowSpan ?? 0) > 1;
    if (cut && spans && extents.has(extent(pair)) && (isEmpty(cut) ? isEmpty(cell) : isFull(cut))) over.add(cell);
  }
  return over;
}

/** In parts of the size: a line with its leading and the cell's padding. */
const FULL = 1.95;

/** No room for one line more. */
function isFull(cell: DocCell): boolean {
  const part = cell.parts.at(-1) as DocCell['parts'][number];
  const lines = part.content.filter((item): item is TextLine => 'text' in item);
  const [top, end] = [lines[0], lines.at(-1)];
  return top !== undefined && end !== undefined && part.box[3] - part.box[1] - (end.box[3] - top.box[1]) < FULL * end.size;
}

function hangsOver(cut: DocCell, cell: DocCell, known: readonly DocCell[]): boolean {
  const spans = cell.rowSpan > 1 || cut.rowSpan > 1;
  if (isEmpty(cell) && isEmpty(cut)) return cell.rowSpan > 1 && cut.rowSpan > 1;
  if (isEmpty(cell)) return spans || isLabelColumn(known, cut);
  if (isEmpty(cut)) return cut.rowSpan > 1 || isLabelColumn(known, cut);
  if (!spans || !beginsAtTop(cell)) return false;
  const others = known.filter((other) => other !== cut && sameColumn(other, cell) && other.rowSpan > 2 && !isEmpty(other));
  return others.filter(beginsAtTop).length <= 0.3 * others.length;
}

/** A column in which the other cells hold for several rows and none is left empty. */
function isLabelColumn(cells: readonly DocCell[], of: DocCell): boolean {
  const own = cells.filter((cell) => cell !== of && sameColumn(cell, of));
  return own.some((cell) => cell.rowSpan > 1) && !own.some(isEmpty);
}

/** Text right under the cell's upper side with room below it: where text stands in the middle, it began on another page. */
function beginsAtTop(cell: DocCell): boolean {
  const part = cell.parts[0] as DocCell['parts'][number];
  const lines = part.content.filter((item): item is TextLine => 'text' in item);
  const [top, end] = [lines[0], lines.at(-1)];
  if (!top || !end) return false;
  const [above, below] = [top.box[1] - part.box[1], part.box[3] - end.box[3]];
  return above < 0.7 * top.size && below > above + 1.2 * top.size;
}
