import type { XmlAttributes, XmlHandler } from '../../container/xml.ts';
import { cellKey, colOf, MAX_COLS, MAX_ROWS, parseAddress, parseRange, rowOf } from './addresses.ts';
import { isoSerial } from './iso-date.ts';
import type { NumberFormats, Shown } from './number-format.ts';
import { shiftFormula } from './shared-formula.ts';
import type { SheetData } from './sheet-data.ts';
import { plainText, StringItem } from './string-item.ts';
import { isTrue } from './workbook.ts';

/** A sheet may state millions of merges; what no person made is not followed. */
const MERGE_LIMIT = 1_000_000;

const PRINTED: ReadonlyMap<string, 'header' | 'footer'> = new Map([
  ['oddHeader', 'header'],
  ['evenHeader', 'header'],
  ['firstHeader', 'header'],
  ['oddFooter', 'footer'],
  ['evenFooter', 'footer'],
  ['firstFooter', 'footer'],
]);

/** Views of other users and extensions repeat elements of the sheet with another meaning. */
const SKIPPED: ReadonlySet<string> = new Set(['customSheetViews', 'extLst', 'Fallback']);

/** Takes a sheet's part piece by piece into SheetData. */
export class SheetReader implements XmlHandler {
  private readonly sheet: SheetData;
  private readonly shared: readonly string[];
  private readonly formats: NumberFormats;
  private readonly inline = new StringItem();
  private readonly masters = new Map<string, { formula: string; key: number }>();
  private skipped = 0;
  private row = -1;
  private col = -1;
  private rowHidden = false;
  private rowCounted = false;
  private inCell = false;
  private inInline = false;
  private hasInline = false;
  /** Where text goes: the value, the formula, a printed header, or nowhere. */
  private into: 'v' | 'f' | 'printed' | null = null;
  private type = '';
  private style = 0;
  private value: string | null = null;
  private formula: string | null = null;
  private sharedIndex: string | null = null;
  private printed = '';

  constructor(sheet: SheetData, shared: readonly string[], formats: NumberFormats) {
    this.sheet = sheet;
    this.shared = shared;
    this.formats = formats;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.skipped > 0) this.skipped++;
    else if (this.inInline) this.inline.open(name, attributes);
    else if (this.inCell) this.openInCell(name, attributes);
    else if (name === 'c') this.openCell(attributes);
    else if (name === 'row') this.openRow(attributes);
    else this.openOther(name, attributes);
  }

  text(text: string): void {
    if (this.inInline) this.inline.text(text);
    else if (this.into === 'v') this.value += text;
    else if (this.into === 'f') this.formula += text;
    else if (this.into === 'printed') this.printed += text;
  }

  close(name: string): void {
    if (this.skipped > 0) this.skipped--;
    else if (this.inInline) {
      if (name === 'is') this.inInline = false;
      else this.inline.close(name);
    } else if (this.inCell) {
      if (name === 'c') this.closeCell();
      else this.into = null;
    } else if (this.into === 'printed') {
      const kind = PRINTED.get(name);
      if (kind) this.sheet.printed.push({ kind, code: this.printed });
      this.into = null;
    }
  }

  private openRow(attributes: XmlAttributes): void {
    const stated = Number(attributes.r);
    this.row = Number.isInteger(stated) && stated >= 1 && stated <= MAX_ROWS ? stated - 1 : this.row + 1;
    this.col = -1;
    this.rowHidden = isTrue(attributes.hidden) || attributes.ht === '0';
    this.rowCounted = false;
  }

  private openCell(attributes: XmlAttributes): void {
    const key = attributes.r === undefined ? -1 : parseAddress(attributes.r);
    if (key >= 0) {
      this.row = rowOf(key);
      this.col = colOf(key);
    } else this.col++;
    this.inCell = true;
    this.type = attributes.t ?? 'n';
    this.style = attributes.s === undefined ? 0 : Number(attributes.s);
    this.value = null;
    this.formula = null;
    this.sharedIndex = null;
  }

  private openInCell(name: string, attributes: XmlAttributes): void {
    if (name === 'v') {
      this.into = 'v';
      this.value = '';
    } else if (name === 'f') {
      this.into = 'f';
      this.formula = '';
      if (attributes.t === 'shared') this.sharedIndex = attributes.si ?? null;
    } else if (name === 'is') {
      this.inInline = true;
      this.hasInline = true;
    } else if (SKIPPED.has(name)) this.skipped++;
  }

  private closeCell(): void {
    this.inCell = false;
    this.into = null;
    const inline = this.hasInline ? this.inline.take() : '';
    this.hasInline = false;
    if (this.value === null && this.formula === null && inline === '') return;
    if (this.row < 0 || this.row >= MAX_ROWS || this.col >= MAX_COLS) return;
    const key = cellKey(this.row, this.col);
    if (this.sharedIndex !== null && this.formula) this.masters.set(this.sharedIndex, { formula: this.formula, key });
    const shown = this.shown(key, inline);
    if (shown.text.trim() === '') return;
    if (shown.hidden) this.sheet.hiddenByFormat++;
    if (this.rowHidden && !this.rowCounted) {
      this.sheet.hiddenRows++;
      this.rowCounted = true;
    }
    const isText = this.type === 's' || this.type === 'str' || this.type === 'inlineStr';
    this.sheet.cells.add(key, shown.text, isText, this.formats.bold(this.style));
  }

  private shown(key: number, inline: string): Shown {
    const value = this.value ?? '';
    if (this.formula !== null && (this.value === null || (value === '' && this.type !== 'str'))) return this.written(key);
    switch (this.type) {
      case 's': {
        const text = this.shared[Number(value)];
        if (text === undefined || value === '') {
          this.sheet.lostTexts++;
          return asIs('');
        }
        return this.formats.text(text, this.style);
      }
      case 'str':
        return this.formats.text(plainText(value), this.style);
      case 'inlineStr':
        return this.formats.text(inline === '' ? plainText(value) : inline, this.style);
      case 'b':
        return asIs(isTrue(value.trim()) ? 'TRUE' : value.trim() === '' ? '' : 'FALSE');
      case 'e':
        return asIs(plainText(value));
      case 'd': {
        const serial = isoSerial(value.trim());
        return serial === null ? asIs(plainText(value)) : this.formats.isoDate(serial, value.trim(), this.style);
      }
      default: {
        const number = value.trim() === '' ? Number.NaN : Number(value);
        return Number.isFinite(number) ? this.formats.number(number, this.style) : asIs(plainText(value || inline));
      }
    }
  }

  /** No result is stored, and none is made up: the formula is what the file states. */
  private written(key: number): Shown {
    this.sheet.uncalculated++;
    const master = this.formula === '' && this.sharedIndex !== null ? this.masters.get(this.sharedIndex) : undefined;
    const formula = master
      ? shiftFormula(master.formula, rowOf(key) - rowOf(master.key), colOf(key) - colOf(master.key))
      : this.formula;
    return asIs(formula ? `=${plainText(formula)}` : '');
  }

  private openOther(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case 'mergeCell': {
        const range = parseRange(attributes.ref ?? '');
        if (this.sheet.merges.length >= 4 * MERGE_LIMIT) this.sheet.mergesCut = true;
        else if (range) this.sheet.merges.push(range.top, range.left, range.bottom, range.right);
        return;
      }
      case 'col': {
        const [from, to] = [Number(attributes.min) - 1, Number(attributes.max) - 1];
        const hidden = isTrue(attributes.hidden) || attributes.width === '0';
        if (hidden && from >= 0 && from <= to && to < MAX_COLS) this.sheet.hiddenCols.push({ from, to });
        return;
      }
      case 'pane':
        if (attributes.state === 'frozen' || attributes.state === 'frozenSplit')
          this.sheet.frozenRows = Number(attributes.ySplit ?? 0) || 0;
        return;
      case 'autoFilter':
        this.sheet.autoFilter = parseRange(attributes.ref ?? '');
        return;
      case 'drawing':
        this.sheet.drawing = attributes.id ?? null;
        return;
      case 'tablePart':
        if (attributes.id !== undefined) this.sheet.tables.push(attributes.id);
        return;
      default:
        if (SKIPPED.has(name)) this.skipped++;
        else if (PRINTED.has(name)) {
          this.into = 'printed';
          this.printed = '';
        }
    }
  }
}

function asIs(text: string): Shown {
  return { text, hidden: false };
}
