import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Log, SILENT } from '../shared/log.ts';
import { ParsedFileDamaged, type ParsedRecord } from '../shared/parsed-file.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { type DirectoryCache, isPassing, type ParseCache } from './cache.ts';
import { entryKey } from './cache-generations.ts';
import { openParsedFile, type ParsedFile } from './parsed-file-reader.ts';
import type { Spool } from './spool.ts';

export interface SharedCacheOptions {
  /** The copies at hand. */
  readonly local: DirectoryCache;
  readonly store: ObjectStore;
  readonly spool: Spool;
  readonly generation: string;
  readonly log?: Log;
}

/**
 * Readings that several servers share: what one has read the others need not. The store may be gone at any time: then a
 * document is read again, and the log says so.
 */
export class SharedCache implements ParseCache {
  private readonly options: SharedCacheOptions;
  private readonly log: Log;
  private damagedThere = 0;

  constructor(options: SharedCacheOptions) {
    this.options = options;
    this.log = options.log ?? SILENT;
  }

  get damaged(): number {
    return this.options.local.damaged + this.damagedThere;
  }

  async lookup(sha256: string): Promise<ParsedFile | null> {
    const found = await this.options.local.lookup(sha256);
    if (found !== null) return found;
    try {
      return await this.bring(sha256);
    } catch (error) {
      this.log.warn({ error: (error as Error).message }, 'the shared cache cannot be read, reading the document again');
      return null;
    }
  }

  async publish(file: string, sha256: string, root: ParsedRecord): Promise<string | null> {
    if (isPassing(root)) return null;
    const place = await this.options.local.publish(file, sha256, root);
    try {
      await this.options.store.putFileIfAbsent(this.key(sha256), place ?? file);
    } catch (error) {
      this.log.warn({ error: (error as Error).message }, 'a document could not be put into the shared cache');
    }
    return place;
  }

  async close(): Promise<void> {
    await this.options.local.close();
  }

  private async bring(sha256: string): Promise<ParsedFile | null> {
    const { store, spool, local, generation } = this.options;
    const stream = await store.read(this.key(sha256));
    if (stream === null) return null;
    const directory = await spool.directory();
    const file = path.join(directory.path, 'parsed');
    try {
      await pipeline(stream, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
      const parsed = await openParsedFile(file, { generation, sha256 });
      const place = await local.publish(file, sha256, parsed.root);
      if (place === null) {
        parsed.onUnused = () => void directory.remove();
      } else {
        parsed.movedTo(place);
        await directory.remove();
      }
      return parsed;
    } catch (error) {
      await directory.remove();
      if (!(error instanceof ParsedFileDamaged)) throw error;
      this.damagedThere++;
      this.log.warn({ sha256, what: error.message }, 'a document in the shared cache is damaged, reading it again');
      await store.remove(this.key(sha256));
      return null;
    }
  }

  private key(sha256: string): string {
    return entryKey(this.options.generation, sha256);
  }
}
