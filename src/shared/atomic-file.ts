import { randomBytes } from 'node:crypto';
import { type FileHandle, link, open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';

export type Pieces = string | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

export interface AtomicWrite {
  readonly mode?: number;
  /** False: a file that already stands there stays, and the write fails with EEXIST. */
  readonly replace?: boolean;
}

/** Begins the name of every half-written file: hidden, so that no listing takes it for a document. */
const TEMP_PREFIX = '.tmp-';

/** Small pieces are joined up to this size before they are written. */
const WRITE_SIZE = 256 * 1024;

/** Under its name stands the whole file or what stood there before, also after a power cut. */
export async function writeAtomically(target: string, pieces: Pieces, options: AtomicWrite = {}): Promise<void> {
  const temp = path.join(path.dirname(target), `${TEMP_PREFIX}${process.pid}-${randomBytes(6).toString('hex')}`);
  const handle = await open(temp, 'wx', options.mode ?? 0o600);
  try {
    try {
      await writePieces(handle, pieces);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await moveIntoPlace(temp, target, options);
  } catch (error) {
    await unlink(temp).catch(() => {});
    throw error;
  }
}

/** Puts a complete, synced file of the same file system under its name. */
export async function moveIntoPlace(from: string, target: string, options: Pick<AtomicWrite, 'replace'> = {}): Promise<void> {
  if (options.replace === false) {
    // rename() would replace silently; link() lets exactly one of two writers win.
    await link(from, target);
    await unlink(from);
  } else {
    await rename(from, target);
  }
  await syncDirectory(path.dirname(target));
}

/** A rename or unlink is on disk only once its directory is. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r').catch(() => null);
  if (!handle) return;
  try {
    await handle.sync();
  } catch {
    // Some network file systems refuse to sync a directory; they order renames themselves.
  } finally {
    await handle.close();
  }
}

async function writePieces(handle: FileHandle, pieces: Pieces): Promise<void> {
  if (typeof pieces === 'string' || pieces instanceof Uint8Array) {
    await handle.writeFile(pieces);
    return;
  }
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    waiting.push(bytes);
    size += bytes.length;
    if (size < WRITE_SIZE) continue;
    await handle.writeFile(Buffer.concat(waiting));
    waiting = [];
    size = 0;
  }
  if (size > 0) await handle.writeFile(Buffer.concat(waiting));
}
