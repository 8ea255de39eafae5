import { Unreadable } from '../unreadable.ts';
import { LIMITS } from './budget.ts';

/** Compound File Binary ([MS-CFB]): the container of hwp, of old Office files and of encrypted Office packages. */
export const CFB_MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const END_OF_CHAIN = 0xfffffffe;
const NO_STREAM = 0xffffffff;
const MAX_ENTRIES = 100_000;
const TYPE_STORAGE = 1;
const TYPE_STREAM = 2;

export interface CfbStream {
  /** Storage names and the stream's own, joined by '/'. */
  readonly path: string;
  readonly size: number;
}

interface DirectoryEntry {
  name: string;
  type: number;
  left: number;
  right: number;
  child: number;
  start: number;
  size: number;
}

/**
 * Reads streams on demand. Chains are followed with a visited count, so loops end; a chain that breaks off gives the
 * bytes up to there, because a damaged hwp is worth reading as far as it goes.
 */
export class CfbFile {
  readonly streams: readonly CfbStream[];
  private readonly bytes: Buffer;
  private readonly sectorSize: number;
  private readonly miniSectorSize: number;
  private readonly miniCutoff: number;
  private readonly fat: number[];
  private readonly miniFat: number[];
  private readonly miniStream: Buffer;
  private readonly byPath = new Map<string, DirectoryEntry>();

  constructor(bytes: Buffer) {
    if (bytes.length < 512 || !bytes.subarray(0, 8).equals(CFB_MAGIC)) throw new Unreadable('CORRUPTED');
    const sectorShift = bytes.readUInt16LE(30);
    const miniShift = bytes.readUInt16LE(32);
    if ((sectorShift !== 9 && sectorShift !== 12) || miniShift < 4 || miniShift >= sectorShift) throw new Unreadable('CORRUPTED');
    this.bytes = bytes;
    this.sectorSize = 1 << sectorShift;
    this.miniSectorSize = 1 << miniShift;
    this.miniCutoff = bytes.readUInt32LE(56);
    this.fat = this.readFat();
    const directory = this.readDirectory(bytes.readUInt32LE(48));
    const root = directory[0];
    if (!root) throw new Unreadable('CORRUPTED');
    this.miniFat = toNumbers(this.chain(bytes.readUInt32LE(60), Number.POSITIVE_INFINITY));
    this.miniStream = this.chain(root.start, root.size);
    this.streams = this.walk(directory, root);
  }

  has(path: string): boolean {
    return this.byPath.has(path);
  }

  /** The stream's bytes; shorter than its stated size where the file is damaged. */
  read(path: string): Buffer | undefined {
    const entry = this.byPath.get(path);
    if (!entry) return undefined;
    if (entry.size > LIMITS.partBytes) throw new Unreadable('LIMIT_EXCEEDED');
    return entry.size < this.miniCutoff ? this.miniChain(entry.start, entry.size) : this.chain(entry.start, entry.size);
  }

  /** Stated size of a stream, to tell a damaged one. */
  size(path: string): number {
    return this.byPath.get(path)?.size ?? 0;
  }

  private sector(index: number): Buffer {
    const at = (index + 1) * this.sectorSize;
    return this.bytes.subarray(at, at + this.sectorSize);
  }

  private readFat(): number[] {
    const sectors: number[] = [];
    for (let i = 0; i < 109; i++) {
      const sector = this.bytes.readUInt32LE(76 + i * 4);
      if (sector < END_OF_CHAIN) sectors.push(sector);
    }
    const most = Math.ceil(this.bytes.length / this.sectorSize);
    let difat = this.bytes.readUInt32LE(68);
    for (let seen = 0; difat < END_OF_CHAIN && seen < most; seen++) {
      const sector = this.sector(difat);
      if (sector.length < this.sectorSize) break;
      for (let at = 0; at < this.sectorSize - 4; at += 4) {
        const index = sector.readUInt32LE(at);
        if (index < END_OF_CHAIN) sectors.push(index);
      }
      difat = sector.readUInt32LE(this.sectorSize - 4);
    }
    const fat: number[] = [];
    for (const index of sectors.slice(0, most)) {
      const sector = this.sector(index);
      for (let at = 0; at + 4 <= this.sectorSize; at += 4)
        fat.push(at + 4 <= sector.length ? sector.readUInt32LE(at) : END_OF_CHAIN);
    }
    return fat;
  }

  private chain(start: number, size: number): Buffer {
    const parts: Buffer[] = [];
    let total = 0;
    let at = start;
    for (let seen = 0; at < END_OF_CHAIN && total < size && seen <= this.fat.length; seen++) {
      const sector = this.sector(at);
      if (sector.length === 0) break;
      parts.push(sector);
      total += sector.length;
      at = this.fat[at] ?? END_OF_CHAIN;
    }
    const whole = Buffer.concat(parts);
    return whole.length > size ? whole.subarray(0, size) : whole;
  }

  private miniChain(start: number, size: number): Buffer {
    const parts: Buffer[] = [];
    let total = 0;
    let at = start;
    for (let seen = 0; at < END_OF_CHAIN && total < size && seen <= this.miniFat.length; seen++) {
      const part = this.miniStream.subarray(at * this.miniSectorSize, (at + 1) * this.miniSectorSize);
      if (part.length === 0) break;
      parts.push(part);
      total += part.length;
      at = this.miniFat[at] ?? END_OF_CHAIN;
    }
    return Buffer.concat(parts).subarray(0, size);
  }

  private readDirectory(start: number): DirectoryEntry[] {
    const raw = this.chain(start, Number.POSITIVE_INFINITY);
    const out: DirectoryEntry[] = [];
    for (let at = 0; at + 128 <= raw.length && out.length < MAX_ENTRIES; at += 128) {
      const nameBytes = Math.min(64, Math.max(0, raw.readUInt16LE(at + 64) - 2));
      out.push({
        name: raw.toString('utf16le', at, at + (nameBytes & ~1)),
        type: raw.readUInt8(at + 66),
        left: raw.readUInt32LE(at + 68),
        right: raw.readUInt32LE(at + 72),
        child: raw.readUInt32LE(at + 76),
        start: raw.readUInt32LE(at + 116),
        size: raw.readUInt32LE(at + 120),
      });
    }
    return out;
  }

  private walk(directory: DirectoryEntry[], root: DirectoryEntry): CfbStream[] {
    const streams: CfbStream[] = [];
    const visited = new Set<number>();
    const todo: { index: number; prefix: string }[] = [{ index: root.child, prefix: '' }];
    for (let next = todo.pop(); next; next = todo.pop()) {
      const entry = next.index === NO_STREAM ? undefined : directory[next.index];
      if (!entry || visited.has(next.index)) continue;
      visited.add(next.index);
      todo.push({ index: entry.left, prefix: next.prefix }, { index: entry.right, prefix: next.prefix });
      const path = next.prefix + entry.name;
      if (entry.type === TYPE_STORAGE) todo.push({ index: entry.child, prefix: `${path}/` });
      else if (entry.type === TYPE_STREAM && !this.byPath.has(path)) {
        this.byPath.set(path, entry);
        streams.push({ path, size: entry.size });
      }
    }
    return streams;
  }
}

function toNumbers(bytes: Buffer): number[] {
  const out: number[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) out.push(bytes.readUInt32LE(at));
  return out;
}
