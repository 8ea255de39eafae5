import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Corpus } from '../corpus/corpus.ts';
import type { DocumentReader } from '../corpus/ports.ts';
import { openGenerations, removeForeign } from '../search/generation.ts';
import { SearchStore } from '../search/search-store.ts';

export interface Removed {
  readonly removed: number;
  readonly bytes: number;
}

/** Removes all indexes below a cache directory; a server makes them anew from what it reads. */
export async function purgeIndexes(cache: string): Promise<Removed> {
  const directory = path.join(cache, 'index');
  const size = await sizeOf(directory);
  await rm(directory, { recursive: true, force: true });
  return size;
}

/** Takes out of the indexes, and off the disk, the text of documents that are no longer in the corpus. */
export async function purgeOrphans(cache: string, corpusDirectory: string): Promise<Removed> {
  const directory = path.join(cache, 'index');
  const before = await sizeOf(directory);
  if (before.removed === 0) return before;
  await removeForeign(directory);
  for (const generation of await openGenerations(directory)) await purgeGeneration(cache, corpusDirectory, generation);
  const after = await sizeOf(directory);
  return { removed: Math.max(0, before.removed - after.removed), bytes: Math.max(0, before.bytes - after.bytes) };
}

async function purgeGeneration(cache: string, corpusDirectory: string, generation: string): Promise<void> {
  const store = await SearchStore.open({ directory: cache, upkeep: false, generation });
  const corpus = await Corpus.open({ directory: corpusDirectory, store, reader: NOBODY_READS, parallel: 1, watch: false });
  try {
    for (const tenant of await corpus.tenantNames()) {
      await corpus.forgetRemoved(tenant);
      await store.use(corpus.indexKey(tenant), (index) => index.maintain({ purge: true }));
    }
  } finally {
    corpus.close();
    await store.close();
  }
}

/** Retention only removes. */
const NOBODY_READS: DocumentReader = {
  read: async () => {
    throw new Error('nothing is read here');
  },
  copy: async () => {
    throw new Error('nothing is read here');
  },
};

async function sizeOf(directory: string): Promise<Removed> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  let removed = 0;
  for (const entry of entries) {
    const stat = entry.isFile() ? await lstat(path.join(entry.parentPath, entry.name)).catch(() => null) : null;
    if (stat === null) continue;
    removed++;
    bytes += stat.size;
  }
  return { removed, bytes };
}
