import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { type Pieces, writeAtomically } from '../shared/atomic-file.ts';
import { type ObjectStore, type StoredObject, StoreFailed } from './object-store.ts';

/** Parts of a key are names of files and directories; a hidden one is a file that is being written. */
const PART = /^[^./\0][^/\0]{0,250}$/;

/** Objects as files of a directory, which several processes or hosts may share. */
export class DirectoryStore implements ObjectStore {
  private readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  get(key: string): Promise<Buffer | null> {
    return orNull(readFile(this.path(key)));
  }

  async read(key: string): Promise<Readable | null> {
    const handle = await orNull(open(this.path(key), 'r'));
    return handle === null ? null : createReadStream('', { fd: handle });
  }

  put(key: string, bytes: Uint8Array): Promise<void> {
    return this.write(key, bytes, true);
  }

  putIfAbsent(key: string, bytes: Uint8Array): Promise<boolean> {
    return isFirst(this.write(key, bytes, false));
  }

  async putFileIfAbsent(key: string, file: string): Promise<boolean> {
    if ((await orNull(stat(this.path(key)))) !== null) return false;
    return isFirst(this.write(key, createReadStream(file), false));
  }

  async remove(key: string): Promise<void> {
    await orNull(unlink(this.path(key)));
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    const slash = prefix.lastIndexOf('/');
    yield* this.below(slash < 0 ? '' : prefix.slice(0, slash + 1), prefix);
  }

  close(): void {}

  private async *below(parent: string, prefix: string): AsyncGenerator<StoredObject> {
    const entries = (await orNull(readdir(path.join(this.directory, parent), { withFileTypes: true }))) ?? [];
    const named = entries.map((entry) => ({ entry, key: `${parent}${entry.name}${entry.isDirectory() ? '/' : ''}` }));
    for (const { entry, key } of named.sort((a, b) => (a.key < b.key ? -1 : 1))) {
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) {
        if (key.startsWith(prefix) || prefix.startsWith(key)) yield* this.below(key, prefix);
        continue;
      }
      if (!entry.isFile() || !key.startsWith(prefix)) continue;
      const found = await orNull(stat(path.join(this.directory, key)));
      if (found === null) continue;
      yield { key, bytes: found.size, tag: `${found.ino}:${found.size}:${found.mtimeMs}:${found.ctimeMs}`, written: found.mtime };
    }
  }

  private async write(key: string, bytes: Pieces, replace: boolean): Promise<void> {
    const target = this.path(key);
    try {
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await writeAtomically(target, bytes, { replace });
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') throw error;
      const full = code === 'ENOSPC' || code === 'EDQUOT';
      const readOnly = code === 'EROFS' || code === 'EACCES' || code === 'EPERM';
      throw new StoreFailed(full ? 'STORAGE_FULL' : readOnly ? 'STORAGE_READ_ONLY' : 'STORAGE_UNAVAILABLE', code, error);
    }
  }

  private path(key: string): string {
    if (!key.split('/').every((part) => PART.test(part))) throw new Error('not a key');
    return path.join(this.directory, key);
  }
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new StoreFailed('STORAGE_UNAVAILABLE', code, error);
  }
}

async function isFirst(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
