import type { Revision } from '../../model/structure.ts';
import type { Cell, Table } from '../../model/table.ts';
import type { Content } from '../content.ts';
import { pairLines } from './comparison-lines.ts';
import {
  type ComparisonSide,
  isDashes,
  isDeleted,
  isNew,
  isOmitted,
  paragraphOf,
  readSide,
  sameAsCurrent,
  withoutParagraph,
} from './comparison-side.ts';
import { squeeze } from './spaced-text.ts';

const CURRENT = /^(?:현행|현행규정|현행법|현행조례|현행\(.{0,10}\)|종전|당초|개정전)$/;
const REVISED = /^(?:개정안|개정\(안\)|개정|개정규정|개정규정안|변경안|수정안|개정후|개정조례안|정비안)$/;
const HEADER_ROWS = 3;
const LONGEST_HEADER = 40;

interface Columns {
  readonly headerRow: number;
  readonly current: readonly [first: number, end: number];
  readonly revised: readonly [first: number, end: number];
}

/** The rows of every 신ㆍ구조문대비표: what stands, what it becomes, and what kind of change that is. */
export function findRevisions(content: Content): Revision[] {
  return content.tables.flatMap((table) => {
    const columns = comparisonColumns(table);
    return columns ? tableRevisions(table, columns) : [];
  });
}

/** 현행 | 개정안 side by side in one of the first rows. */
function comparisonColumns(table: Table): Columns | null {
  if (table.cols < 2) return null;
  const current: (Cell | undefined)[] = [];
  const revised: (Cell | undefined)[] = [];
  for (const cell of table.cells) {
    if (cell.row >= HEADER_ROWS || cell.text.length > LONGEST_HEADER) continue;
    const text = squeeze(cell.text);
    if (CURRENT.test(text)) current[cell.row] ??= cell;
    else if (REVISED.test(text)) revised[cell.row] ??= cell;
  }
  for (const [row, left] of current.entries()) {
    const right = revised[row];
    if (!left || !right || left.col >= right.col) continue;
    return {
      headerRow: row + Math.max(left.row_span, right.row_span) - 1,
      current: [left.col, left.col + left.col_span],
      revised: [right.col, right.col + right.col_span],
    };
  }
  return null;
}

function tableRevisions(table: Table, columns: Columns): Revision[] {
  const rows = new Map<number, { current: Cell[]; revised: Cell[] }>();
  for (const cell of table.cells) {
    if (cell.row <= columns.headerRow) continue;
    const row = rows.get(cell.row) ?? { current: [], revised: [] };
    rows.set(cell.row, row);
    if (cell.col >= columns.current[0] && cell.col < columns.current[1]) row.current.push(cell);
    else if (cell.col >= columns.revised[0] && cell.col < columns.revised[1]) row.revised.push(cell);
  }
  const revisions: Revision[] = [];
  for (const row of [...rows.keys()].sort((a, b) => a - b)) {
    const { current, revised } = rows.get(row) as { current: Cell[]; revised: Cell[] };
    const page = (current[0] ?? revised[0])?.page;
    for (const [left, right] of pairLines(textOf(current), textOf(revised))) {
      if (left.trim() === '' && right.trim() === '') continue;
      revisions.push({ ...revisionOf(left, right), table: table.id, ...(page === undefined ? {} : { page }) });
    }
  }
  return revisions;
}

function textOf(cells: readonly Cell[]): string {
  return [...cells]
    .sort((a, b) => a.col - b.col)
    .map((cell) => cell.text)
    .filter((text) => /\S/.test(text))
    .join('\n');
}

export function revisionOf(current: string, revised: string): Pick<Revision, 'kind' | 'label' | 'current' | 'revised'> {
  const from = readSide(current);
  const to = readSide(revised);
  const kind = kindOf(from, to);
  return { kind, label: (kind === 'added' || from.label === '' ? to.label : from.label) || from.label, current, revised };
}

function kindOf(from: ComparisonSide, to: ComparisonSide): Revision['kind'] {
  if (isNew(from)) return 'added';
  if (isDeleted(to)) return 'deleted';
  const moved =
    from.label !== '' &&
    to.label !== '' &&
    (squeeze(from.label) !== squeeze(to.label) || (isDashes(to) ? false : paragraphMoved(from, to)));
  const retitled = to.title !== '' && !/^[-－―‐‑–—─━ㅡ]+$/.test(to.title) && from.title !== to.title;
  const same = sameAsCurrent(to);
  if (same !== null) {
    if (moved || same === 'moved') return 'renumbered';
    return retitled ? 'amended' : 'unchanged';
  }
  if (isOmitted(from) && isOmitted(to)) return moved ? 'renumbered' : 'unchanged';
  const equal = isDashes(to) || withoutParagraph(from.body) === withoutParagraph(to.body);
  if (!equal || retitled) return 'amended';
  return moved || (from.label === '' && to.label !== '') ? 'renumbered' : 'unchanged';
}

function paragraphMoved(from: ComparisonSide, to: ComparisonSide): boolean {
  return paragraphOf(from) !== '' && paragraphOf(to) !== '' && paragraphOf(from) !== paragraphOf(to);
}
