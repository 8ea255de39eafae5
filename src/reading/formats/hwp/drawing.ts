import type { Box, DrawingControl, DrawingPart } from '../hangul/model.ts';
import { paragraphLists, type ReadParagraph } from './lists.ts';
import { objectHeader } from './position.ts';
import { type HwpRecord, RecordCursor, TAG } from './records.ts';
import { readCaption } from './table.ts';

const PICTURE = 0x55;
const OLE = 0x54;
const WORD_ART = 0x5a;

/** Shapes, groups, pictures, embedded objects. */
export function readDrawing(control: HwpRecord, index: number, read: ReadParagraph): DrawingControl {
  const { position } = objectHeader(control.data);
  const parts: DrawingPart[] = [];
  for (const record of control.children) if (record.tag === TAG.shapeComponent) collect(record, 8, read, parts);
  return {
    kind: 'drawing',
    index,
    parts,
    caption: readCaption(paragraphLists(control.children, read, TAG.shapeComponent)),
    position,
  };
}

/** `idBytes`: the outermost component repeats its id (table 83). */
function collect(component: HwpRecord, idBytes: number, read: ReadParagraph, parts: DrawingPart[]): void {
  const box = componentBox(component.data, idBytes);
  for (const list of paragraphLists(component.children, read)) parts.push({ kind: 'text', paragraphs: list.paragraphs, box });
  for (const record of component.children) {
    if (record.tag === TAG.shapeComponent) collect(record, 4, read, parts);
    else if (record.tag === PICTURE || record.tag === OLE) parts.push({ kind: 'picture', alt: '', box });
    // Four corners of two coordinates each, then the words.
    else if (record.tag === WORD_ART) parts.push({ kind: 'words', text: new RecordCursor(record.data, 32).text(), box });
  }
}

function componentBox(data: Buffer, idBytes: number): Box {
  const cursor = new RecordCursor(data, idBytes);
  const x = cursor.i32();
  const y = cursor.i32();
  // Group level and version, then the size as drawn first and as it is now.
  cursor.skip(4 + 8);
  return { x, y, width: cursor.u32(), height: cursor.u32() };
}
