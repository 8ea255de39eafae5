import { type CacheEntry, cacheEntries, purgeEntries, sharedEntries } from '../parsing/cache-generations.ts';
import { purgePageImages } from '../parsing/page-images.ts';
import { corpusDigests } from './corpus-digests.ts';
import { openTenantPlaces } from './open-tenant-places.ts';
import type { SharedStorage } from './shared-storage.ts';

/** What a cache holds, oldest generation first: the one that several servers share where there is one, else the directory. */
export function listCache(cache: string, { blobs }: SharedStorage): AsyncIterable<CacheEntry> {
  return blobs === null ? cacheEntries(cache) : sharedEntries(blobs);
}

export interface Retention {
  readonly olderThanDays?: number;
  /** A corpus: what is still in it is kept, the rest is removed. */
  readonly orphansOf?: string;
  readonly all?: boolean;
}

/** Removes entries that every given condition names, and the text of what is gone from the indexes. */
export async function purgeCache(cache: string, shared: SharedStorage, retention: Retention): Promise<Removed> {
  const { olderThanDays, orphansOf, all } = retention;
  const purge = {
    ...(olderThanDays === undefined ? {} : { olderThanDays }),
    ...(orphansOf === undefined ? {} : { keep: await corpusDigests(orphansOf, shared.places) }),
    ...(all ? { all } : {}),
  };
  const { purgeSharedBlobs, purgeSharedIndexes, purgeSharedOrphans } = await import('./shared-retention.ts');
  const local = added(await purgeEntries(cache, purge), await purgePageImages(cache, purge));
  const entries = added(local, await purgeSharedBlobs(shared, purge));
  // Of the documents that are still there the index is in use, however old they are.
  const emptied = all === true && olderThanDays === undefined && orphansOf === undefined;
  if (!emptied && orphansOf === undefined) return entries;
  const { purgeIndexes, purgeOrphans } = await import('./index-retention.ts');
  const corpus = orphansOf === undefined ? null : await openTenantPlaces(orphansOf, shared.places);
  const indexed = corpus === null ? await purgeIndexes(cache) : await purgeOrphans(cache, corpus);
  const common = corpus === null ? await purgeSharedIndexes(shared) : await purgeSharedOrphans(shared, corpus);
  return added(entries, added(indexed, common));
}

interface Removed {
  readonly removed: number;
  readonly bytes: number;
}

function added(a: Removed, b: Removed): Removed {
  return { removed: a.removed + b.removed, bytes: a.bytes + b.bytes };
}
