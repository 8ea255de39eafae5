import type { TenantPlaces } from '../corpus/document-folder.ts';
import { type Purge, purgeSharedEntries } from '../parsing/cache-generations.ts';
import { removeSharedGeneration, sharedGenerations } from '../search/shared-generations.ts';
import { takeOrphansOut } from './index-orphans.ts';
import type { Removed } from './index-retention.ts';
import type { SharedStorage } from './shared-storage.ts';

/** Removes parsed documents that several servers share. */
export async function purgeSharedBlobs({ blobs }: SharedStorage, purge: Purge): Promise<Removed> {
  return blobs === null ? { removed: 0, bytes: 0 } : purgeSharedEntries(blobs, purge);
}

/** Removes all indexes that several servers share; they make them anew. */
export async function purgeSharedIndexes({ index }: SharedStorage): Promise<Removed> {
  const removed = { removed: 0, bytes: 0 };
  if (index === null) return removed;
  for (const { name, objects, bytes } of await sharedGenerations(index)) {
    await removeSharedGeneration(index, name);
    removed.removed += objects;
    removed.bytes += bytes;
  }
  return removed;
}

/** Takes text of documents that are no longer in the corpus out of the shared indexes, and removes those of other versions. */
export async function purgeSharedOrphans(shared: SharedStorage, corpus: TenantPlaces): Promise<Removed> {
  const { index, places, lease } = shared;
  if (index === null) return { removed: 0, bytes: 0 };
  const indexes = { directory: null, address: places.index, access: places.access, lease };
  const before = await sharedGenerations(index);
  for (const { name, ours } of before) {
    if (!ours) await removeSharedGeneration(index, name);
    else await takeOrphansOut({ ...indexes, generation: name }, { directory: corpus, keyspace: '' });
  }
  const after = await sharedGenerations(index);
  const sum = (generations: typeof before, of: 'objects' | 'bytes') => generations.reduce((total, each) => total + each[of], 0);
  return {
    removed: Math.max(0, sum(before, 'objects') - sum(after, 'objects')),
    bytes: Math.max(0, sum(before, 'bytes') - sum(after, 'bytes')),
  };
}
