import type { Block } from '../../../model/block.ts';
import type { Table } from '../../../model/table.ts';
import type { ContentBuilder } from '../../content.ts';
import { isFigureCaption } from './captions.ts';
import type { Item, ReadTable, TableItem, TextItem } from './items.ts';

/** Hands items over as blocks and tables, each followed by what hangs on it. */
export class Emitter {
  /** Blocks of text that the writer hid. */
  readonly hidden: Block[] = [];
  readonly uncertainTables: Block[] = [];
  private readonly builder: ContentBuilder;
  private readonly captions: ReadonlyMap<TableItem, TextItem>;
  private readonly captionBlocks = new Map<TextItem, Block>();
  private readonly tableOfCaption = new Map<TextItem, Table>();
  /** The picture of the item before, which a figure's caption names. */
  private picture: Block | undefined;

  constructor(builder: ContentBuilder, captions: ReadonlyMap<TableItem, TextItem>) {
    this.builder = builder;
    this.captions = captions;
  }

  emit(item: Item, parent: string | null = null): void {
    const before = this.picture;
    const blocks = this.builder.blocks.length;
    if (parent === null) this.picture = undefined;
    if (item.kind === 'table') this.table(item, parent);
    else this.text(item, parent, before);
    // An empty paragraph does not come between a picture and its caption.
    if (this.builder.blocks.length === blocks) this.picture = before;
  }

  private text(item: TextItem, parent: string | null, picture: Block | undefined): void {
    let holder = parent;
    if (item.text.trim() !== '' || item.type === 'image') {
      const block = this.builder.block({ type: item.type, text: item.text, level: item.level, page: item.page, parent });
      holder = block.id;
      if (item.hidden) this.hidden.push(block);
      if (item.type === 'image') this.picture = block;
      if (item.type === 'caption') this.caption(item, block, picture);
    }
    for (const attached of item.attached) this.emit(attached, holder);
  }

  private caption(item: TextItem, block: Block, picture: Block | undefined): void {
    this.captionBlocks.set(item, block);
    const table = this.tableOfCaption.get(item);
    if (table) block.parent = table.block;
    else if (picture && isFigureCaption(item)) block.parent = picture.id;
  }

  private table(item: TableItem, parent: string | null): void {
    const caption = this.captions.get(item);
    const table = this.builder.table({ ...item.table, caption: caption?.text ?? item.table.caption });
    const block = this.builder.blocks.at(-1) as Block;
    block.parent = parent;
    if (item.table.uncertain) this.uncertainTables.push(block);
    if (caption) {
      this.tableOfCaption.set(caption, table);
      const above = this.captionBlocks.get(caption);
      if (above) above.parent = table.block;
    }
    this.nested(item.table, table);
    for (const attached of item.attached) this.emit(attached, table.block);
  }

  private nested(outer: ReadTable, table: Table): void {
    for (const cell of outer.cells) {
      for (const inner of cell.nested) {
        this.nested(inner, this.builder.nestedTable({ ...inner, parent: table, parent_cell: [cell.row, cell.col] }));
      }
    }
  }
}
