import type { BlockType } from '../../../model/block.ts';
import type { Box } from '../../../model/geometry.ts';
import type { Cell, Table } from '../../../model/table.ts';
import type { ContentBuilder, NewCell } from '../../content.ts';
import { tableText } from '../../table-text.ts';
import type { DocCell } from './doc-cell.ts';
import { type DocTable, docTable } from './doc-table.ts';
import { LineJoin } from './line-join.ts';
import type { PageLayout } from './page-layout.ts';
import type { PageTable } from './page-table.ts';
import { type Paragraph, paragraphsOf } from './paragraphs.ts';
import { joinParagraphs, type Piece } from './pieces.ts';
import type { TextLine } from './text-line.ts';

/** A cell's content: its paragraphs and nested tables in order. */
type CellItem =
  | { readonly kind: 'paragraph'; readonly paragraph: Paragraph }
  | { readonly kind: 'table'; readonly table: PlannedTable };

interface PlannedTable {
  readonly table: DocTable;
  readonly cells: { readonly cell: DocCell; readonly items: CellItem[] }[];
}

/** Writes pieces as blocks and tables. All line ends are looked at before the first text is made of lines. */
export class Emitter {
  private readonly content: ContentBuilder;
  private readonly pages: ReadonlyMap<number, PageLayout>;
  private readonly headings: ReadonlyMap<Paragraph, number>;
  private readonly lines = new LineJoin();
  private readonly tables = new Map<DocTable, PlannedTable>();
  private readonly texts: string[] = [];
  private readonly ends: [string, string][] = [];

  constructor(content: ContentBuilder, pages: readonly PageLayout[], headings: ReadonlyMap<Paragraph, number>) {
    this.content = content;
    this.headings = headings;
    this.pages = new Map(pages.map((page) => [page.number, page]));
  }

  /** To be called with all pieces before the first is written. */
  study(pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      if (piece.kind === 'table') this.tables.set(piece.table, this.plan(piece.table));
      else if (piece.kind === 'box') for (const paragraph of piece.paragraphs) this.look(paragraph);
      else if (piece.kind === 'paragraph' || piece.kind === 'note') this.look(piece.paragraph);
    }
    this.lines.settle(this.ends, this.texts);
  }

  write(piece: Exclude<Piece, { kind: 'scan' }>): void {
    const page = piece.page.number;
    if (piece.kind === 'paragraph') this.paragraph(piece.paragraph);
    else if (piece.kind === 'note') this.block('footnote', piece.paragraph);
    else if (piece.kind === 'table') this.table(this.tables.get(piece.table) as PlannedTable);
    else if (piece.kind === 'image') this.content.block({ type: 'image', text: '', page, bbox: this.box(page, piece.box) });
    else if (piece.kind === 'running') {
      const { type, line } = piece.running;
      this.content.block({ type, text: line.text, page, bbox: this.box(page, line.box) });
    } else {
      const text = piece.paragraphs.map((paragraph) => this.text(paragraph)).join('\n');
      this.content.block({ type: 'textbox', text, page, bbox: this.box(page, piece.box), sizes: piece.paragraphs.map(sizeOf) });
    }
  }

  private look({ lines }: Paragraph): void {
    for (const [i, line] of lines.entries()) {
      this.texts.push(line.text);
      const next = lines[i + 1];
      if (next) this.ends.push([line.text, next.text]);
    }
  }

  private plan(table: DocTable): PlannedTable {
    const cells = table.cells.map((cell) => {
      const items: CellItem[] = [];
      for (const part of cell.parts) this.planPart(items, part);
      for (const item of items) if (item.kind === 'paragraph') this.look(item.paragraph);
      return { cell, items };
    });
    return { table, cells };
  }

  private planPart(items: CellItem[], { box, content }: DocCell['parts'][number]): void {
    let lines: TextLine[] = [];
    const end = (): void => {
      if (lines.length === 0) return;
      const pad = Math.max(0, Math.min(6, ...lines.map((line) => Math.min(line.box[0] - box[0], box[2] - line.box[2]))));
      const paragraphs = paragraphsOf(lines, box[0] + pad, box[2] - pad);
      const before = items.at(-1);
      const [first] = paragraphs;
      if (first && before?.kind === 'paragraph' && joinParagraphs(before.paragraph, first)) paragraphs.shift();
      for (const paragraph of paragraphs) items.push({ kind: 'paragraph', paragraph });
      lines = [];
    };
    for (const item of content) {
      if ('text' in item) lines.push(item);
      else {
        end();
        items.push({ kind: 'table', table: this.plan(docTable(item as PageTable)) });
      }
    }
    end();
  }

  private paragraph(paragraph: Paragraph): void {
    const level = this.headings.get(paragraph);
    if (level !== undefined) this.block(level === 0 ? 'title' : 'heading', paragraph, level === 0 ? null : level);
    else this.block(paragraph.marker === 'number' || paragraph.marker === 'bullet' ? 'list_item' : 'paragraph', paragraph);
  }

  private block(type: BlockType, paragraph: Paragraph, level: number | null = null): void {
    const page = (paragraph.lines[0] as TextLine).page;
    const boxes = paragraph.lines.filter((line) => line.page === page).map((line) => line.box);
    this.content.block({
      type,
      level,
      text: this.text(paragraph),
      page,
      bbox: this.box(page, around(boxes)),
      sizes: [sizeOf(paragraph)],
    });
  }

  private table(planned: PlannedTable): void {
    const { table } = planned;
    const first = table.parts[0] as DocTable['parts'][number];
    const made = this.content.table({
      rows: table.rows,
      cols: table.cols,
      header_rows: table.headerRows,
      page: first.page,
      bbox: this.box(first.page, first.box),
      cells: this.cells(planned),
    });
    if (!table.sure) this.content.warn('TABLE_GRID_UNCERTAIN', { page: first.page, block: made.block });
    this.nested(planned, made);
  }

  private nested(planned: PlannedTable, parent: Table): void {
    for (const { cell, items } of planned.cells) {
      for (const item of items) {
        if (item.kind !== 'table') continue;
        const { table } = item.table;
        const [first] = table.parts;
        if (!first) continue;
        const made = this.content.nestedTable({
          rows: table.rows,
          cols: table.cols,
          page: first.page,
          bbox: this.box(first.page, first.box),
          cells: this.cells(item.table),
          parent,
          parent_cell: [cell.row, cell.col],
        });
        this.nested(item.table, made);
      }
    }
  }

  private cells({ cells }: PlannedTable): NewCell[] {
    return cells.map(({ cell, items }) => {
      const part = cell.parts[0] as DocCell['parts'][number];
      const text = items
        .map((item) => (item.kind === 'paragraph' ? this.text(item.paragraph) : this.nestedText(item.table)))
        .join('\n');
      const sizes = items.flatMap((item) =>
        item.kind === 'paragraph'
          ? [sizeOf(item.paragraph)]
          : this.nestedText(item.table)
              .split('\n')
              .map(() => 0),
      );
      return {
        row: cell.row,
        col: cell.col,
        row_span: cell.rowSpan,
        col_span: cell.colSpan,
        text,
        page: part.page,
        bbox: this.box(part.page, part.box),
        sizes,
      };
    });
  }

  private nestedText(planned: PlannedTable): string {
    return tableText({ rows: planned.table.rows, cells: this.cells(planned) as unknown as Cell[] });
  }

  private text({ lines }: Paragraph): string {
    let text = '';
    for (const line of lines) text = text === '' ? line.text : this.lines.join(text, line.text);
    return text;
  }

  /** In the page's own coordinates and inside it. */
  private box(page: number, box: Box): Box {
    const { frame } = this.pages.get(page) as PageLayout;
    const [x0, y0, x1, y1] = frame.back(box);
    const [width, height] = frame.turn === 1 || frame.turn === 3 ? [frame.height, frame.width] : [frame.width, frame.height];
    const inside = (value: number, most: number): number => Math.round(Math.min(most, Math.max(0, value)) * 100) / 100;
    return [inside(x0, width), inside(y0, height), inside(x1, width), inside(y1, height)];
  }
}

/** Type size of a paragraph's first line, in points. */
function sizeOf({ lines }: Paragraph): number {
  return lines[0]?.size ?? 0;
}

function around(boxes: readonly Box[]): Box {
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ];
}
