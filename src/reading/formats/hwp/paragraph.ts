import { standsOver } from '../../paging/hints.ts';
import type { Control, Paragraph, StoredLines } from '../hangul/model.ts';
import { type HwpRecord, RecordCursor, TAG } from './records.ts';

/** What a control becomes in its paragraph: a control of the tree, text that stands in the line, or nothing. */
export type ReadControl = (control: HwpRecord, index: number) => Control | string | null;

/** PARA_TEXT code units below 32 (table 6): extended controls pair with CTRL_HEADER records, inline ones do not. */
const EXTENDED = new Set([1, 2, 3, 11, 12, 14, 15, 16, 17, 18, 21, 22, 23]);
const INLINE = new Set([4, 5, 6, 7, 8, 9, 19, 20]);
const CONTROL_UNITS = 8;
const SINGLE: Readonly<Record<number, string>> = { 10: '\n', 24: '-', 30: ' ', 31: ' ' };
const TAB = 9;

const BREAK = { section: 1, page: 4, column: 8 } as const;

export function readParagraph(record: HwpRecord, readControl: ReadControl): Paragraph {
  const header = new RecordCursor(record.data, 8);
  const shape = header.u16();
  const style = header.u8();
  const breaks = header.u8();
  const controls = record.children.filter((child) => child.tag === TAG.ctrlHeader);
  const text = record.children.find((child) => child.tag === TAG.paraText);
  return {
    shape,
    style,
    pageBreak: (breaks & BREAK.page) !== 0,
    columnBreak: (breaks & BREAK.column) !== 0,
    lines: storedLines(record.children.find((child) => child.tag === TAG.paraLineSeg)?.data),
    items: readItems(text?.data ?? Buffer.alloc(0), controls, readControl),
  };
}

/** The nth extended character stands for the nth control record. */
function readItems(text: Buffer, controls: readonly HwpRecord[], readControl: ReadControl): (string | Control)[] {
  const items: (string | Control)[] = [];
  let line = '';
  let next = 0;
  const put = (index: number) => {
    const record = controls[index];
    const item = record ? readControl(record, index) : null;
    if (typeof item === 'string') line += item;
    else if (item !== null) {
      if (line !== '') items.push(line);
      line = '';
      items.push(item);
    }
  };
  const units = text.length >> 1;
  let plainFrom = 0;
  const takePlain = (end: number) => {
    if (end > plainFrom) line += text.toString('utf16le', plainFrom * 2, end * 2);
  };
  for (let at = 0; at < units; ) {
    const code = text.readUInt16LE(at * 2);
    if (code >= 32) {
      at++;
      continue;
    }
    takePlain(at);
    if (EXTENDED.has(code)) {
      put(next++);
      at += CONTROL_UNITS;
    } else if (INLINE.has(code)) {
      if (code === TAB) line += '\t';
      at += CONTROL_UNITS;
    } else {
      line += SINGLE[code] ?? '';
      at++;
    }
    plainFrom = at;
  }
  takePlain(units);
  if (line !== '') items.push(line);
  // A control without its character: a damaged text must not take the table with it.
  for (; next < controls.length; next++) {
    line = '';
    put(next);
    if (line !== '') items.push(line);
  }
  return items;
}

const LINE_BYTES = 36;

/** PARA_LINE_SEG: 36 bytes a line, vertical position at 4, height at 8. */
function storedLines(data: Buffer | undefined): StoredLines | null {
  if (!data) return null;
  let first: number | null = null;
  let last = 0;
  let height = 0;
  let lastHeight = 0;
  let wraps = false;
  for (let at = 0; at + LINE_BYTES <= data.length; at += LINE_BYTES) {
    const top = data.readInt32LE(at + 4);
    const size = data.readInt32LE(at + 8);
    if (size <= 0) continue;
    if (first === null) {
      first = top;
      height = size;
    } else if (standsOver(top, last, lastHeight)) wraps = true;
    last = top;
    lastHeight = size;
  }
  return first === null ? null : { first, last, height, lastHeight, wraps };
}
