import type { Budget } from '../../container/budget.ts';
import {
  type Bullet,
  type Definitions,
  NUMBER_FORMATS,
  type Numbering,
  type NumberingLevel,
  type ParagraphShape,
  type StyleNames,
} from '../hangul/model.ts';
import { type HwpRecord, RecordCursor, recordTree, TAG } from './records.ts';

/** The DocInfo stream: what paragraphs refer to by index. Ids of numberings and bullets count from 1 there. */
export function readDocInfo(stream: Buffer, budget: Budget): Definitions {
  const shapes = new Map<number, ParagraphShape>();
  const styles = new Map<number, StyleNames>();
  const numberings = new Map<number, Numbering>();
  const bullets = new Map<number, Bullet>();
  for (const record of flatten(recordTree(stream, budget).roots)) {
    if (record.tag === TAG.paraShape) shapes.set(shapes.size, paragraphShape(record.data));
    else if (record.tag === TAG.style) styles.set(styles.size, styleNames(record.data));
    else if (record.tag === TAG.numbering) numberings.set(numberings.size + 1, numbering(record.data));
    else if (record.tag === TAG.bullet) bullets.set(bullets.size + 1, bullet(record.data));
  }
  return { shapes, styles, numberings, bullets };
}

function* flatten(records: readonly HwpRecord[]): Generator<HwpRecord> {
  for (const record of records) {
    yield record;
    yield* flatten(record.children);
  }
}

const HEADINGS = [null, 'outline', 'number', 'bullet'] as const;

/** Table 43. The level stands in three bits, and since 5.0.2.5 at the record's end, where ten levels fit. */
const LIST_AT = 30;
const ATTRIBUTES_2_AT = 42;
const LEVEL_AT = 54;
const CHECKED = 1 << 7;

function paragraphShape(data: Buffer): ParagraphShape {
  const attributes = new RecordCursor(data).u32();
  return {
    heading: HEADINGS[(attributes >>> 23) & 3] ?? null,
    level: data.length >= LEVEL_AT + 4 ? new RecordCursor(data, LEVEL_AT).u32() : (attributes >>> 25) & 7,
    list: new RecordCursor(data, LIST_AT).u16(),
    checked: (new RecordCursor(data, ATTRIBUTES_2_AT).u32() & CHECKED) !== 0,
  };
}

function styleNames(data: Buffer): StyleNames {
  const cursor = new RecordCursor(data);
  return { name: cursor.text(), english: cursor.text() };
}

/** Attributes, width correction, distance, character shape: 12 bytes before each level's pattern (table 39). */
const HEAD_BYTES_AFTER_ATTRIBUTES = 8;

function numbering(data: Buffer): Numbering {
  const cursor = new RecordCursor(data);
  const level = () => {
    const attributes = cursor.u32();
    cursor.skip(HEAD_BYTES_AFTER_ATTRIBUTES);
    return { format: NUMBER_FORMATS[(attributes >>> 5) & 0xf] ?? 'DIGIT', pattern: cursor.text() };
  };
  const heads = Array.from({ length: 7 }, level);
  const start = cursor.u16();
  // Files before 5.0.2.5 have no start numbers of levels, files before 5.1 no levels past the seventh.
  const starts = heads.map(() => (cursor.left >= 4 ? cursor.u32() : 1));
  while (cursor.left >= 14 && heads.length < 10) {
    heads.push(level());
    starts.push(1);
  }
  const levels: NumberingLevel[] = heads.map((head, i) => ({ ...head, start: starts[i] ?? 1 }));
  return { start, levels };
}

function bullet(data: Buffer): Bullet {
  const char = (at: number) => {
    const code = at + 2 <= data.length ? data.readUInt16LE(at) : 0;
    return code === 0 ? '' : String.fromCharCode(code);
  };
  // Head (12 bytes), the character, image (id and 5 bytes), the character of a ticked item.
  return { char: char(12), checkedChar: char(23) };
}
