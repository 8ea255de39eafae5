import type { Block } from '../../../model/block.ts';
import type { Cell, Table } from '../../../model/table.ts';
import type { WarningCode } from '../../../model/warning.ts';
import type { ContentBuilder, NewTable, Place } from '../../content.ts';
import { tableText } from '../../table-text.ts';
import type { BoxFlow, CaptionFlow, CellFlow, FlowItem, PictureFlow, TableFlow, TextFlow } from './flow.ts';

/** Past this many places the warning says no more than before. */
const MOST_WARNINGS = 50;

/** Writes flow items into the content: one block each, tables with their grids, and who belongs to whom. */
export class Emitter {
  private readonly content: ContentBuilder;
  private readonly blockOf = new Map<TextFlow, Block>();
  private readonly waiting: { block: Block; owner: TextFlow }[] = [];
  /** Headers and footers that were written already: a definition repeated in every section is one. */
  private readonly running = new Set<string>();
  private warnings = 0;

  constructor(content: ContentBuilder) {
    this.content = content;
  }

  /** The items of one page: a block and the paragraph it belongs to are always among the same ones. */
  emit(items: readonly FlowItem[]): void {
    for (const item of items) this.item(item, null);
    for (const { block, owner } of this.waiting) block.parent = this.blockOf.get(owner)?.id ?? block.parent;
    this.waiting.length = 0;
    this.blockOf.clear();
  }

  /** Returns the first block that was written, null for none. */
  private item(item: FlowItem, parent: string | null): Block | null {
    switch (item.kind) {
      case 'text':
        return this.text(item, parent);
      case 'table':
        return this.table(item, parent);
      case 'box':
        return this.box(item, parent);
      case 'picture':
        return this.picture(item, parent);
    }
  }

  private text(item: TextFlow, parent: string | null): Block {
    const block = this.content.block({
      type: item.type,
      text: item.text,
      level: item.level,
      parent,
      sizes: [item.size],
      ...placed(item.place),
    });
    this.blockOf.set(item, block);
    return block;
  }

  private picture(item: PictureFlow, parent: string | null): Block | null {
    return this.withCaption(item.caption, () =>
      this.content.block({ type: 'image', text: item.alt, parent, ...placed(item.place) }),
    );
  }

  /** Text in a box is one block; a table or box inside cuts it, so that everything stands once and in order. */
  private box(item: BoxFlow, parent: string | null): Block | null {
    if (item.type === 'header' || item.type === 'footer') {
      const wording = `${item.type} ${plainText(item.items)}`;
      if (this.running.has(wording)) return null;
      this.running.add(wording);
    }
    return this.withCaption(item.caption, () => {
      let first: Block | null = null;
      let lines: string[] = [];
      let sizes: number[] = [];
      let held: FlowItem[] = [];
      let place = item.place;
      const flush = () => {
        if (lines.length > 0) {
          const block = this.content.block({ type: item.type, text: lines.join('\n'), parent, sizes, ...placed(place) });
          this.belongs(block, item.owner);
          if (item.hidden) this.warn('HIDDEN_CONTENT', block);
          first ??= block;
          lines = [];
          sizes = [];
        }
        for (const inner of held) {
          const block = this.item(inner, first?.id ?? parent);
          first ??= block;
        }
        held = [];
      };
      for (const inner of item.items) {
        if (inner.kind === 'text') {
          if (lines.length === 0) place = inner.place ?? item.place;
          addLines(lines, sizes, inner);
        } else if (inner.kind === 'picture' || (inner.kind === 'box' && inner.type !== 'textbox')) held.push(inner);
        else {
          flush();
          const block = this.item(inner, first?.id ?? parent);
          first ??= block;
        }
      }
      flush();
      return first;
    });
  }

  private table(item: TableFlow, parent: string | null): Block | null {
    return this.withCaption(item.caption, () => {
      const read = readTable(item);
      const table = this.content.table({ ...read.table, ...placed(item.place) });
      const block = this.content.blocks.at(-1) as Block;
      block.parent = parent;
      if (read.uncertain) this.warn('TABLE_GRID_UNCERTAIN', block);
      this.nested(read, table);
      // What stands apart from a cell's text (notes, boxes, pictures) follows the table it is in.
      for (const extra of read.extras) this.item(extra, block.id);
      return block;
    });
  }

  private nested(read: ReadTable, parent: Table): void {
    for (const { cell, inner } of read.nested) {
      const table = this.content.nestedTable({
        ...inner.table,
        ...placed(inner.place),
        parent,
        parent_cell: [cell.row, cell.col],
      });
      this.nested(inner, table);
    }
  }

  private withCaption(caption: CaptionFlow | null, write: () => Block | null): Block | null {
    const above = caption?.before ? this.item(caption.box, null) : null;
    const block = write();
    if (above && block) above.parent = block.id;
    const below = caption && !caption.before ? this.item(caption.box, block?.id ?? null) : null;
    return block ?? above ?? below;
  }

  private warn(code: WarningCode, block: Block): void {
    if (this.warnings++ < MOST_WARNINGS) this.content.warn(code, { block: block.id });
  }

  private belongs(block: Block, owner: TextFlow | null): void {
    if (owner) this.waiting.push({ block, owner });
  }
}

interface ReadTable {
  readonly table: Omit<NewTable, 'place'>;
  readonly place: Place | null;
  readonly uncertain: boolean;
  readonly nested: { cell: CellFlow; inner: ReadTable }[];
  readonly extras: FlowItem[];
  readonly text: string;
}

/** Cells' texts from the inside out: a nested table's text stands in the outer cell in its place. */
function readTable(item: TableFlow): ReadTable {
  const nested: ReadTable['nested'] = [];
  const extras: FlowItem[] = [];
  let uncertain = item.uncertain;
  const cells = item.cells.map((cell): Cell & { place?: Place; sizes: number[] } => {
    const lines: string[] = [];
    const sizes: number[] = [];
    for (const inner of cell.items) {
      if (inner.kind === 'text') addLines(lines, sizes, inner);
      else if (inner.kind === 'table') {
        const read = readTable(inner);
        nested.push({ cell, inner: read });
        if (read.text !== '') addLines(lines, sizes, { text: read.text, size: 0 });
        if (inner.caption) extras.push(inner.caption.box);
        for (const extra of read.extras) extras.push(extra);
        uncertain ||= read.uncertain;
      } else extras.push(inner);
    }
    return {
      row: cell.row,
      col: cell.col,
      row_span: cell.rowSpan,
      col_span: cell.colSpan,
      text: lines.join('\n'),
      header: cell.header,
      page: 1,
      bbox: null,
      cell: null,
      sizes,
      ...placed(cell.place),
    };
  });
  const caption = item.caption ? plainText([item.caption.box]) : null;
  const table = { rows: item.rows, cols: item.cols, header_rows: item.headerRows, cells, caption: caption || null };
  return { table, place: item.place, uncertain, nested, extras, text: tableText({ rows: item.rows, cells }) };
}

/** A text with the size of each line it has. */
function addLines(lines: string[], sizes: number[], { text, size }: Pick<TextFlow, 'text' | 'size'>): void {
  lines.push(text);
  sizes.push(size);
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) sizes.push(size);
}

/** All text of some items, a line each. */
function plainText(items: readonly FlowItem[]): string {
  const lines: string[] = [];
  for (const item of items) {
    if (item.kind === 'text') lines.push(item.text);
    else if (item.kind === 'box') lines.push(plainText(item.items));
    else if (item.kind === 'table') lines.push(readTable(item).text);
  }
  return lines.filter((line) => line !== '').join('\n');
}

function placed(place: Place | null): { place?: Place } {
  return place ? { place } : {};
}
