import type { XmlElement } from '../../container/xml.ts';
import { firstChild } from '../../container/xml.ts';
import { tableText } from '../../table-text.ts';
import { Unreadable } from '../../unreadable.ts';
import { type GridCell, type GridRow, readGrid } from './grid.ts';
import type { Item, ReadCell, ReadTable, TableItem } from './items.ts';
import { valOf } from './markup.ts';
import type { PageCounter } from './pages.ts';
import type { Story } from './story.ts';

/** A merged cell while rows below may still belong to it. */
interface OpenMerge {
  readonly index: number;
  readonly span: number;
  /** Where its text ends: the rows after the merge are not before that. */
  readonly endPage: number;
  lastRow: number;
}

interface CellContent {
  text: string;
  page: number;
  endPage: number;
  empty: boolean;
  nested: ReadTable[];
}

/** Reads a table and everything in its cells; `readCell` reads a cell's blocks. */
export function readTable(element: XmlElement, story: Story, readCell: (cell: XmlElement) => Item[]): TableItem {
  return new TableReading(element, story, readCell).read();
}

class TableReading {
  private readonly element: XmlElement;
  private readonly story: Story;
  private readonly pages: PageCounter;
  private readonly readCell: (cell: XmlElement) => Item[];
  private readonly cells: ReadCell[] = [];
  private readonly attached: Item[] = [];
  private readonly open = new Map<number, OpenMerge>();
  private uncertain = false;

  constructor(element: XmlElement, story: Story, readCell: (cell: XmlElement) => Item[]) {
    this.element = element;
    this.story = story;
    this.pages = story.document.pages;
    this.readCell = readCell;
  }

  read(): TableItem {
    const grid = readGrid(this.element);
    if (grid.trackedChanges) this.story.document.findings.trackedChanges = true;
    // Cells are counted when the table is added; a grid past what is left is not even read.
    if (grid.rows.length * grid.cols > this.story.document.package.budget.left('cells')) throw new Unreadable('LIMIT_EXCEEDED');
    let leading = 0;
    while (grid.rows[leading]?.header) leading++;
    for (const [index, row] of grid.rows.entries()) this.row(row, index, index < leading);
    for (const merge of this.open.values()) this.waitFor(merge);
    const caption = valOf(firstChild(this.element, 'tblPr'), 'tblCaption')?.trim();
    const table: ReadTable = {
      rows: grid.rows.length,
      cols: grid.cols,
      header_rows: leading,
      caption: caption === undefined || caption === '' ? null : caption,
      page: this.cells.reduce((least, cell) => Math.min(least, cell.page), this.cells[0]?.page ?? this.pages.page),
      cells: this.cells,
      uncertain: this.uncertain,
    };
    return { kind: 'table', table, attached: this.attached };
  }

  /** Cells of a row lie side by side, so each begins on the row's page, and the longest one says where the row ends. */
  private row(row: GridRow, index: number, header: boolean): void {
    const continued = new Set(row.cells.filter((cell) => this.continues(cell)).map((cell) => cell.col));
    for (const [col, merge] of this.open) {
      if (continued.has(col)) continue;
      this.waitFor(merge);
      this.open.delete(col);
    }
    const firstCell = this.cells.length;
    let rowPage = this.pages.page;
    let endPage = rowPage;
    let begun = false;
    let markMayRepeat = false;
    for (const cell of row.cells) {
      if (begun) this.pages.moveTo(rowPage, markMayRepeat);
      const content = this.content(cell);
      if (!begun && !content.empty) {
        begun = true;
        // The row began on a new page when its first text did; cells before it are empty and stand there too.
        markMayRepeat = content.page > rowPage;
        rowPage = content.page;
        for (let i = firstCell; i < this.cells.length; i++) (this.cells[i] as ReadCell).page = rowPage;
      }
      const tall = this.place(cell, content, index, header, content.empty ? rowPage : content.page);
      if (!tall) endPage = Math.max(endPage, content.endPage);
    }
    this.pages.moveTo(Math.max(endPage, rowPage), false);
  }

  private content(cell: GridCell): CellContent {
    const start = this.pages.page;
    const lines: string[] = [];
    const nested: ReadTable[] = [];
    let page: number | undefined;
    for (const element of [cell.element, ...cell.joined]) {
      for (const item of this.readCell(element)) {
        const text = item.kind === 'table' ? tableText(item.table) : item.text;
        if (item.kind === 'text' && item.hidden) this.attached.push(item);
        else {
          if (item.kind === 'table') nested.push(item.table);
          if (text.trim() !== '') {
            lines.push(text);
            page ??= item.kind === 'table' ? item.table.page : item.page;
          }
          this.attached.push(...item.attached);
        }
      }
    }
    return { text: lines.join('\n'), page: page ?? start, endPage: this.pages.page, empty: page === undefined, nested };
  }

  /** Puts the cell in the grid; tells whether it reaches down into rows that come. */
  private place(cell: GridCell, content: CellContent, row: number, header: boolean, page: number): boolean {
    const merge = this.open.get(cell.col);
    if (merge && this.continues(cell)) {
      const upper = this.cells[merge.index] as ReadCell;
      upper.row_span = row - upper.row + 1;
      merge.lastRow = row;
      // Word keeps a merged cell's text in its first cell; what another writer left below belongs to it.
      if (content.text !== '') upper.text = upper.text === '' ? content.text : `${upper.text}\n${content.text}`;
      upper.nested.push(...content.nested);
      return false;
    }
    if (cell.merge === 'continue') this.uncertain = true;
    this.cells.push({
      row,
      col: cell.col,
      row_span: 1,
      col_span: cell.span,
      text: content.text,
      header,
      page,
      bbox: null,
      cell: null,
      nested: content.nested,
    });
    if (cell.merge === 'none') return false;
    this.open.set(cell.col, { index: this.cells.length - 1, span: cell.span, endPage: content.endPage, lastRow: row });
    return cell.merge === 'restart';
  }

  /** A cell goes on with the one above it only where both have the same edges. */
  private continues(cell: GridCell): boolean {
    return cell.merge === 'continue' && this.open.get(cell.col)?.span === cell.span;
  }

  private waitFor(merge: OpenMerge): void {
    if (merge.endPage > this.pages.page) this.pages.moveTo(merge.endPage, false);
  }
}
