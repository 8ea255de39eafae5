import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Document } from '../../src/model/document.ts';
import { Budget } from '../../src/reading/container/budget.ts';
import { readDocument } from '../../src/reading/pipeline.ts';

const read = (bytes: Buffer): Promise<Document> => readDocument(bytes, { budget: new Budget(), paginate: false, ocrPages: 1 });
const reasonOf = async (bytes: Buffer) => (await read(bytes)).access.reason;

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body) >>> 0, body.length + 4);
  return out;
}

function png(width: number, height: number, packed: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', packed),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A TIFF of one black dot; `next` is the offset of the page after it, counted from the page's own. */
function tiff(next: (own: number) => number): Buffer {
  const entries = [
    [256, 4, 1, 1],
    [257, 4, 1, 1],
    [258, 3, 1, 8],
    [259, 3, 1, 1],
    [262, 3, 1, 1],
    [273, 4, 1, 8],
    [278, 4, 1, 1],
    [279, 4, 1, 1],
  ];
  const out = Buffer.alloc(16 + 2 + entries.length * 12 + 4);
  out.write('II*\0', 'latin1');
  out.writeUInt32LE(16, 4);
  out.writeUInt16LE(entries.length, 16);
  for (const [at, [tag, type, count, value]] of (entries as [number, number, number, number][]).entries()) {
    const place = 18 + at * 12;
    out.writeUInt16LE(tag, place);
    out.writeUInt16LE(type, place + 2);
    out.writeUInt32LE(count, place + 4);
    out.writeUInt32LE(value, place + 8);
  }
  out.writeUInt32LE(next(16), 18 + entries.length * 12);
  return out;
}

function bmp(width: number, height: number): Buffer {
  const out = Buffer.alloc(54 + 64);
  out.write('BM', 'latin1');
  out.writeUInt32LE(54, 10);
  out.writeUInt32LE(40, 14);
  out.writeInt32LE(width, 18);
  out.writeInt32LE(height, 22);
  out.writeUInt16LE(1, 26);
  out.writeUInt16LE(24, 28);
  return out;
}

describe('hostile pictures', () => {
  it('a picture that claims 3,600 million pixels is refused by its header', async () => {
    expect(await reasonOf(png(60_000, 60_000, deflateSync(Buffer.alloc(100))))).toBe('LIMIT_EXCEEDED');
    expect(await reasonOf(bmp(60_000, 60_000))).toBe('LIMIT_EXCEEDED');
  });

  it('a small file of a hundred million white pixels is unpacked within its limits, and empty', {
    timeout: 120_000,
  }, async () => {
    const side = 10_000;
    const rows = Buffer.alloc(side * (side + 1), 0xff);
    for (let row = 0; row < side; row++) rows[row * (side + 1)] = 0;
    const bomb = png(side, side, deflateSync(rows));
    expect(bomb.length).toBeLessThan(200_000);
    expect(await reasonOf(bomb)).toBe('NO_TEXT');
  });

  it('sizes of nothing, and less, are damage', async () => {
    expect(await reasonOf(bmp(0, 10))).toBe('CORRUPTED');
    expect(await reasonOf(bmp(-5, 10))).toBe('CORRUPTED');
    expect(await reasonOf(bmp(200, 200))).toBe('CORRUPTED');
    expect(await reasonOf(png(0, 0, deflateSync(Buffer.alloc(1))))).toBe('CORRUPTED');
  });

  it('pages that follow one another in a circle end', { timeout: 60_000 }, async () => {
    expect(['CORRUPTED', 'NO_TEXT', 'LIMIT_EXCEEDED']).toContain(await reasonOf(tiff((own) => own)));
    expect(['CORRUPTED', 'NO_TEXT']).toContain(await reasonOf(tiff(() => 0xfffffff0)));
  });

  it('more pages than anyone scans are refused', { timeout: 120_000 }, async () => {
    const page = { create: { width: 4, height: 4, channels: 3, background: '#ffffff' } } as const;
    const frame = await sharp(page).raw().toBuffer();
    const all = Buffer.concat(Array.from({ length: 2100 }, () => frame));
    const many = await sharp(all, { raw: { width: 4, height: 4 * 2100, channels: 3, pageHeight: 4 } })
      .tiff({ compression: 'none' })
      .toBuffer();
    expect(await reasonOf(many)).toBe('LIMIT_EXCEEDED');
  });

  it('a drawing in XML is no picture of ours: nothing in it is rendered', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/><text>글</text></svg>');
    expect(await reasonOf(svg)).toBe('UNSUPPORTED_FORMAT');
  });

  it('a moving picture is read by its first scene', { timeout: 60_000 }, async () => {
    const page = await sharp({ create: { width: 40, height: 80, channels: 3, background: '#ffffff' } })
      .raw()
      .toBuffer();
    const gif = await sharp(page, { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } })
      .gif({ keepDuplicateFrames: true } as object)
      .toBuffer();
    expect(await reasonOf(gif)).toBe('NO_TEXT');
  });
});
