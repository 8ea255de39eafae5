import type { Item, TableItem, TextItem } from './items.ts';

const FIGURE = /^[<[(〈《【]? ?(?:그림|사진|도\s?\d|figure|fig\.|image|photo)/i;

/** Which caption belongs to which table: the one next to it, with nothing but empty paragraphs between. */
export function tableCaptions(items: readonly Item[]): Map<TableItem, TextItem> {
  const out = new Map<TableItem, TextItem>();
  const solid = items.filter((item) => item.kind === 'table' || item.text.trim() !== '' || item.attached.length > 0);
  for (const [index, item] of solid.entries()) {
    if (item.kind !== 'text' || item.type !== 'caption' || isFigureCaption(item)) continue;
    const before = tableAt(solid, index - 1);
    const after = tableAt(solid, index + 1);
    // Between two tables: it stays with what follows if it says so, or if the table above has its caption already.
    const table = before && after ? (item.keepNext || out.has(before) ? after : before) : (after ?? before);
    if (table && !out.has(table)) out.set(table, item);
  }
  return out;
}

export function isFigureCaption(item: TextItem): boolean {
  return FIGURE.test(item.text.trimStart());
}

function tableAt(items: readonly Item[], index: number): TableItem | undefined {
  const item = items[index];
  return item?.kind === 'table' ? item : undefined;
}
