import { readdir, rm, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { CACHE_GENERATION, PARSER_VERSION } from '../model/versions.ts';
import type { ObjectStore } from '../storage/object-store.ts';

/*
 * <cache>/parsed/<generation>/<first two hex digits>/<sha256 of the bytes>
 * A generation is a version of the readers, and a variant where a setting of the server changes what is read.
 */

const GENERATION = /^v(\d{1,6})(?:-[0-9a-z.]{1,20})?$/;
const SHA256 = /^[0-9a-f]{64}$/;
/** An upgrade that is taken back finds its parsed files still there. */
const OLDER_KEPT = 2;

export function generationName(variant?: string): string {
  const name = variant ? `${CACHE_GENERATION}-${variant}` : CACHE_GENERATION;
  if (!GENERATION.test(name)) throw new Error('bad name of a generation');
  return name;
}

export interface CacheEntry {
  readonly generation: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly written: Date;
}

export interface Purge {
  readonly olderThanDays?: number;
  /** Documents that are still in use: everything else goes. */
  readonly keep?: ReadonlySet<string>;
  readonly all?: boolean;
}

export function parsedDirectory(cache: string): string {
  return path.join(cache, 'parsed');
}

export function entryPath(cache: string, generation: string, sha256: string): string {
  return path.join(cache, entryKey(generation, sha256));
}

/** The same below whatever holds a cache. */
export function entryKey(generation: string, sha256: string): string {
  if (!SHA256.test(sha256)) throw new Error('not a SHA-256');
  return `parsed/${generation}/${sha256.slice(0, 2)}/${sha256}`;
}

/** Every parsed file of every generation. */
export async function* cacheEntries(cache: string): AsyncGenerator<CacheEntry> {
  for (const generation of await names(parsedDirectory(cache), GENERATION)) {
    const below = path.join(parsedDirectory(cache), generation);
    for (const prefix of await names(below, /^[0-9a-f]{2}$/)) {
      for (const sha256 of await names(path.join(below, prefix), SHA256)) {
        const found = await stat(path.join(below, prefix, sha256)).catch(() => null);
        if (found?.isFile()) yield { generation, sha256, bytes: found.size, written: found.mtime };
      }
    }
  }
}

/** The same of a store that several servers share. */
export async function* sharedEntries(store: ObjectStore): AsyncGenerator<CacheEntry> {
  for await (const { key, bytes, written } of store.list('parsed/')) {
    const [, generation = '', , sha256 = ''] = key.split('/');
    if (GENERATION.test(generation) && SHA256.test(sha256)) yield { generation, sha256, bytes, written };
  }
}

/** Whether every given condition names the entry; without a condition none is. */
function isNamed({ olderThanDays, keep, all }: Purge): (entry: CacheEntry) => boolean {
  const conditions: ((entry: CacheEntry) => boolean)[] = [];
  if (olderThanDays !== undefined) {
    const before = Date.now() - olderThanDays * 86_400_000;
    conditions.push((entry) => entry.written.getTime() < before);
  }
  if (keep) conditions.push((entry) => !keep.has(entry.sha256));
  if (all) conditions.push(() => true);
  return (entry) => conditions.length > 0 && conditions.every((applies) => applies(entry));
}

export async function purgeSharedEntries(store: ObjectStore, purge: Purge): Promise<{ removed: number; bytes: number }> {
  const total = { removed: 0, bytes: 0 };
  const named = isNamed(purge);
  for await (const entry of sharedEntries(store)) {
    if (!named(entry)) continue;
    await store.remove(entryKey(entry.generation, entry.sha256));
    total.removed++;
    total.bytes += entry.bytes;
  }
  return total;
}

/** Removes the entries that every given condition names; without a condition nothing. */
export async function purgeEntries(cache: string, purge: Purge): Promise<{ removed: number; bytes: number }> {
  const named = isNamed(purge);
  let removed = 0;
  let bytes = 0;
  for await (const entry of cacheEntries(cache)) {
    if (!named(entry)) continue;
    try {
      await unlink(entryPath(cache, entry.generation, entry.sha256));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      throw error;
    }
    removed++;
    bytes += entry.bytes;
  }
  return { removed, bytes };
}

/** Newer generations stay as well: a newer server may share the directory. Returns the generations that were removed. */
export async function removeOldGenerations(cache: string, current = PARSER_VERSION): Promise<string[]> {
  const found = await names(parsedDirectory(cache), GENERATION);
  const version = (name: string) => Number(GENERATION.exec(name)?.[1]);
  const older = [...new Set(found.map(version))].filter((number) => number < current).sort((a, b) => b - a);
  const outdated = new Set(older.slice(OLDER_KEPT));
  const removed = found.filter((name) => outdated.has(version(name)));
  for (const name of removed) await rm(path.join(parsedDirectory(cache), name), { recursive: true, force: true });
  return removed;
}

async function names(directory: string, pattern: RegExp): Promise<string[]> {
  const found = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return found.filter((name) => pattern.test(name)).sort();
}
