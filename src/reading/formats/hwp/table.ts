import type { Caption, TableCell, TableControl } from '../hangul/model.ts';
import { type ParagraphList, paragraphLists, type ReadParagraph } from './lists.ts';
import { objectHeader } from './position.ts';
import { type HwpRecord, RecordCursor, TAG } from './records.ts';

/** Bit 18 of a cell's list attributes: a title cell, repeated on the next page. */
const TITLE_CELL = 1 << 18;

export function readTable(control: HwpRecord, index: number, read: ReadParagraph): TableControl {
  const body = control.children.find((record) => record.tag === TAG.table);
  const size = new RecordCursor(body?.data ?? Buffer.alloc(0), 4);
  const rows = size.u16();
  const cols = size.u16();
  const lists = paragraphLists(control.children, read, TAG.table);
  return {
    kind: 'table',
    index,
    rows,
    cols,
    cells: lists.filter((list) => !list.beforeBody).map(cell),
    caption: readCaption(lists),
    position: objectHeader(control.data).position,
  };
}

/** Table 80: paragraph count and attributes, then column, row and spans. */
function cell(list: ParagraphList): TableCell {
  const cursor = new RecordCursor(list.header, 4);
  const attributes = cursor.u32();
  const col = cursor.u16();
  const row = cursor.u16();
  const colSpan = Math.max(1, cursor.u16());
  const rowSpan = Math.max(1, cursor.u16());
  return { row, col, rowSpan, colSpan, header: (attributes & TITLE_CELL) !== 0, paragraphs: list.paragraphs };
}

/** Table 72: directions 0 left, 1 right, 2 above, 3 below. */
export function readCaption(lists: readonly ParagraphList[]): Caption | null {
  const list = lists.find((candidate) => candidate.beforeBody);
  if (!list) return null;
  const direction = new RecordCursor(list.header, 8).u32() & 3;
  return { before: direction === 0 || direction === 2, paragraphs: list.paragraphs };
}
