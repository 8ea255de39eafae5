import type { Budget } from '../../container/budget.ts';

/** Record tags of HWP 5 (specification, tables 13 and 57). */
export const TAG = {
  idMappings: 0x11,
  numbering: 0x17,
  bullet: 0x18,
  paraShape: 0x19,
  style: 0x1a,
  distributeDocData: 0x1c,
  paraHeader: 0x42,
  paraText: 0x43,
  paraCharShape: 0x44,
  paraLineSeg: 0x45,
  ctrlHeader: 0x47,
  listHeader: 0x48,
  pageDef: 0x49,
  shapeComponent: 0x4c,
  table: 0x4d,
  ctrlData: 0x57,
  equation: 0x58,
  formObject: 0x5b,
  memoShape: 0x5c,
  memoList: 0x5d,
} as const;

export interface HwpRecord {
  readonly tag: number;
  readonly level: number;
  readonly data: Buffer;
  readonly children: HwpRecord[];
}

/** Levels nest real documents some dozens deep; more is an attack on the walker's stack. */
const MAX_LEVEL = 200;

export interface RecordTree {
  readonly roots: HwpRecord[];
  /** The stream ended inside a record. */
  readonly cutOff: boolean;
}

/** Header: tag 10 bits, level 10 bits, size 12 bits; a size of 0xFFF stands for a 32-bit one that follows. */
export function recordTree(stream: Buffer, budget: Budget): RecordTree {
  const roots: HwpRecord[] = [];
  const open: HwpRecord[] = [];
  let at = 0;
  while (at + 4 <= stream.length) {
    const header = stream.readUInt32LE(at);
    at += 4;
    let size = header >>> 20;
    if (size === 0xfff) {
      if (at + 4 > stream.length) return { roots, cutOff: true };
      size = stream.readUInt32LE(at);
      at += 4;
    }
    const cutOff = at + size > stream.length;
    budget.spend('xmlElements');
    const record: HwpRecord = {
      tag: header & 0x3ff,
      level: Math.min((header >>> 10) & 0x3ff, MAX_LEVEL),
      data: stream.subarray(at, at + size),
      children: [],
    };
    while (open.length > 0 && (open.at(-1) as HwpRecord).level >= record.level) open.pop();
    const parent = open.at(-1);
    if (parent) parent.children.push(record);
    else roots.push(record);
    open.push(record);
    if (cutOff) return { roots, cutOff: true };
    at += size;
  }
  return { roots, cutOff: at !== stream.length };
}

/** Reads little-endian values one after another; past the end everything is 0, as older files have shorter records. */
export class RecordCursor {
  private readonly data: Buffer;
  private at: number;

  constructor(data: Buffer, at = 0) {
    this.data = data;
    this.at = at;
  }

  get left(): number {
    return Math.max(0, this.data.length - this.at);
  }

  skip(bytes: number): this {
    this.at += bytes;
    return this;
  }

  u8(): number {
    const value = this.at + 1 <= this.data.length ? this.data.readUInt8(this.at) : 0;
    this.at += 1;
    return value;
  }

  u16(): number {
    const value = this.at + 2 <= this.data.length ? this.data.readUInt16LE(this.at) : 0;
    this.at += 2;
    return value;
  }

  u32(): number {
    const value = this.at + 4 <= this.data.length ? this.data.readUInt32LE(this.at) : 0;
    this.at += 4;
    return value;
  }

  i32(): number {
    return this.u32() | 0;
  }

  /** A length in characters, then that many UTF-16 units. */
  text(): string {
    const length = this.u16();
    const end = Math.min(this.at + length * 2, this.data.length);
    const value = this.data.toString('utf16le', this.at, Math.max(this.at, end));
    this.at += length * 2;
    return value;
  }
}
