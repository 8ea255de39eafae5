import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { Unreadable } from '../unreadable.ts';
import { type Budget, LIMITS } from './budget.ts';
import { decodeEntryName } from './zip-names.ts';

const STORED = 0;
const DEFLATED = 8;

export interface ZipEntry {
  /** Decoded (UTF-8 or CP949) and NFC; may hold anything a writer put there: never a path to write to. */
  readonly name: string;
  readonly directory: boolean;
  readonly encrypted: boolean;
  readonly symbolicLink: boolean;
  readonly packedBytes: number;
  /** As the archive claims; what is inflated is measured. */
  readonly claimedBytes: number;
  readonly crc32: number;
  readonly method: number;
  readonly localHeader: number;
}

/** An opened archive in memory. Every inflated byte is taken from the budget. */
export class ZipArchive {
  readonly entries: readonly ZipEntry[];
  private readonly bytes: Buffer;
  private readonly budget: Budget;
  private readonly byName = new Map<string, ZipEntry>();

  constructor(bytes: Buffer, entries: ZipEntry[], budget: Budget) {
    this.bytes = bytes;
    this.entries = entries;
    this.budget = budget;
    // The first of two entries with one name wins, as in every common unpacker that lists rather than overwrites.
    for (const entry of entries) if (!this.byName.has(entry.name)) this.byName.set(entry.name, entry);
  }

  find(name: string): ZipEntry | undefined {
    return this.byName.get(name);
  }

  /** The whole inflated part. Throws Unreadable: CORRUPTED, PASSWORD_PROTECTED or LIMIT_EXCEEDED. */
  read(entry: ZipEntry): Buffer {
    const packed = this.packed(entry);
    const cap = this.cap(entry);
    let out: Buffer;
    if (entry.method === STORED) out = packed;
    else {
      try {
        out = inflateRawSync(packed, { maxOutputLength: cap });
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code;
        throw new Unreadable(code === 'ERR_BUFFER_TOO_LARGE' ? 'LIMIT_EXCEEDED' : 'CORRUPTED');
      }
    }
    if (out.length > cap) throw new Unreadable('LIMIT_EXCEEDED');
    this.budget.spend('inflatedBytes', out.length);
    if (crc32(out) !== entry.crc32) throw new Unreadable('CORRUPTED');
    return out;
  }

  /** The inflated part piece by piece, for parts that would be too large as one buffer. */
  async stream(entry: ZipEntry, onChunk: (chunk: Buffer) => void): Promise<void> {
    const packed = this.packed(entry);
    if (entry.method === STORED) {
      this.budget.spend('inflatedBytes', packed.length);
      onChunk(packed);
      return;
    }
    let total = 0;
    let crc = 0;
    const ratioCap = this.ratioCap(entry);
    const inflate = createInflateRaw({ chunkSize: 256 * 1024 });
    inflate.end(packed);
    try {
      for await (const chunk of inflate) {
        total += (chunk as Buffer).length;
        this.budget.spend('inflatedBytes', (chunk as Buffer).length);
        if (total > ratioCap) throw new Unreadable('LIMIT_EXCEEDED');
        crc = crc32(chunk as Buffer, crc);
        onChunk(chunk as Buffer);
      }
    } catch (error) {
      if (error instanceof Unreadable) throw error;
      if (typeof (error as NodeJS.ErrnoException).code === 'string') throw new Unreadable('CORRUPTED');
      throw error;
    } finally {
      inflate.destroy();
    }
    if (crc !== entry.crc32) throw new Unreadable('CORRUPTED');
  }

  private packed(entry: ZipEntry): Buffer {
    if (entry.encrypted) throw new Unreadable('PASSWORD_PROTECTED');
    if (entry.method !== STORED && entry.method !== DEFLATED) {
      throw new Unreadable('UNSUPPORTED_FORMAT', {
        text: '드문 방식으로 압축된 항목입니다. 일반 zip 방식으로 다시 압축해 주세요.',
      });
    }
    const at = entry.localHeader;
    if (at + 30 > this.bytes.length || this.bytes.readUInt32LE(at) !== 0x04034b50) throw new Unreadable('CORRUPTED');
    const start = at + 30 + this.bytes.readUInt16LE(at + 26) + this.bytes.readUInt16LE(at + 28);
    const end = start + entry.packedBytes;
    if (end > this.bytes.length) throw new Unreadable('CORRUPTED');
    return this.bytes.subarray(start, end);
  }

  private cap(entry: ZipEntry): number {
    return Math.max(1, Math.min(LIMITS.partBytes, this.budget.left('inflatedBytes'), this.ratioCap(entry)));
  }

  /** Office XML packs 5 to 20 times; what packs a hundred times and is large was made to hurt. */
  private ratioCap(entry: ZipEntry): number {
    return Math.max(LIMITS.ratioFloor, entry.packedBytes * LIMITS.ratio);
  }
}

/** Throws Unreadable: CORRUPTED or LIMIT_EXCEEDED. */
export async function openZip(bytes: Buffer, budget: Budget): Promise<ZipArchive> {
  const file = await open(bytes);
  if (file.entryCount > LIMITS.zipEntries)
    throw new Unreadable('LIMIT_EXCEEDED', { text: '압축 파일 안의 항목이 너무 많습니다. 나누어 올려 주세요.' });
  const raw = await listEntries(file);
  const entries = raw.map(toEntry);
  refuseOverlaps(entries);
  return new ZipArchive(bytes, entries, budget);
}

function open(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, decodeStrings: false, validateEntrySizes: false }, (error, file) => {
      if (error || !file) reject(new Unreadable('CORRUPTED'));
      else resolve(file);
    });
  });
}

function listEntries(file: ZipFile): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const out: Entry[] = [];
    file.on('entry', (entry: Entry) => {
      out.push(entry);
      file.readEntry();
    });
    file.on('end', () => resolve(out));
    file.on('error', () => reject(new Unreadable('CORRUPTED')));
    file.readEntry();
  });
}

function toEntry(entry: Entry): ZipEntry {
  const name = decodeEntryName(
    entry.fileName as unknown as Buffer,
    (entry.generalPurposeBitFlag & 0x800) !== 0,
    entry.extraFields,
  );
  const unixMode = entry.versionMadeBy >> 8 === 3 ? entry.externalFileAttributes >>> 16 : 0;
  return {
    name,
    directory: name.endsWith('/'),
    encrypted: entry.isEncrypted(),
    symbolicLink: (unixMode & 0o170000) === 0o120000,
    packedBytes: entry.compressedSize,
    claimedBytes: entry.uncompressedSize,
    crc32: entry.crc32,
    method: entry.compressionMethod,
    localHeader: entry.relativeOffsetOfLocalHeader,
  };
}

/** Entries that share bytes are how one small file unpacks to petabytes (Fifield's construction). */
function refuseOverlaps(entries: ZipEntry[]): void {
  const byPlace = [...entries].sort((a, b) => a.localHeader - b.localHeader);
  for (let i = 1; i < byPlace.length; i++) {
    const before = byPlace[i - 1] as ZipEntry;
    const here = byPlace[i] as ZipEntry;
    if (before.localHeader + 30 + before.packedBytes > here.localHeader) throw new Unreadable('CORRUPTED');
  }
}
