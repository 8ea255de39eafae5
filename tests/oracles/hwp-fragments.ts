import { createDecipheriv } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import CFB from 'cfb';

/**
 * Text of an hwp file by a second way that shares no code with the reader: the npm part `cfb` opens the container, and the
 * records are scanned in a row. A fragment is a run of text between two control characters; white space is removed.
 */
export interface Fragment {
  readonly kind:
    | 'body'
    | 'cell'
    | 'footnote'
    | 'endnote'
    | 'header'
    | 'footer'
    | 'caption'
    | 'shape'
    | 'hidden'
    | 'equation'
    | 'master'
    | 'memo';
  readonly text: string;
}

export function hwpFragments(bytes: Buffer): Fragment[] {
  const out: Fragment[] = [];
  for (const section of sections(bytes)) scan(section, out);
  return out;
}

/** Grids as the TABLE and cell records state them, in file order: rows, columns, and each cell's place and spans. */
export function hwpGrids(bytes: Buffer): string[] {
  const grids: string[] = [];
  for (const section of sections(bytes)) {
    const open: { level: number; at: number; cells: string[]; head: string }[] = [];
    const close = (level: number) => {
      while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) {
        const grid = open.pop();
        if (grid) grids[grid.at] = `${grid.head} ${grid.cells.sort().join(' ')}`;
      }
    };
    for (const record of records(section)) {
      close(record.level);
      if (record.tag === 0x4d) {
        grids.push('');
        open.push({
          level: record.level,
          at: grids.length - 1,
          cells: [],
          head: `${record.data.readUInt16LE(4)}x${record.data.readUInt16LE(6)}`,
        });
      } else if (record.tag === 0x48 && open.at(-1)?.level === record.level) {
        const at = (offset: number) => record.data.readUInt16LE(offset);
        open.at(-1)?.cells.push(`${at(10)},${at(8)}+${at(14)}x${at(12)}`);
      }
    }
    close(-1);
  }
  return grids;
}

/** Whether every paragraph has a stored line of a height above 0. */
export function hwpLinesComplete(bytes: Buffer): boolean {
  let paragraphs = 0;
  let withLines = 0;
  for (const section of sections(bytes)) {
    for (const { tag, data } of records(section)) {
      if (tag === 0x42) paragraphs++;
      else if (
        tag === 0x45 &&
        Array.from({ length: data.length / 36 }, (_, i) => data.readInt32LE(i * 36 + 8)).some((height) => height > 0)
      )
        withLines++;
    }
  }
  return withLines >= paragraphs;
}

function* sections(bytes: Buffer): Generator<Buffer> {
  const container = CFB.parse(bytes, {});
  const flags = Buffer.from(CFB.find(container, '/FileHeader')?.content as Uint8Array).readUInt32LE(36);
  const storage = flags & 4 ? 'ViewText' : 'BodyText';
  for (let i = 0; ; i++) {
    const entry = CFB.find(container, `/${storage}/Section${i}`);
    if (!entry) return;
    let data: Buffer = Buffer.from(entry.content as Uint8Array);
    if (flags & 4) data = decrypt(data);
    yield flags & 1 ? inflateRawSync(data) : data;
  }
}

function* records(stream: Buffer): Generator<{ tag: number; level: number; data: Buffer }> {
  for (let at = 0; at + 4 <= stream.length; ) {
    const header = stream.readUInt32LE(at);
    let size = header >>> 20;
    at += 4;
    if (size === 0xfff) {
      size = stream.readUInt32LE(at);
      at += 4;
    }
    yield { tag: header & 0x3ff, level: (header >>> 10) & 0x3ff, data: stream.subarray(at, at + size) };
    at += size;
  }
}

const CONTROL_KINDS: Record<string, Fragment['kind']> = {
  'fn  ': 'footnote',
  'en  ': 'endnote',
  head: 'header',
  foot: 'footer',
  tcmt: 'hidden',
  secd: 'master',
  'gso ': 'shape',
  'tbl ': 'caption',
  eqed: 'caption',
};

function scan(stream: Buffer, out: Fragment[]): void {
  const open: { level: number; kind: Fragment['kind'] }[] = [];
  for (const { tag, level, data } of records(stream)) {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level && tag !== 0x4d && tag !== 0x4c && tag !== 0x48) {
      if ((open.at(-1)?.level ?? 0) > level || tag === 0x47 || tag === 0x42) open.pop();
      else break;
    }
    const inside = open.at(-1);
    if (tag === 0x47) {
      const id = data.toString('latin1', 0, 4).split('').reverse().join('');
      const kind = CONTROL_KINDS[id];
      if (kind) open.push({ level, kind });
      else if (id === 'tdut') push(out, inside?.kind ?? 'body', wide(data, 4), wide(data, 6 + data.readUInt16LE(4) * 2));
      else if (id === 'tcps') push(out, inside?.kind ?? 'body', wide(data, 4));
    } else if (tag === 0x4d && inside) inside.kind = 'cell';
    else if (tag === 0x5d) open.push({ level: level - 1, kind: 'memo' });
    else if (tag === 0x58) push(out, 'equation', wide(data, 4));
    else if (tag === 0x43) push(out, inside?.kind ?? 'body', ...textRuns(data));
  }
}

function push(out: Fragment[], kind: Fragment['kind'], ...texts: string[]): void {
  for (const text of texts) {
    const bare = text.replace(/\s+/g, '');
    if (bare !== '') out.push({ kind, text: bare });
  }
}

function wide(data: Buffer, at: number): string {
  return data.toString('utf16le', at + 2, at + 2 + data.readUInt16LE(at) * 2);
}

function textRuns(data: Buffer): string[] {
  const runs: string[] = [];
  let run = '';
  for (let i = 0; i * 2 + 1 < data.length; i++) {
    const unit = data.readUInt16LE(i * 2);
    if (unit >= 32) run += String.fromCharCode(unit);
    else {
      runs.push(run);
      run = '';
      if (![0, 10, 13, 24, 25, 26, 27, 28, 29, 30, 31].includes(unit)) i += 7;
    }
  }
  return [...runs, run];
}

function decrypt(stream: Buffer): Buffer {
  const key = Buffer.from(stream.subarray(4, 260));
  let state = key.readUInt32LE(0);
  const next = () => {
    state = Number((BigInt(state) * 214013n + 2531011n) & 0xffffffffn);
    return (state >> 16) & 0x7fff;
  };
  for (let i = 0, left = 0, mask = 0; i < 256; i++, left--) {
    if (left === 0) {
      mask = next() & 255;
      left = (next() & 15) + 1;
    }
    if (i > 3) key.writeUInt8(key.readUInt8(i) ^ mask, i);
  }
  const offset = 4 + (key.readUInt8(0) & 15);
  const cipher = createDecipheriv('aes-128-ecb', key.subarray(offset, offset + 16), null);
  cipher.setAutoPadding(false);
  const body = stream.subarray(260);
  return cipher.update(body.subarray(0, body.length - (body.length % 16)));
}
