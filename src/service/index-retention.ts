import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { TenantPlaces } from '../corpus/document-folder.ts';
import { openGenerations, removeForeign } from '../search/generation.ts';
import { takeOrphansOut } from './index-orphans.ts';

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
export async function purgeOrphans(cache: string, corpus: TenantPlaces): Promise<Removed> {
  const directory = path.join(cache, 'index');
  const before = await sizeOf(directory);
  if (before.removed === 0) return before;
  await removeForeign(directory);
  for (const generation of await openGenerations(directory))
    await takeOrphansOut({ directory: cache, generation }, { directory: corpus });
  const after = await sizeOf(directory);
  return { removed: Math.max(0, before.removed - after.removed), bytes: Math.max(0, before.bytes - after.bytes) };
}

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
