import type { Control, Paragraph, SectionControl } from '../hangul/model.ts';
import { readDrawing } from './drawing.ts';
import { formText } from './form-object.ts';
import { paragraphLists } from './lists.ts';
import { readParagraph } from './paragraph.ts';
import { objectHeader } from './position.ts';
import { type HwpRecord, RecordCursor, TAG } from './records.ts';
import { readCaption, readTable } from './table.ts';

/** Paragraphs below the top one: cells, notes, captions, boxes. */
const paragraph = (record: HwpRecord): Paragraph => readParagraph(record, readControl);

/** A paragraph of a section; memos hang from the paragraph that the section ends with. */
export function readTopParagraph(record: HwpRecord): { paragraph: Paragraph; memos: Paragraph[][] } {
  const from = record.children.findIndex((child) => child.tag === TAG.memoList);
  const memos = from < 0 ? [] : paragraphLists(record.children.slice(from), paragraph).map((list) => list.paragraphs);
  return { paragraph: paragraph(record), memos };
}

/** Control ids are four characters, stored back to front. */
export function controlId(control: HwpRecord): string {
  const id = control.data.subarray(0, 4);
  return String.fromCharCode(...id.toReversed());
}

function readControl(control: HwpRecord, index: number): Control | string | null {
  switch (controlId(control)) {
    case 'secd':
      return section(control);
    case 'cold':
      // Table 139: the column count is bits 2 to 9 of the attributes.
      return { kind: 'columns', count: (new RecordCursor(control.data, 4).u16() >>> 2) & 0xff };
    case 'tbl ':
      return readTable(control, index, paragraph);
    case 'gso ':
      return readDrawing(control, index, paragraph);
    case 'eqed':
      return equation(control, index);
    case 'fn  ':
      return { kind: 'footnote', index, paragraphs: lists(control) };
    case 'en  ':
      return { kind: 'endnote', index, paragraphs: lists(control) };
    case 'head':
      return { kind: 'header', index, paragraphs: lists(control) };
    case 'foot':
      return { kind: 'footer', index, paragraphs: lists(control) };
    case 'tcmt':
      return { kind: 'memo', index, hidden: true, paragraphs: lists(control) };
    case 'tdut':
      return ruby(control);
    case 'tcps':
      return new RecordCursor(control.data, 4).text();
    case 'form':
      return formText(control);
    case 'atno':
      return autoNumber(control);
    default:
      return null;
  }
}

function lists(control: HwpRecord): Paragraph[] {
  return paragraphLists(control.children, paragraph).flatMap((list) => list.paragraphs);
}

function equation(control: HwpRecord, index: number): Control {
  const body = control.children.find((record) => record.tag === TAG.equation);
  const script = body ? new RecordCursor(body.data, 4).text() : '';
  const captions = paragraphLists(control.children, paragraph, TAG.equation);
  return { kind: 'equation', index, script, caption: readCaption(captions), position: objectHeader(control.data).position };
}

/** Main text and the small text set above it. */
function ruby(control: HwpRecord): string {
  const cursor = new RecordCursor(control.data, 4);
  const main = cursor.text();
  const above = cursor.text();
  return above === '' ? main : `${main}(${above})`;
}

const NUMBER_OF = { picture: 3, table: 4, equation: 5 } as const;

/** The number in a caption is stored with it; numbers of pages and notes are not text of the document. */
function autoNumber(control: HwpRecord): string {
  const cursor = new RecordCursor(control.data, 4);
  const kind = cursor.u32() & 0xf;
  const number = cursor.u16();
  return kind === NUMBER_OF.picture || kind === NUMBER_OF.table || kind === NUMBER_OF.equation ? String(number) : '';
}

/** Table 129, and the page definition below it (table 131). */
function section(control: HwpRecord): SectionControl {
  const outline = new RecordCursor(control.data, 18).u16();
  const definition = control.children.find((record) => record.tag === TAG.pageDef);
  const masterPages = paragraphLists(control.children, paragraph).map((list) => list.paragraphs);
  if (!definition || definition.data.length < 40) return { kind: 'section', page: null, outline, masterPages };
  const cursor = new RecordCursor(definition.data);
  const [short, long, left, right, top, bottom, header, footer] = Array.from({ length: 8 }, () => cursor.u32()) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  cursor.skip(4);
  const landscape = (cursor.u32() & 1) !== 0;
  return {
    kind: 'section',
    page: {
      width: landscape ? long : short,
      height: landscape ? short : long,
      left,
      right,
      top: top + header,
      bottom: bottom + footer,
    },
    outline,
    masterPages,
  };
}
