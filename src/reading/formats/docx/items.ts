import type { BlockType } from '../../../model/block.ts';
import type { Cell } from '../../../model/table.ts';

/** A text of the document with what hangs on it, before ids are given. */
export interface TextItem {
  readonly kind: 'text';
  readonly type: Exclude<BlockType, 'table'>;
  readonly level: number | null;
  readonly text: string;
  readonly page: number;
  /** Marked as hidden by the writer: read, but told. */
  readonly hidden: boolean;
  /** Stays with what follows it: a caption above its table. */
  readonly keepNext: boolean;
  /** Notes, memos, text boxes, pictures and hidden text, in the order in which the text refers to them. */
  readonly attached: Item[];
}

export interface TableItem {
  readonly kind: 'table';
  readonly table: ReadTable;
  readonly attached: Item[];
}

export type Item = TextItem | TableItem;

export interface ReadCell extends Cell {
  readonly nested: ReadTable[];
}

export interface ReadTable {
  readonly rows: number;
  readonly cols: number;
  readonly header_rows: number;
  /** As the table's own properties state it. */
  readonly caption: string | null;
  readonly page: number;
  readonly cells: ReadCell[];
  /** Cells overlap or stand apart in a way that the format does not define. */
  readonly uncertain: boolean;
}

export function textItem(
  type: TextItem['type'],
  text: string,
  page: number,
  more: Partial<Omit<TextItem, 'kind'>> = {},
): TextItem {
  return { kind: 'text', type, text, page, level: null, hidden: false, keepNext: false, attached: [], ...more };
}
