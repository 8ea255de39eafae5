import type { ObjectStore } from '../storage/object-store.ts';
import { isGeneration, isOfThisVersion } from './generation.ts';

export interface SharedGeneration {
  readonly name: string;
  readonly objects: number;
  readonly bytes: number;
  /** Whether this version of the program can open it. */
  readonly ours: boolean;
}

/** The generations of indexes in a store that several servers share. Looks at every object: for retention, never for a call. */
export async function sharedGenerations(store: ObjectStore): Promise<SharedGeneration[]> {
  const found = new Map<string, { objects: number; bytes: number }>();
  for await (const { key, bytes } of store.list('index/')) {
    const name = key.split('/')[1] ?? '';
    if (!isGeneration(name)) continue;
    const sum = found.get(name) ?? { objects: 0, bytes: 0 };
    found.set(name, { objects: sum.objects + 1, bytes: sum.bytes + bytes });
  }
  return [...found].map(([name, sum]) => ({ name, ...sum, ours: isOfThisVersion(name) }));
}

export async function removeSharedGeneration(store: ObjectStore, name: string): Promise<void> {
  for await (const { key } of store.list(`index/${name}/`)) await store.remove(key);
}
