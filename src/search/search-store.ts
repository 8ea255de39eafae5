import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Log, SILENT } from '../shared/log.ts';
import type { S3Access } from '../shared/s3-access.ts';
import { type StoreAddress, showStoreAddress } from '../shared/store-address.ts';
import { storeTrouble } from '../shared/store-trouble.ts';
import { ALONE, type Lease } from '../storage/lease.ts';
import type { Embedder } from './embedding/embedder.ts';
import { Database } from './engine/database.ts';
import { dropTerms } from './engine/kept-terms.ts';
import { storeOptions } from './engine/store-options.ts';
import { indexGeneration, removeOldGenerations } from './generation.ts';
import { TenantIndex } from './tenant-index.ts';

export interface SearchStoreOptions {
  /** The cache directory; null keeps the indexes in memory. */
  readonly directory: string | null;
  /** Where several servers keep their indexes in common, in place of the cache directory. */
  readonly address?: StoreAddress | null;
  readonly access?: S3Access | null;
  /** Keeps two servers from putting one index in order at once. */
  readonly lease?: Lease;
  readonly embedder?: Embedder | null;
  /** A setting of the server that changes what is read or how it is cut. */
  readonly variant?: string;
  /** A generation that is there, to be opened whatever its model and variant. */
  readonly generation?: string;
  /** Indexes that stay open when nobody uses them. */
  readonly openIndexes?: number;
  /** Bytes that the engine may keep of what it read. */
  readonly cacheBytes?: number;
  readonly log?: Log;
  /** False: nothing runs by itself in the background. */
  readonly upkeep?: boolean;
}

/** An index that is open. */
interface Opened {
  readonly index: Promise<TenantIndex>;
  users: number;
}

/** Each holds the terms of what is not in the full-text index yet: some megabytes. Opening one anew takes some milliseconds. */
const OPEN_INDEXES = 32;
/** The full-text index of 100,000 chunks has room in it, and the rows of a hundred questions; with half of it these cost twice the time. */
const CACHE_BYTES = 256 * 1024 * 1024;

/** The indexes of all tenants. Few of them are open at any time, and all share one cache of a fixed size. */
export class SearchStore {
  private readonly database: Database;
  private readonly embedder: Embedder | null;
  private readonly log: Log;
  private readonly upkeep: boolean;
  private readonly lease: Lease;
  private readonly openIndexes: number;
  /** In the order of their last use. */
  private readonly opened = new Map<string, Opened>();
  private readonly closing = new Map<string, Promise<void>>();

  private constructor(database: Database, options: SearchStoreOptions) {
    this.database = database;
    this.embedder = options.embedder ?? null;
    this.log = options.log ?? SILENT;
    this.upkeep = options.upkeep ?? true;
    this.lease = options.lease ?? ALONE;
    this.openIndexes = options.openIndexes ?? OPEN_INDEXES;
  }

  static async open(options: SearchStoreOptions): Promise<SearchStore> {
    const { directory, address = null, variant, embedder = null, cacheBytes = CACHE_BYTES, log = SILENT } = options;
    const generation = options.generation ?? indexGeneration(embedder, variant);
    if (address?.kind === 's3') return SearchStore.openRemote(options, `${showStoreAddress(address)}/index/${generation}`);
    const parent = address?.directory ?? directory;
    const place = parent === null ? null : path.resolve(parent, 'index', generation);
    if (place !== null) {
      await mkdir(place, { recursive: true, mode: 0o700 });
      await removeOldGenerations(path.dirname(place), generation).catch((error: unknown) =>
        log.warn({ error: String(error) }, 'old indexes cannot be removed'),
      );
    }
    return new SearchStore(await Database.open({ place, cacheBytes }), options);
  }

  /** Generations of other versions stay: while servers are upgraded one after the other both are in use. */
  private static async openRemote(options: SearchStoreOptions, place: string): Promise<SearchStore> {
    const { access = null, cacheBytes = CACHE_BYTES } = options;
    if (access === null) throw new Error('an S3 address without credentials');
    return new SearchStore(await Database.open({ place, storageOptions: storeOptions(access), cacheBytes }), options);
  }

  /** The index of `key` stays open while the work runs; work that a purge disturbed runs once more. */
  async use<T>(key: string, work: (index: TenantIndex) => Promise<T>): Promise<T> {
    const name = tableName(key);
    const opened = this.opened.get(name) ?? this.start(name);
    opened.users++;
    this.opened.delete(name);
    this.opened.set(name, opened);
    try {
      const index = await opened.index;
      try {
        return await onceMoreIfPurged(index, work);
      } finally {
        if (opened.users === 1) index.closeUnused();
      }
    } catch (error) {
      if (isEngineFailure(error)) await this.dropDamaged(name, opened);
      throw error;
    } finally {
      opened.users--;
      this.closeUnused();
    }
  }

  /** Removes an index with all it holds. */
  async drop(key: string): Promise<void> {
    const name = tableName(key);
    await this.shut(name);
    await this.remove(name);
  }

  async close(): Promise<void> {
    await Promise.all([...this.opened.keys()].map((name) => this.shut(name)));
    await Promise.all(this.closing.values());
    this.database.close();
  }

  private start(name: string): Opened {
    const index = (this.closing.get(name) ?? Promise.resolve()).then(() => this.openIndex(name));
    const opened = { index, users: 0 };
    this.opened.set(name, opened);
    index.catch(() => {
      if (this.opened.get(name) === opened) this.opened.delete(name);
    });
    return opened;
  }

  /** An index is made of documents that are still there: one that cannot be opened is thrown away, and they are indexed anew. */
  private async openIndex(name: string): Promise<TenantIndex> {
    const { database, embedder, log, upkeep, lease } = this;
    try {
      return await TenantIndex.open({ database, name, embedder, log, upkeep, lease });
    } catch (error) {
      if (!isDamage(error)) throw error;
      log.error({ table: name, error: String(error) }, 'an index is damaged and is built anew');
      await this.remove(name);
      return TenantIndex.open({ database, name, embedder, log, upkeep, lease });
    }
  }

  /** The same for one that opens but cannot be read. */
  private async dropDamaged(name: string, opened: Opened): Promise<void> {
    if (this.opened.get(name) !== opened) return;
    try {
      await (await opened.index).check();
    } catch (error) {
      if (!isDamage(error) || this.opened.get(name) !== opened) return;
      this.log.error({ table: name, error: String(error) }, 'an index is damaged and is built anew');
      await this.shut(name);
      await this.remove(name);
    }
  }

  private async remove(name: string): Promise<void> {
    await dropTerms(this.database, name);
    await this.database.drop(name);
  }

  private closeUnused(): void {
    if (this.opened.size <= this.openIndexes) return;
    for (const [name, { users }] of this.opened) {
      if (this.opened.size <= this.openIndexes) return;
      if (users === 0) void this.shut(name);
    }
  }

  private shut(name: string): Promise<void> {
    const opened = this.opened.get(name);
    if (opened === undefined) return this.closing.get(name) ?? Promise.resolve();
    this.opened.delete(name);
    const closed = opened.index
      .then((index) => index.close())
      .catch((error: unknown) => this.log.warn({ error: String(error) }, 'an index could not be closed'))
      .finally(() => {
        if (this.closing.get(name) === closed) this.closing.delete(name);
      });
    this.closing.set(name, closed);
    return closed;
  }
}

/** Computed, never looked up: a key may be any string. */
function tableName(key: string): string {
  return `t${createHash('sha256').update(key).digest('hex').slice(0, 40)}`;
}

/** A purge, here or in another process, takes the files of older versions away under whoever still reads one: he reads the newest. */
async function onceMoreIfPurged<T>(index: TenantIndex, work: (index: TenantIndex) => Promise<T>): Promise<T> {
  const before = index.knownVersion;
  try {
    return await work(index);
  } catch (error) {
    if (!isEngineFailure(error) || !(await index.isPast(before))) throw error;
    return work(index);
  }
}

/** A store that is gone is not the engine's failure: nothing is looked at again, whoever waits would wait for that too. */
function isEngineFailure(error: unknown): boolean {
  return error instanceof Error && /lance/i.test(error.message) && storeTrouble(error.message) === null;
}

/** Failures of the machine pass, or are the operator's to mend: they say nothing about the files. */
function isDamage(error: unknown): boolean {
  return (
    isEngineFailure(error) &&
    !/permission|too many open|no space|read-only|quota|allocat|os error (?:5|11|12|13|23|24|28|30)\b/i.test(String(error))
  );
}
