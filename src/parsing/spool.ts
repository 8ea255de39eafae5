import { createHash } from 'node:crypto';
import { copyFile, type FileHandle, mkdir, open, rm, truncate } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { type Log, SILENT } from '../shared/log.ts';
import { SpoolRoot } from './spool-root.ts';

/** More bytes came than may come. */
export class TooLarge extends Error {
  readonly limit: number;

  constructor(limit: number) {
    super(`more than ${limit} bytes`);
    this.name = 'TooLarge';
    this.limit = limit;
  }
}

/** No place that can be written is left for temporary files. */
export class StorageFailed extends Error {
  readonly code: 'STORAGE_FULL' | 'STORAGE_READ_ONLY' | 'STORAGE_UNAVAILABLE';

  constructor(cause: string | undefined) {
    super(`no place for temporary files: ${cause ?? 'unknown'}`);
    this.name = 'StorageFailed';
    this.code =
      cause === 'ENOSPC' || cause === 'EDQUOT'
        ? 'STORAGE_FULL'
        : cause === 'EROFS' || cause === 'EACCES' || cause === 'EPERM'
          ? 'STORAGE_READ_ONLY'
          : 'STORAGE_UNAVAILABLE';
  }
}

export interface Spooled {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Never fails: what stays is removed with the process's directory. */
  remove(): Promise<void>;
}

export interface SpoolDirectory {
  readonly path: string;
  /** Never fails, either. */
  remove(): Promise<void>;
}

export interface SpoolOptions {
  /** Where temporary files may be, best first; the next is taken when one cannot be written or is full. */
  readonly roots: readonly string[];
  readonly log?: Log;
  /** Replaced by tests that need a disk to be full. */
  readonly write?: (handle: FileHandle, bytes: Uint8Array, position: number) => Promise<void>;
}

/** Where bytes wait for their reader, and readings for the server: private, and gone when the process is. */
export class Spool {
  private readonly roots: readonly SpoolRoot[];
  private readonly log: Log;
  private readonly write: NonNullable<SpoolOptions['write']>;
  private readonly removing = new Set<Promise<void>>();
  private count = 0;

  private constructor(options: SpoolOptions) {
    this.log = options.log ?? SILENT;
    this.roots = options.roots.map((root) => new SpoolRoot(path.resolve(root), this.log));
    this.write = options.write ?? writeAt;
  }

  static async open(options: SpoolOptions): Promise<Spool> {
    const spool = new Spool(options);
    for (const root of spool.roots) await root.sweep();
    return spool;
  }

  /** Never holds more than the piece at hand; over the limit it stops reading, and leaves the stream for the caller to drain. */
  async receive(stream: Readable | AsyncIterable<Uint8Array>, { limit }: { readonly limit: number }): Promise<Spooled> {
    const hash = createHash('sha256');
    let bytes = 0;
    let file = await this.create(0);
    try {
      const pieces = stream instanceof Readable ? stream.iterator({ destroyOnReturn: false }) : stream;
      for await (const piece of pieces as AsyncIterable<Uint8Array>) {
        if (bytes + piece.length > limit) throw new TooLarge(limit);
        hash.update(piece);
        file = await this.append(file, piece, bytes);
        bytes += piece.length;
      }
    } catch (error) {
      await file.handle.close().catch(() => {});
      await this.remove(file.name);
      throw error;
    }
    await file.handle.close();
    const { name } = file;
    return { file: name, sha256: hash.digest('hex'), bytes, remove: () => this.remove(name) };
  }

  /** A directory for the files of one job. `after` passes over the roots that have failed for it. */
  async directory(after = 0): Promise<SpoolDirectory> {
    return this.inRoot(after, async (own) => {
      const directory = path.join(own, this.nextName('job'));
      await mkdir(directory, { mode: 0o700 });
      return { path: directory, remove: () => this.remove(directory) };
    });
  }

  /** Whether the file is one that `receive` wrote. */
  owns(file: string): boolean {
    return this.roots.some((root) => root.holds(file));
  }

  /** Roots there are to try. */
  get size(): number {
    return this.roots.length;
  }

  async close(): Promise<void> {
    for (const root of this.roots) await root.close();
  }

  private create(from: number): Promise<OpenFile> {
    return this.inRoot(from, async (own, root) => {
      const name = path.join(own, this.nextName('file'));
      return { name, root, handle: await open(name, 'wx', 0o600) };
    });
  }

  private async append(file: OpenFile, piece: Uint8Array, position: number): Promise<OpenFile> {
    try {
      await this.write(file.handle, piece, position);
      return file;
    } catch (error) {
      const code = storageCode(error);
      if (code === null) throw error;
      if (file.root + 1 >= this.roots.length) throw new StorageFailed(code);
      this.log.warn({ code }, 'the spool is full, going on in the next place');
      const next = await this.create(file.root + 1);
      try {
        await file.handle.close();
        await copyFile(file.name, next.name);
        // What was written of the piece that did not fit is written again.
        await truncate(next.name, position);
      } catch (failed) {
        await next.handle.close();
        await this.remove(next.name);
        throw failed;
      }
      await this.remove(file.name);
      return this.append(next, piece, position);
    }
  }

  private async inRoot<T>(from: number, use: (own: string, root: number) => Promise<T>): Promise<T> {
    let code: string | undefined;
    for (const [index, root] of this.roots.entries()) {
      if (index < from) continue;
      try {
        return await use(await root.directory(), index).catch(async (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
          root.forget();
          return use(await root.directory(), index);
        });
      } catch (error) {
        code = (error as NodeJS.ErrnoException).code;
        this.log.warn({ code, place: index }, 'a place for temporary files cannot be written');
      }
    }
    throw new StorageFailed(code);
  }

  /** When everything is gone that was to be removed. */
  async cleared(): Promise<void> {
    await Promise.all(this.removing);
  }

  private async remove(name: string): Promise<void> {
    const removing = rm(name, { recursive: true, force: true })
      .catch((error: NodeJS.ErrnoException) => {
        this.log.warn({ code: error.code }, 'a temporary file could not be removed');
      })
      .finally(() => this.removing.delete(removing));
    this.removing.add(removing);
    await removing;
  }

  private nextName(kind: string): string {
    return `${kind}-${++this.count}`;
  }
}

interface OpenFile {
  readonly name: string;
  readonly root: number;
  readonly handle: FileHandle;
}

/** The code of a failure that is the disk's, not the file's; `text` may be an error or what a child told of one. */
export function storageCode(given: unknown): string | null {
  const text = typeof given === 'string' ? given : ((given as NodeJS.ErrnoException | null)?.code ?? '');
  return /\b(?:ENOSPC|EDQUOT|EROFS)\b/.exec(text)?.[0] ?? null;
}

async function writeAt(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, position + at);
    at += bytesWritten;
  }
}
