import type { Budget } from '../../container/budget.ts';
import { openZip } from '../../container/zip.ts';
import { type Content, ContentBuilder } from '../../content.ts';
import { Unreadable } from '../../unreadable.ts';
import type { Reader } from '../reader.ts';
import { CellStore, TextAllowance } from './cell-store.ts';
import { readDefinedTables } from './defined-tables.ts';
import { type Drawn, readDrawing } from './drawing.ts';
import { type MergedCells, mergeCells } from './merges.ts';
import { type Note, readNotes } from './notes.ts';
import { NumberFormats } from './number-format.ts';
import { PackageParts } from './package-parts.ts';
import { readSharedStrings } from './shared-strings.ts';
import { type SheetParts, SheetWriter } from './sheet-content.ts';
import { emptySheet, type SheetData } from './sheet-data.ts';
import { SheetReader } from './sheet-reader.ts';
import { warnOfSheet } from './sheet-warnings.ts';
import { type CellStyle, readStyles } from './styles.ts';
import { readWorkbook, type SheetEntry } from './workbook.ts';

/** Workbooks of SpreadsheetML: every sheet in the order of its tabs, hidden ones too. */
export const xlsxReader: Reader = {
  format: 'xlsx',
  async read(bytes, { budget }) {
    const parts = new PackageParts(await openZip(bytes, budget), budget);
    return new WorkbookReading(parts, budget).read();
  },
};

class WorkbookReading {
  private readonly parts: PackageParts;
  private readonly budget: Budget;
  private readonly content: ContentBuilder;
  private readonly allowance = new TextAllowance();
  private shared: readonly string[] = [];
  private formats = new NumberFormats([], false);
  private damaged = false;

  constructor(parts: PackageParts, budget: Budget) {
    this.parts = parts;
    this.budget = budget;
    this.content = new ContentBuilder('xlsx', budget);
  }

  async read(): Promise<Content> {
    const workbook = readWorkbook(this.parts);
    if (workbook.sheets.length === 0) throw new Unreadable('CORRUPTED');
    if (workbook.sharedStrings !== undefined) this.shared = await readSharedStrings(this.parts, workbook.sharedStrings);
    this.formats = new NumberFormats(this.styles(workbook.styles), workbook.date1904);
    const writer = new SheetWriter(this.content, this.budget, this.allowance);
    const hiddenSheets = workbook.sheets.filter((sheet) => sheet.hidden).length;
    for (const entry of workbook.sheets) {
      this.content.pages.push({ width: null, height: null, unit: null });
      await this.sheet(entry, hiddenSheets, writer);
    }
    this.refuseNothing();
    return this.content;
  }

  private styles(path: string | undefined): CellStyle[] {
    let styles: CellStyle[] = [];
    const whole = this.attempt(() => {
      if (path !== undefined) styles = readStyles(this.parts, path);
    });
    if (!whole)
      this.content.warn('PARTIAL_READ', { text: '서식 정보가 손상되어 날짜와 숫자가 저장된 값 그대로 적혔을 수 있습니다.' });
    return styles;
  }

  private async sheet(entry: SheetEntry, hiddenSheets: number, writer: SheetWriter): Promise<void> {
    const data = emptySheet(new CellStore(this.budget.left('cells'), this.allowance));
    const losses: string[] = [];
    await this.stream(entry, data, losses);
    const doubled = data.cells.settle();
    if (doubled > 0) losses.push(`주소가 겹치는 셀이 있어 먼저 적힌 ${doubled}개를 뺐습니다.`);
    const merged = mergeCells(data.merges, data.cells);
    const around = this.around(entry, data, merged, losses);
    if (losses.length > 0 || data.lostTexts > 0) this.damaged = true;
    const before = this.content.blocks.length;
    writer.write(around);
    // An empty hidden sheet hides nothing.
    if (this.content.blocks.length > before || losses.length > 0 || data.lostTexts > 0) {
      warnOfSheet(this.content, entry, hiddenSheets, data, merged, losses);
    }
  }

  private async stream(entry: SheetEntry, data: SheetData, losses: string[]): Promise<void> {
    if (entry.part === null) {
      losses.push(`시트 '${entry.name}'의 내용이 파일에 없습니다.`);
      return;
    }
    try {
      await this.parts.stream(entry.part, new SheetReader(data, this.shared, this.formats));
    } catch (error) {
      if (!isDamage(error)) throw error;
      losses.push(`시트 '${entry.name}'이(가) 손상되어 읽을 수 있는 데까지만 읽었습니다.`);
    }
  }

  /** What lies on and beside the cells: defined tables, notes, drawings. */
  private around(entry: SheetEntry, data: SheetData, merged: MergedCells, losses: string[]): SheetParts {
    const part = entry.part;
    let defined: SheetParts['defined'] = [];
    let notes: Note[] = [];
    let drawn: Drawn[] = [];
    const whole =
      part === null ||
      this.attempt(() => {
        const related = this.parts.relationships(part);
        const targets = new Map(related.map((relationship) => [relationship.id, relationship.target]));
        const remarks = readNotes(this.parts, related);
        notes = remarks.notes;
        if (!remarks.complete) losses.push('메모 일부를 읽지 못했습니다.');
        defined = readDefinedTables(
          this.parts,
          data.tables.flatMap((id) => targets.get(id) ?? []),
        );
        const drawing = data.drawing === null ? undefined : targets.get(data.drawing);
        if (drawing !== undefined) drawn = readDrawing(this.parts, drawing);
      });
    if (!whole) losses.push('시트에 놓인 그림이나 글상자를 읽지 못했습니다.');
    return { entry, data, merged, defined, notes, drawn };
  }

  /** False where the part is damaged: the rest of the workbook is still read. */
  private attempt(read: () => void): boolean {
    try {
      read();
      return true;
    } catch (error) {
      if (isDamage(error)) return false;
      throw error;
    }
  }

  private refuseNothing(): void {
    const blocks = this.content.blocks.filter((block) => block.type !== 'heading');
    if (blocks.some((block) => block.text.trim() !== '')) return;
    if (this.damaged) throw new Unreadable('CORRUPTED');
    throw new Unreadable(blocks.length === 0 ? 'EMPTY' : 'NO_TEXT');
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof Unreadable && error.reason === 'CORRUPTED';
}
