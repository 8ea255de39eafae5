import { inflateRawSync } from 'node:zlib';
import CFB from 'cfb';
import { unzip } from './hwpx-source.ts';

/** Borders of a cell that the file says are drawn. */
export interface CellBorders {
  readonly row: number;
  readonly col: number;
  readonly rowSpan: number;
  readonly colSpan: number;
  readonly left: boolean;
  readonly right: boolean;
  readonly top: boolean;
  readonly bottom: boolean;
}

/** The cells of every table of an hwpx or hwp file with their borders, in file order (outer tables before nested ones). */
export function drawnBorders(bytes: Buffer, kind: 'hwp' | 'hwpx'): CellBorders[][] {
  return kind === 'hwpx' ? fromHwpx(bytes) : fromHwp(bytes);
}

/** Every line between two cells is drawn, and so are the table's top and bottom. Open sides are a way of drawing tables. */
export function isRuled(cells: readonly CellBorders[], rows: number, cols: number): boolean {
  const at = new Map<string, CellBorders>();
  for (const cell of cells) {
    for (let row = cell.row; row < cell.row + cell.rowSpan; row++)
      for (let col = cell.col; col < cell.col + cell.colSpan; col++) at.set(`${row},${col}`, cell);
  }
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const here = at.get(`${row},${col}`);
      const right = at.get(`${row},${col + 1}`);
      const below = at.get(`${row + 1},${col}`);
      if (!here) return false;
      if (right && right !== here && !here.right && !right.left) return false;
      if (below && below !== here && !here.bottom && !below.top) return false;
      if ((row === 0 && !here.top) || (row + here.rowSpan >= rows && !below && !here.bottom)) return false;
    }
  }
  return true;
}

type Sides = readonly [left: boolean, right: boolean, top: boolean, bottom: boolean];

function fromHwpx(bytes: Buffer): CellBorders[][] {
  const parts = unzip(bytes);
  const head = parts.get('Contents/header.xml')?.toString('utf8') ?? '';
  const fills = new Map<string, Sides>();
  for (const [, id, inner] of head.matchAll(/<hh:borderFill [^>]*?\bid="(\d+)"[^>]*>([\s\S]*?)<\/hh:borderFill>/g)) {
    const drawn = (side: string): boolean => !new RegExp(`<hh:${side}Border [^>]*type="NONE"`).test(inner as string);
    fills.set(id as string, [drawn('left'), drawn('right'), drawn('top'), drawn('bottom')]);
  }
  const tables: CellBorders[][] = [];
  for (const [name, data] of parts) {
    if (!/(?:section|masterpage)\d+\.xml$/i.test(name)) continue;
    const open: { at: number; fill: string; row: number; col: number }[] = [];
    for (const [tag] of data.toString('utf8').matchAll(/<\/?hp:(?:tbl|tc|cellAddr|cellSpan)\b[^>]*>/g)) {
      const value = (key: string): number => Number(new RegExp(`\\b${key}="(\\d+)"`).exec(tag)?.[1] ?? 0);
      const inner = open.at(-1);
      if (tag.startsWith('<hp:tbl')) {
        tables.push([]);
        open.push({ at: tables.length - 1, fill: '', row: 0, col: 0 });
      } else if (tag.startsWith('</hp:tbl')) open.pop();
      else if (tag.startsWith('<hp:tc') && inner) inner.fill = /borderFillIDRef="(\d+)"/.exec(tag)?.[1] ?? '';
      else if (tag.startsWith('<hp:cellAddr') && inner) [inner.row, inner.col] = [value('rowAddr'), value('colAddr')];
      else if (tag.startsWith('<hp:cellSpan') && inner) {
        const [left, right, top, bottom] = fills.get(inner.fill) ?? [false, false, false, false];
        tables[inner.at]?.push({
          row: inner.row,
          col: inner.col,
          rowSpan: value('rowSpan'),
          colSpan: value('colSpan'),
          left,
          right,
          top,
          bottom,
        });
      }
    }
  }
  return tables;
}

function fromHwp(bytes: Buffer): CellBorders[][] {
  const container = CFB.parse(bytes, {});
  const flags = Buffer.from(CFB.find(container, '/FileHeader')?.content as Uint8Array).readUInt32LE(36);
  const part = (name: string): Buffer | null => {
    const entry = CFB.find(container, name);
    if (!entry) return null;
    const data = Buffer.from(entry.content as Uint8Array);
    return flags & 1 ? inflateRawSync(data) : data;
  };
  const fills: Sides[] = [];
  for (const { tag, data } of records(part('/DocInfo') ?? Buffer.alloc(0))) {
    if (tag === 0x14) fills.push([data[2] !== 0, data[8] !== 0, data[14] !== 0, data[20] !== 0]);
  }
  const tables: CellBorders[][] = [];
  for (let i = 0; !(flags & 4); i++) {
    const section = part(`/BodyText/Section${i}`);
    if (!section) break;
    const open: { level: number; at: number }[] = [];
    for (const { tag, level, data } of records(section)) {
      while ((open.at(-1)?.level ?? -1) > level) open.pop();
      if (tag === 0x4d) {
        tables.push([]);
        open.push({ level, at: tables.length - 1 });
      } else if (tag === 0x48 && open.at(-1)?.level === level && data.length >= 34) {
        const [left, right, top, bottom] = fills[data.readUInt16LE(32) - 1] ?? [false, false, false, false];
        tables[open.at(-1)?.at ?? 0]?.push({
          row: data.readUInt16LE(10),
          col: data.readUInt16LE(8),
          rowSpan: data.readUInt16LE(14),
          colSpan: data.readUInt16LE(12),
          left,
          right,
          top,
          bottom,
        });
      }
    }
  }
  return tables;
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
