import type { GrayImage } from '../../ocr/gray-image.ts';
import { Unreadable } from '../../unreadable.ts';

/** A Windows or OS/2 bitmap: sizes from its header, pixels when they are asked for. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** Throws Unreadable where the file ends before its pixels do. */
  pixels(): GrayImage;
}

/** biCompression (MS-WMF 2.1.1.7). */
const RGB = 0;
const RLE8 = 1;
const RLE4 = 2;
const BITFIELDS = 3;
const ALPHABITFIELDS = 6;

interface Header {
  readonly width: number;
  readonly height: number;
  readonly topDown: boolean;
  readonly bits: number;
  readonly compression: number;
  readonly offset: number;
  /** Gray of each palette entry. */
  readonly palette: Uint8Array;
  /** Red, green and blue bits of a pixel. */
  readonly masks: readonly [number, number, number];
}

const FILE_HEADER = 14;

/** `allow` sees the size before anything is unpacked and throws where it is too large. */
export function decodeBmp(bytes: Buffer, allow: (size: { width: number; height: number }) => void): Bitmap {
  const header = headerOf(bytes);
  allow(header);
  const { width, height } = header;
  return {
    width,
    height,
    pixels: () => ({
      width,
      height,
      data: header.compression === RLE8 || header.compression === RLE4 ? unpackRuns(bytes, header) : unpackRows(bytes, header),
    }),
  };
}

function headerOf(bytes: Buffer): Header {
  if (bytes.length < FILE_HEADER + 12) throw new Unreadable('CORRUPTED');
  const offset = bytes.readUInt32LE(10);
  const size = bytes.readUInt32LE(14);
  const isCore = size === 12;
  if ((!isCore && size < 40) || FILE_HEADER + size > bytes.length) throw new Unreadable('CORRUPTED');
  const width = isCore ? bytes.readUInt16LE(18) : bytes.readInt32LE(18);
  const rows = isCore ? bytes.readUInt16LE(20) : bytes.readInt32LE(22);
  const bits = bytes.readUInt16LE(isCore ? 24 : 28);
  const compression = isCore ? RGB : bytes.readUInt32LE(30);
  const known = compression === RGB ? [1, 4, 8, 16, 24, 32] : compression === RLE8 ? [8] : compression === RLE4 ? [4] : [16, 32];
  if (compression > BITFIELDS && compression !== ALPHABITFIELDS) throw new Unreadable('CORRUPTED');
  if (width <= 0 || rows === 0 || !known.includes(bits) || offset >= bytes.length) throw new Unreadable('CORRUPTED');
  const masksAt = FILE_HEADER + 40;
  const hasMasks = compression === BITFIELDS || compression === ALPHABITFIELDS;
  if (hasMasks && masksAt + 12 > bytes.length) throw new Unreadable('CORRUPTED');
  // Version 4 and 5 headers hold the masks themselves, at the same place.
  const masks = hasMasks
    ? ([bytes.readUInt32LE(masksAt), bytes.readUInt32LE(masksAt + 4), bytes.readUInt32LE(masksAt + 8)] as const)
    : bits === 16
      ? ([0x7c00, 0x03e0, 0x001f] as const)
      : ([0xff0000, 0xff00, 0xff] as const);
  const paletteAt = FILE_HEADER + size + (hasMasks && size === 40 ? 12 : 0);
  return {
    width,
    height: Math.abs(rows),
    topDown: rows < 0,
    bits,
    compression,
    offset,
    masks,
    palette: paletteOf(bytes, paletteAt, offset, bits, isCore ? 3 : 4),
  };
}

function paletteOf(bytes: Buffer, from: number, to: number, bits: number, entry: 3 | 4): Uint8Array {
  const palette = new Uint8Array(256);
  if (bits > 8) return palette;
  const count = Math.min(1 << bits, Math.max(0, Math.floor((to - from) / entry)));
  for (let i = 0; i < count; i++)
    palette[i] = gray(bytes[from + i * entry + 2] ?? 0, bytes[from + i * entry + 1] ?? 0, bytes[from + i * entry] ?? 0);
  return palette;
}

function gray(red: number, green: number, blue: number): number {
  return (77 * red + 150 * green + 29 * blue) >> 8;
}

function unpackRows(bytes: Buffer, { width, height, topDown, bits, offset, palette, masks }: Header): Uint8Array {
  const stride = Math.ceil((width * bits) / 32) * 4;
  // The padding of the last row is left out by some writers.
  if (offset + stride * (height - 1) + Math.ceil((width * bits) / 8) > bytes.length) throw new Unreadable('CORRUPTED');
  const data = new Uint8Array(width * height);
  const scale = masks.map(channel);
  for (let row = 0; row < height; row++) {
    const from = offset + row * stride;
    const to = (topDown ? row : height - 1 - row) * width;
    for (let x = 0; x < width; x++) {
      if (bits <= 8) {
        const byte = bytes[from + ((x * bits) >> 3)] as number;
        const index = (byte >> (8 - bits - ((x * bits) & 7))) & ((1 << bits) - 1);
        data[to + x] = palette[index] as number;
      } else if (bits === 24) {
        data[to + x] = gray(bytes[from + x * 3 + 2] as number, bytes[from + x * 3 + 1] as number, bytes[from + x * 3] as number);
      } else {
        const value = bits === 16 ? bytes.readUInt16LE(from + x * 2) : bytes.readUInt32LE(from + x * 4);
        const [red, green, blue] = scale.map((one) => one(value)) as [number, number, number];
        data[to + x] = gray(red, green, blue);
      }
    }
  }
  return data;
}

/** The bits under a mask as 0 to 255. */
function channel(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  const shift = Math.clz32(mask & -mask) ^ 31;
  const most = mask >>> shift;
  return (value) => Math.round((((value & mask) >>> shift) * 255) / most);
}

/** Run-length rows (MS-WMF 3.1.6): pairs of count and value; 0 and 0 ends a row, 0 and 1 the picture, 0 and 2 moves on. */
function unpackRuns(bytes: Buffer, { width, height, topDown, bits, offset, palette }: Header): Uint8Array {
  const data = new Uint8Array(width * height).fill(palette[0] as number);
  let x = 0;
  let row = 0;
  const put = (index: number) => {
    if (x < width && row < height) data[(topDown ? row : height - 1 - row) * width + x] = palette[index] as number;
    x++;
  };
  for (let at = offset; ; ) {
    if (at + 1 >= bytes.length) throw new Unreadable('CORRUPTED');
    const count = bytes[at++] as number;
    const value = bytes[at++] as number;
    if (count > 0) {
      for (let i = 0; i < count; i++) put(bits === 8 ? value : i & 1 ? value & 15 : value >> 4);
    } else if (value === 0) {
      x = 0;
      row++;
    } else if (value === 1) return data;
    else if (value === 2) {
      x += bytes[at++] ?? 0;
      row += bytes[at++] ?? 0;
    } else {
      const size = bits === 8 ? value : (value + 1) >> 1;
      if (at + size > bytes.length) throw new Unreadable('CORRUPTED');
      for (let i = 0; i < value; i++) {
        const byte = bytes[at + (bits === 8 ? i : i >> 1)] as number;
        put(bits === 8 ? byte : i & 1 ? byte & 15 : byte >> 4);
      }
      at += size + (size & 1);
    }
    // Whatever follows the last row is none of the picture.
    if (row >= height) return data;
  }
}
