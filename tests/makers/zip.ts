import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of an archive to be made; everything below `data` is for archives that lie or come from odd writers. */
export interface MadeEntry {
  /** Bytes for a name in another encoding; a string is written as UTF-8. */
  name: string | Uint8Array;
  data?: string | Uint8Array;
  /** Stored (0), deflated (8, the default) or any other number. */
  method?: number;
  /** Already packed bytes in place of `data` packed by `method`. */
  packed?: Uint8Array;
  /** General purpose flags; bit 11 (UTF-8) is set for a string with other than ASCII unless given here. */
  flags?: number;
  /** Inflated size, packed size, checksum and place as the headers claim them. */
  size?: number;
  packedSize?: number;
  crc?: number;
  localHeader?: number;
  /** Unix mode: writes the entry as made on Unix (0o120777 is a symbolic link). */
  unixMode?: number;
  extra?: Uint8Array;
}

const UTF8_NAME = 0x800;

/** An archive with exactly the entries given, in their order. */
export function makeZip(entries: readonly MadeEntry[], around: { before?: Uint8Array; comment?: string } = {}): Buffer {
  const before = Buffer.from(around.before ?? []);
  const parts: Buffer[] = [before];
  const central: Buffer[] = [];
  let offset = before.length;
  for (const entry of entries) {
    const name = Buffer.from(entry.name as string);
    const data = Buffer.from((entry.data ?? '') as string);
    const method = entry.method ?? 8;
    const body = entry.packed ? Buffer.from(entry.packed) : method === 8 ? deflateRawSync(data) : data;
    const extra = Buffer.from(entry.extra ?? []);
    const flags = entry.flags ?? (typeof entry.name === 'string' && name.length !== entry.name.length ? UTF8_NAME : 0);

    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(0x5c216000, 10);
    local.writeUInt32LE(entry.crc ?? crc32(data), 14);
    local.writeUInt32LE(entry.packedSize ?? body.length, 18);
    local.writeUInt32LE(entry.size ?? data.length, 22);
    local.writeUInt16LE(name.length, 26);
    local.writeUInt16LE(extra.length, 28);
    parts.push(local, name, extra, body);

    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE((entry.unixMode === undefined ? 0 : 3 << 8) | 20, 4);
    local.copy(record, 6, 4, 30);
    record.writeUInt32LE(((entry.unixMode ?? 0) << 16) >>> 0, 38);
    record.writeUInt32LE(entry.localHeader ?? offset, 42);
    central.push(record, name, extra);
    offset += local.length + name.length + extra.length + body.length;
  }
  const directory = Buffer.concat(central);
  const comment = Buffer.from(around.comment ?? '');
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...parts, directory, end, comment]);
}

/** Deflated spaces: `megabytes` when unpacked, about a thousandth of it packed. */
export function packedSpaces(megabytes: number): Buffer {
  return deflateRawSync(Buffer.alloc(megabytes << 20, 0x20), { level: 9 });
}
