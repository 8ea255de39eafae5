import { deflateRawSync } from 'node:zlib';
import { makeCfb } from './cfb.ts';

/** Writes HWP 5 files record by record, as the specification lays them out. */
export interface MadeControl {
  /** Four characters, e.g. `fn  `. */
  readonly id: string;
  readonly data?: Buffer;
  readonly children?: readonly MadeRecord[];
  /** The character that stands for it in the text. */
  readonly code?: number;
}

export interface MadeRecord {
  readonly tag: number;
  readonly data: Buffer;
  readonly children?: readonly MadeRecord[];
}

export type MadeItem = string | MadeControl;

export function record(tag: number, data: Buffer, children: readonly MadeRecord[] = []): MadeRecord {
  return { tag, data, children };
}

/** Numbers little-endian: `u16(1, 2)` is four bytes. */
export const u16 = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from([value & 255, (value >> 8) & 255])));
export const u32 = (...values: number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const out = Buffer.alloc(4);
      out.writeUInt32LE(value >>> 0);
      return out;
    }),
  );
/** A length, then UTF-16. */
export const wide = (text: string): Buffer => Buffer.concat([u16(text.length), Buffer.from(text, 'utf16le')]);

export function paragraph(
  items: readonly MadeItem[],
  options: { shape?: number; breaks?: number; after?: readonly MadeRecord[] } = {},
): MadeRecord {
  const text: Buffer[] = [];
  const controls: MadeRecord[] = [];
  for (const item of items) {
    if (typeof item === 'string') text.push(Buffer.from(item.replaceAll('\n', '\u000a'), 'utf16le'));
    else {
      const code = item.code ?? 11;
      const id = Buffer.from([...item.id].reverse().join(''), 'latin1');
      text.push(u16(code), id, Buffer.alloc(8), u16(code));
      controls.push(record(0x47, Buffer.concat([id, item.data ?? Buffer.alloc(0)]), item.children ?? []));
    }
  }
  text.push(u16(13));
  const header = Buffer.concat([
    u32(0, 0),
    u16(options.shape ?? 0),
    Buffer.from([0, options.breaks ?? 0]),
    u16(1, 0, 1),
    u32(0),
    u16(0),
  ]);
  return record(0x42, header, [record(0x43, Buffer.concat(text)), ...controls, ...(options.after ?? [])]);
}

/** A list header with its paragraphs, which stand beside it on one level. */
export function list(header: Buffer, paragraphs: readonly MadeRecord[]): MadeRecord[] {
  return [record(0x48, header), ...paragraphs];
}

export interface MadeCell {
  readonly row: number;
  readonly col: number;
  readonly rowSpan?: number;
  readonly colSpan?: number;
  readonly title?: boolean;
  readonly paragraphs: readonly MadeRecord[];
}

/** Object header: in the line like a character, or floating over the paper at a height. */
export function objectData(floatAt?: number): Buffer {
  return Buffer.concat([
    u32(floatAt === undefined ? 1 : 0, floatAt ?? 0, 0, 40_000, 5000, 0),
    Buffer.alloc(8),
    u32(1, 0),
    u16(0),
  ]);
}

export function table(rows: number, cols: number, cells: readonly MadeCell[], caption: readonly MadeRecord[] = []): MadeControl {
  return {
    id: 'tbl ',
    data: objectData(),
    children: [
      ...(caption.length > 0 ? list(Buffer.concat([u32(1, 0, 3), Buffer.alloc(14)]), caption) : []),
      record(0x4d, Buffer.concat([u32(0), u16(rows, cols), Buffer.alloc(10)])),
      ...cells.flatMap((cell) =>
        list(
          Buffer.concat([
            u32(cell.paragraphs.length, cell.title ? 1 << 18 : 0),
            u16(cell.col, cell.row, cell.colSpan ?? 1, cell.rowSpan ?? 1),
            u32(1000, 1000),
            Buffer.alloc(10),
          ]),
          cell.paragraphs,
        ),
      ),
    ],
  };
}

export function note(id: 'fn  ' | 'en  ' | 'head' | 'foot' | 'tcmt', paragraphs: readonly MadeRecord[]): MadeControl {
  return {
    id,
    code: id === 'tcmt' ? 15 : id === 'head' || id === 'foot' ? 16 : 17,
    data: Buffer.alloc(8),
    children: list(u32(paragraphs.length, 0), paragraphs),
  };
}

function stream(records: readonly MadeRecord[], level = 0): Buffer {
  return Buffer.concat(
    records.flatMap(({ tag, data, children = [] }) => [
      data.length >= 0xfff ? u32(tag | (level << 10) | 0xfff00000, data.length) : u32(tag | (level << 10) | (data.length << 20)),
      data,
      stream(children, level + 1),
    ]),
  );
}

export interface MadeHwp {
  readonly sections: readonly (readonly MadeRecord[])[];
  readonly docInfo?: readonly MadeRecord[];
  /** Property flags of the file header; compressed unless said otherwise. */
  readonly flags?: number;
  /** Changes a section's stream before it is packed. */
  readonly damage?: (stream: Buffer) => Buffer;
}

export function makeHwp({ sections, docInfo = [], flags = 1, damage = (bytes) => bytes }: MadeHwp): Buffer {
  const header = Buffer.alloc(256);
  header.write('HWP Document File');
  header.writeUInt32LE(0x05010001, 32);
  header.writeUInt32LE(flags, 36);
  const pack = (bytes: Buffer) => (flags & 1 ? deflateRawSync(bytes) : bytes);
  const streams: Record<string, Buffer> = { FileHeader: header, DocInfo: pack(stream(docInfo)) };
  for (const [i, records] of sections.entries()) streams[`BodyText/Section${i}`] = pack(damage(stream(records)));
  return makeCfb(streams);
}
