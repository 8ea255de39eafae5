import { randomBytes } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, link, lstat, open, readdir, readlink, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { RequestProblem } from '../contract/errors.ts';
import { checkPlace, heldPath } from './directory.ts';
import type { StoreOptions } from './document-folder.ts';
import { writeProblem } from './storage-problem.ts';

/** Hidden, so that nobody takes a file that is half there for a document. */
const TEMP_PREFIX = '.tmp-';
const TEMP_NAME = /^\.tmp-\d+-[0-9a-f]{12}$/;
/** Longer than any copy takes: what is older was left by a process that is no more. */
const ABANDONED_MS = 3_600_000;
/** A file system that has no hard links says so in one of these ways. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);
const IN_THE_WAY: ReadonlySet<string> = new Set(['EEXIST', 'EISDIR', 'ENOTDIR', 'ENOTEMPTY']);

/**
 * Puts a copy of a file under a name in a folder: under the name stands the whole of it or what stood there before, also
 * after a power cut. `name` is the bytes of a name (latin1). Throws FILE_EXISTS or what is wrong with the storage.
 */
export async function storeFile(folder: string, name: string, source: string, { replace }: StoreOptions): Promise<void> {
  await inFolder(Buffer.from(folder), async (held, handle) => {
    const temp = path.join(held, `${TEMP_PREFIX}${process.pid}-${randomBytes(6).toString('hex')}`);
    const target = inside(held, name);
    try {
      await copySynced(source, temp);
      if (replace) await rename(temp, target);
      else await putNew(temp, target);
    } catch (error) {
      await unlink(temp).catch(() => {});
      const { code, syscall } = error as NodeJS.ErrnoException;
      if (IN_THE_WAY.has(code ?? '') && (syscall === 'link' || syscall === 'rename' || syscall === 'open'))
        throw new RequestProblem('FILE_EXISTS');
      throw error;
    }
    await syncHeld(handle);
  });
}

/** Removes a file; `file` is its path below the tenant's folder (bytes as latin1). Throws FILE_NOT_FOUND. */
export async function removeFile(folder: string, file: string): Promise<void> {
  const slash = file.lastIndexOf('/');
  const parent = Buffer.concat([Buffer.from(folder), Buffer.from(slash < 0 ? '' : `/${file.slice(0, slash)}`, 'latin1')]);
  await inFolder(parent, async (held, handle) => {
    const target = inside(held, file.slice(slash + 1));
    try {
      if (!(await lstat(target)).isFile()) throw new RequestProblem('FILE_NOT_FOUND');
      await unlink(target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new RequestProblem('FILE_NOT_FOUND');
      throw error;
    }
    await syncHeld(handle);
  });
}

/** Removes half files that a process left which ended in the middle of storing. */
export async function removeAbandoned(folder: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!TEMP_NAME.test(name)) continue;
    const file = path.join(folder, name);
    const stat = await lstat(file).catch(() => null);
    if (stat?.isFile() && now - stat.ctimeMs > ABANDONED_MS) await unlink(file).catch(() => {});
  }
}

/** Holds the folder open, so that nothing put in its place or above it changes where things go. */
async function inFolder(folder: Buffer, work: (held: string, handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      const held = heldPath(handle.fd);
      checkPlace(await readlink(held, 'buffer'), folder);
      await work(held, handle);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw writeProblem(error);
  }
}

async function copySynced(source: string, target: string): Promise<void> {
  // The spool's files are private; who may read a document is for the folder's owner to say, by the mask of this process.
  const handle = await open(target, 'wx', 0o666);
  try {
    for await (const piece of createReadStream(source, { highWaterMark: 1024 * 1024 })) await handle.appendFile(piece as Buffer);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** rename() would replace silently; link() lets exactly one of two writers win. */
async function putNew(temp: string, target: Buffer): Promise<void> {
  try {
    await link(temp, target);
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    // The empty file takes the place; only who made it may fill it.
    await (await open(target, 'wx')).close();
    await rename(temp, target);
    return;
  }
  // It is stored; a second name that is hidden does no harm, and is removed some day.
  await unlink(temp).catch(() => {});
}

function inside(held: string, name: string): Buffer {
  return Buffer.from(`${held}/${name}`, 'latin1');
}

async function syncHeld(handle: FileHandle): Promise<void> {
  // Some network file systems refuse to sync a directory; they order such changes themselves.
  await handle.sync().catch(() => {});
}
