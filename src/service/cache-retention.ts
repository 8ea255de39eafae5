import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { type CacheEntry, cacheEntries, purgeEntries } from '../parsing/cache-generations.ts';
import { purgePageImages } from '../parsing/page-images.ts';

/** What a cache directory holds, oldest generation first. */
export function listCache(cache: string): AsyncIterable<CacheEntry> {
  return cacheEntries(cache);
}

export interface Retention {
  readonly olderThanDays?: number;
  /** Keeps what is still in the corpus, and removes the rest. */
  readonly orphansOf?: string;
  readonly all?: boolean;
}

/** Removes entries that every given condition names, and the text of what is gone from the indexes. */
export async function purgeCache(cache: string, retention: Retention): Promise<{ removed: number; bytes: number }> {
  const { olderThanDays, orphansOf, all } = retention;
  const purge = {
    ...(olderThanDays === undefined ? {} : { olderThanDays }),
    ...(orphansOf === undefined ? {} : { keep: await digestsBelow(orphansOf) }),
    ...(all ? { all } : {}),
  };
  const entries = added(await purgeEntries(cache, purge), await purgePageImages(cache, purge));
  // Of the documents that are still there the index is in use, however old they are.
  const emptied = all === true && olderThanDays === undefined && orphansOf === undefined;
  if (!emptied && orphansOf === undefined) return entries;
  const { purgeIndexes, purgeOrphans } = await import('./index-retention.ts');
  const indexed = orphansOf === undefined ? await purgeIndexes(cache) : await purgeOrphans(cache, orphansOf);
  return added(entries, indexed);
}

interface Removed {
  readonly removed: number;
  readonly bytes: number;
}

function added(a: Removed, b: Removed): Removed {
  return { removed: a.removed + b.removed, bytes: a.bytes + b.bytes };
}

/** SHA-256 of every regular file below a directory. Fails where a file cannot be read: what is not known to be gone is not removed. */
async function digestsBelow(directory: string, found = new Set<string>()): Promise<Set<string>> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) await digestsBelow(file, found);
    else if (entry.isFile()) found.add(await digestOf(file));
  }
  return found;
}

async function digestOf(file: string): Promise<string> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  const hash = createHash('sha256');
  for await (const piece of handle.createReadStream({ highWaterMark: 256 * 1024 })) hash.update(piece as Buffer);
  return hash.digest('hex');
}
