import type { Budget } from '../../container/budget.ts';
import type { ContentBuilder } from '../../content.ts';
import { colOf, rowOf } from './addresses.ts';
import type { TextAllowance } from './cell-store.ts';
import type { Drawn } from './drawing.ts';
import { type DefinedTable, headerRowsOf } from './header-rows.ts';
import type { MergedCells } from './merges.ts';
import type { Note } from './notes.ts';
import { printedText } from './printed-text.ts';
import { type Region, regionsOf } from './regions.ts';
import type { SheetData } from './sheet-data.ts';
import { sheetTable } from './sheet-table.ts';
import { plainText } from './string-item.ts';
import type { SheetEntry } from './workbook.ts';

/** Notes × blocks that are compared; beyond it notes stand under their sheet alone. */
const PLACING_WORK = 5_000_000;

/** Everything that was read of one sheet. */
export interface SheetParts {
  readonly entry: SheetEntry;
  readonly data: SheetData;
  readonly merged: MergedCells;
  readonly defined: readonly DefinedTable[];
  readonly notes: readonly Note[];
  readonly drawn: readonly Drawn[];
}

/** Puts sheets into the content one after the other. */
export class SheetWriter {
  private readonly content: ContentBuilder;
  private readonly budget: Budget;
  private readonly allowance: TextAllowance;
  /** Printed headers and footers that already stand somewhere: most sheets of a workbook repeat them. */
  private readonly printed = new Set<string>();

  constructor(content: ContentBuilder, budget: Budget, allowance: TextAllowance) {
    this.content = content;
    this.budget = budget;
    this.allowance = allowance;
  }

  write(sheet: SheetParts): void {
    const { entry, data, merged, defined } = sheet;
    const regions = regionsOf(
      data.cells,
      merged,
      defined.map((table) => table.range),
      this.budget.left('cells'),
    );
    const headers = this.newPrinted(data, 'header');
    const footers = this.newPrinted(data, 'footer');
    if (regions.length + headers.length + footers.length + sheet.notes.length + sheet.drawn.length === 0) return;
    const page = entry.page;
    const heading = entry.name === '' ? null : this.content.block({ type: 'heading', level: 1, text: entry.name, page });
    for (const text of headers) this.content.block({ type: 'header', text, page });
    const placed = sheet.notes.length * regions.length <= PLACING_WORK;
    let rest = sheet.notes;
    for (const region of regions) {
      const headerRows = headerRowsOf(region, data, merged, entry, defined);
      const at = { sheet: entry.name, page, headerRows };
      const table = this.content.table(sheetTable(region, data.cells, merged, at, this.allowance));
      if (!placed || rest.length === 0) continue;
      for (const note of rest)
        if (inside(region, note)) this.content.block({ type: 'memo', text: note.text, parent: table.block, page });
      rest = rest.filter((note) => !inside(region, note));
    }
    for (const note of rest) this.content.block({ type: 'memo', text: note.text, parent: heading?.id ?? null, page });
    for (const { kind, text } of sheet.drawn) this.content.block({ type: kind === 'chart' ? 'caption' : kind, text, page });
    for (const text of footers) this.content.block({ type: 'footer', text, page });
  }

  private newPrinted(data: SheetData, kind: 'header' | 'footer'): string[] {
    const out: string[] = [];
    for (const definition of data.printed) {
      const text = definition.kind === kind ? printedText(plainText(definition.code)) : '';
      if (text === '' || this.printed.has(`${kind} ${text}`)) continue;
      this.printed.add(`${kind} ${text}`);
      out.push(text);
    }
    return out;
  }
}

function inside(region: Region, note: Note): boolean {
  if (note.key < 0) return false;
  const row = rowOf(note.key);
  const col = colOf(note.key);
  return row >= region.top && row <= region.bottom && col >= region.left && col <= region.right;
}
