import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { CACHE_GENERATION } from '../model/versions.ts';
import { moveIntoPlace } from '../shared/atomic-file.ts';
import type { Log } from '../shared/log.ts';
import { type PageImage, readPageImage } from '../shared/page-image-file.ts';
import type { NotDrawn } from '../shared/reading-protocol.ts';
import type { Purge } from './cache-generations.ts';
import type { Spooled } from './spool.ts';

/*
 * <cache>/pages/<generation>/<first two hex digits>/<sha256 of the file>-<member>-<page>-<dpi>
 */

/** A file on disk, or how to get a copy of one that is elsewhere; null where it is gone. */
export type SourceFile = string | (() => Promise<Pick<Spooled, 'file' | 'remove'> | null>);

export interface PageImageRequest {
  /** The bundle itself for a document in it. */
  readonly file: SourceFile;
  /** Of that file's bytes. */
  readonly sha256: string;
  /** A document inside a bundle: its containers in there and its own name, joined by slashes. */
  readonly member?: string | undefined;
  /** Of that document's bytes: tells members of one name apart. */
  readonly memberSha256?: string | undefined;
  /** From 1. */
  readonly page: number;
  /** Dots an inch, clipped to what is drawn. */
  readonly dpi: number;
  readonly signal?: AbortSignal | undefined;
}

export interface NoPageImage {
  readonly png: null;
  /** `CACHE_OFF`: documents inside bundles are drawn only where there is a place to keep the picture. */
  readonly reason: NotDrawn | 'CACHE_OFF';
}

export type PageImageResult = PageImage | NoPageImage;

const MOST_DPI = 300;
const LEAST_DPI = 36;

export function clippedDpi(dpi: number): number {
  return Math.min(MOST_DPI, Math.max(LEAST_DPI, Math.round(dpi)));
}

/** Names one picture: what is drawn, and how. */
export function pageImageKey({ sha256, member, memberSha256, page, dpi }: PageImageRequest): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('not a SHA-256');
  const inside =
    member === undefined
      ? '0'
      : createHash('sha256')
          .update(JSON.stringify([member, memberSha256 ?? null]))
          .digest('hex')
          .slice(0, 32);
  return `${sha256}-${inside}-${page}-${clippedDpi(dpi)}`;
}

/** Pictures that were drawn before. A directory that cannot be used makes every lookup a miss. */
export class PageImageCache {
  private readonly root: string;
  private readonly log: Log;

  constructor(root: string, log: Log) {
    this.root = root;
    this.log = log;
  }

  async lookup(key: string): Promise<PageImage | null> {
    const file = this.path(key);
    try {
      const found = await readPageImage(file);
      if (found === null) await unlink(file).catch(() => {});
      return found;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.warn(error, 'a page image cannot be read, drawing it again');
      return null;
    }
  }

  /** Takes over a page image file of the same file system. */
  async publish(file: string, key: string): Promise<void> {
    const target = this.path(key);
    try {
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await moveIntoPlace(file, target);
    } catch (error) {
      this.warn(error, 'a page image could not be kept');
    }
  }

  private path(key: string): string {
    return path.join(pagesDirectory(this.root), CACHE_GENERATION, key.slice(0, 2), key);
  }

  private warn(error: unknown, message: string): void {
    this.log.warn({ code: (error as NodeJS.ErrnoException).code ?? 'unknown' }, message);
  }
}

function pagesDirectory(cache: string): string {
  return path.join(cache, 'pages');
}

/** Removes the pictures that every given condition names; those of other generations are of no use and always go. */
export async function purgePageImages(cache: string, purge: Purge): Promise<{ removed: number; bytes: number }> {
  const { olderThanDays, keep, all } = purge;
  const total = { removed: 0, bytes: 0 };
  if (olderThanDays === undefined && keep === undefined && !all) return total;
  const before = Date.now() - (olderThanDays ?? 0) * 86_400_000;
  const directory = pagesDirectory(cache);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const found = await lstat(file).catch(() => null);
    if (!found) continue;
    const outdated = !path.relative(directory, file).startsWith(`${CACHE_GENERATION}${path.sep}`);
    const named =
      (olderThanDays === undefined || found.mtimeMs < before) && (keep === undefined || !keep.has(entry.name.slice(0, 64)));
    if (!outdated && !named) continue;
    await rm(file, { force: true });
    total.removed++;
    total.bytes += found.size;
  }
  return total;
}
