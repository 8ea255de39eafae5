import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { SharedPlaces } from '../config/shared-places.ts';
import { openBucket } from '../storage/open-store.ts';

/** SHA-256 of every file in a corpus. Fails where one cannot be read: what is not known to be gone is not removed. */
export async function corpusDigests(directory: string, { corpus, access }: SharedPlaces): Promise<Set<string>> {
  const found = new Set<string>();
  if (corpus === null) {
    await addBelow(directory, found);
    return found;
  }
  const bucket = await openBucket(corpus, access);
  try {
    for await (const { key } of bucket.list('')) {
      const object = await bucket.open(key);
      if (object !== null) found.add(await digestOf(object.pieces));
    }
    return found;
  } finally {
    bucket.close();
  }
}

async function addBelow(directory: string, found: Set<string>): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) await addBelow(file, found);
    else if (entry.isFile()) {
      const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
      found.add(await digestOf(handle.createReadStream({ highWaterMark: 256 * 1024 })));
    }
  }
}

async function digestOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
