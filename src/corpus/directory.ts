import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readlinkSync } from 'node:fs';
import { lstat, open, readdir, readlink } from 'node:fs/promises';
import { signatureOf } from './signature.ts';

/** Something in a folder; links and special files are nothing. */
export interface Entry {
  readonly kind: 'file' | 'directory';
  /** The same for as long as it is the same file, whatever it is called and holds. */
  readonly id: string;
  readonly signature: string;
  readonly dev: bigint;
  readonly size: number;
  readonly ctimeMs: number;
  /** Has another name somewhere, through which it can be changed without this folder knowing. */
  readonly linked: boolean;
}

export interface Listing {
  /** By name, as bytes in latin1. */
  readonly entries: ReadonlyMap<string, Entry>;
  readonly self: Entry;
}

/** The directory is not there, not a directory, behind a link, or not ours to look into. */
export class DirectoryClosed extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`directory cannot be listed: ${code}`);
    this.name = 'DirectoryClosed';
    this.code = code;
  }
}

/**
 * How to look at a file system. Asking a local one in passing takes 5 µs a file and holds everybody up for no longer than
 * a slice; a remote one may answer late or never, so it is asked from the thread pool, at six times the cost.
 */
export type Reach = 'local' | 'remote';

const SLICE_MS = 4;
const AT_ONCE = 32;
const DIRECTORY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export interface Looking {
  readonly reach: Reach;
  /** Shared by all of one scan. */
  readonly slices: Slices;
  /** Told the name of the open directory before anything in it is looked at. */
  readonly opened?: (held: string) => void;
}

/**
 * What stands in a directory. It is held open meanwhile and checked to be where its path says, so that a link put in its
 * place or above it leads nowhere.
 */
export async function listDirectory(path: Buffer, looking: Looking): Promise<Listing> {
  try {
    return looking.reach === 'local' ? await listLocal(path, looking) : await listRemote(path, looking);
  } catch (error) {
    if (error instanceof DirectoryClosed) throw error;
    throw new DirectoryClosed((error as NodeJS.ErrnoException).code ?? 'unknown');
  }
}

/** Null for what is not there, and for links and special files. */
export async function lookAt(path: Buffer, reach: Reach): Promise<Entry | null> {
  try {
    if (reach === 'local') return entryOf(lstatSync(path, { bigint: true }));
    return entryOf(await lstat(path, { bigint: true }));
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

export function isAbsence(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Lets everybody else have a turn when the slice is used up. */
export class Slices {
  private began = performance.now();

  async pause(): Promise<void> {
    if (performance.now() - this.began < SLICE_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.began = performance.now();
  }
}

async function listLocal(path: Buffer, { slices, opened }: Looking): Promise<Listing> {
  const fd = openSync(path, DIRECTORY);
  try {
    const held = heldPath(fd);
    checkPlace(readlinkSync(held, 'buffer'), path);
    const self = entryOf(fstatSync(fd, { bigint: true }));
    opened?.(held);
    const entries = new Map<string, Entry>();
    for (const name of readdirSync(held, 'latin1')) {
      const entry = lookInPassing(held, name);
      if (entry) entries.set(name, entry);
      await slices.pause();
    }
    return { entries, self: self as Entry };
  } finally {
    closeSync(fd);
  }
}

async function listRemote(path: Buffer, { opened }: Looking): Promise<Listing> {
  const handle = await open(path, DIRECTORY);
  try {
    const held = heldPath(handle.fd);
    checkPlace(await readlink(held, 'buffer'), path);
    const self = entryOf(await handle.stat({ bigint: true }));
    opened?.(held);
    const names = await readdir(held, 'latin1');
    const entries = new Map<string, Entry>();
    for (let at = 0; at < names.length; at += AT_ONCE) {
      const some = names.slice(at, at + AT_ONCE);
      const found = await Promise.all(some.map((name) => lookAt(inside(held, name), 'remote')));
      for (const [index, entry] of found.entries()) if (entry) entries.set(some[index] as string, entry);
    }
    return { entries, self: self as Entry };
  } finally {
    await handle.close();
  }
}

function lookInPassing(held: string, name: string): Entry | null {
  try {
    return entryOf(lstatSync(inside(held, name), { bigint: true }));
  } catch (error) {
    // Gone since its directory was read.
    if (isAbsence(error)) return null;
    throw error;
  }
}

function inside(held: string, name: string): Buffer {
  return Buffer.from(`${held}/${name}`, 'latin1');
}

/** Linux lets an open file be named: what is reached by that name is the open file itself, wherever it was moved. */
export function heldPath(fd: number): string {
  return `/proc/self/fd/${fd}`;
}

export function checkPlace(actual: Buffer, expected: Buffer): void {
  if (!actual.equals(expected)) throw new DirectoryClosed('ELOOP');
}

function entryOf(stat: BigIntStats): Entry | null {
  const kind = stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : null;
  if (kind === null) return null;
  return {
    kind,
    id: `${stat.dev}:${stat.ino}`,
    signature: signatureOf(stat),
    dev: stat.dev,
    size: Number(stat.size),
    ctimeMs: Number(stat.ctimeNs / 1_000_000n),
    linked: kind === 'file' && stat.nlink > 1n,
  };
}
