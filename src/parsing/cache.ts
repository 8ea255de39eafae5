import { chmod, mkdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Reason } from '../model/access.ts';
import { moveIntoPlace } from '../shared/atomic-file.ts';
import { type Log, SILENT } from '../shared/log.ts';
import { ParsedFileDamaged, type ParsedRecord } from '../shared/parsed-file.ts';
import { entryPath, parsedDirectory, removeOldGenerations } from './cache-generations.ts';
import { openParsedFile, type ParsedFile } from './parsed-file-reader.ts';

/** What a server keeps of its readings: by content alone, without name, tenant or rights. */
export interface ParseCache {
  lookup(sha256: string): Promise<ParsedFile | null>;
  /** Takes over a checked parsed file of the same file system; gives its new place, or null if it did not. */
  publish(file: string, sha256: string, root: ParsedRecord): Promise<string | null>;
  /** Entries that were found damaged, and removed, since the start. */
  readonly damaged: number;
  close(): Promise<void>;
}

/** The same bytes may read differently next time: with more time, a repaired reader or an OCR engine. */
const PASSING: ReadonlySet<Reason | null> = new Set<Reason>(['TIMEOUT', 'PARSER_FAILED', 'OCR_UNAVAILABLE']);

export const NO_CACHE: ParseCache = {
  lookup: async () => null,
  publish: async () => null,
  damaged: 0,
  close: async () => {},
};

export interface CacheOptions {
  readonly root: string;
  readonly generation: string;
  readonly log?: Log;
}

export class DirectoryCache implements ParseCache {
  damaged = 0;
  private readonly options: CacheOptions;
  private readonly log: Log;
  private tidying: Promise<void> = Promise.resolve();

  private constructor(options: CacheOptions) {
    this.options = options;
    this.log = options.log ?? SILENT;
  }

  /** Never fails: a directory that cannot be used makes every lookup a miss. */
  static async open(options: CacheOptions): Promise<DirectoryCache> {
    const cache = new DirectoryCache(options);
    const directory = parsedDirectory(options.root);
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await chmod(directory, 0o700);
    } catch (error) {
      cache.warn(error, 'the cache directory cannot be used, reading goes on without it');
    }
    // A generation of many thousand files takes long to remove; nobody needs to wait for it.
    cache.tidying = removeOldGenerations(options.root).then(
      (removed) => {
        if (removed.length > 0) cache.log.info({ removed }, 'removed old generations of the cache');
      },
      (error) => cache.warn(error, 'could not remove old generations of the cache'),
    );
    return cache;
  }

  path(sha256: string): string {
    return entryPath(this.options.root, this.options.generation, sha256);
  }

  async lookup(sha256: string): Promise<ParsedFile | null> {
    const file = this.path(sha256);
    try {
      return await openParsedFile(file, { generation: this.options.generation, sha256 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      if (!(error instanceof ParsedFileDamaged)) {
        this.warn(error, 'a cached document cannot be opened, reading it again');
        return null;
      }
      this.damaged++;
      this.log.warn({ sha256, what: error.message }, 'a cached document is damaged, reading it again');
      await unlink(file).catch(() => {});
      return null;
    }
  }

  async publish(file: string, sha256: string, root: ParsedRecord): Promise<string | null> {
    if (isPassing(root)) return null;
    const target = this.path(sha256);
    try {
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await moveIntoPlace(file, target);
      return target;
    } catch (error) {
      this.warn(error, 'a document could not be cached');
      return null;
    }
  }

  async close(): Promise<void> {
    await this.tidying;
  }

  private warn(error: unknown, message: string): void {
    this.log.warn({ code: (error as NodeJS.ErrnoException).code ?? 'unknown' }, message);
  }
}

export function isPassing(record: ParsedRecord): boolean {
  return PASSING.has(record.head.access.reason) || (record.children ?? []).some(isPassing);
}
