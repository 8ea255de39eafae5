import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, rmdir, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../shared/log.ts';
import { isAlive, isOwnerName, ownName } from './spool-owner.ts';

const BEAT_MS = 20_000;
/** An owner that we cannot ask has missed four beats in a row. */
const SILENT_MS = 90_000;

/** One directory for temporary files, shared with other servers: each has a private directory of its own in it. */
export class SpoolRoot {
  private base: string;
  private readonly log: Log;
  private own: string | null = null;
  private timer: NodeJS.Timeout | undefined;
  /** Directories of owners we cannot ask: their time stamp, and since when we have seen it unchanged. */
  private readonly strangers = new Map<string, { readonly beat: number; readonly since: number }>();

  constructor(base: string, log: Log) {
    this.base = base;
    this.log = log;
  }

  /** This process's own directory; made when it is first needed, so that a root that cannot be written costs nothing. */
  async directory(): Promise<string> {
    if (this.own !== null) return this.own;
    await mkdir(this.base, { recursive: true, mode: 0o700 });
    await this.distrust();
    // A second spool of one process gets a directory of its own below the process's name.
    const own = path.join(this.base, ownName(), randomBytes(4).toString('hex'));
    await mkdir(own, { recursive: true, mode: 0o700 });
    this.own ??= own;
    if (this.timer === undefined) {
      this.timer = setInterval(() => void this.beat(), BEAT_MS).unref();
    }
    return this.own;
  }

  holds(file: string): boolean {
    return this.own !== null && path.dirname(file) === this.own;
  }

  /** Somebody removed our directory from under us: the next call makes it again. */
  forget(): void {
    this.own = null;
  }

  /** Removes what processes left that are no more. */
  async sweep(): Promise<void> {
    const names = await readdir(this.base).catch(() => []);
    for (const name of names) {
      if (!isOwnerName(name) || !(await this.isAbandoned(name))) continue;
      this.log.info({ spool: name }, 'removing the spool that an earlier process left');
      await rm(path.join(this.base, name), { recursive: true, force: true }).catch((error: NodeJS.ErrnoException) => {
        this.log.warn({ spool: name, code: error.code }, 'could not remove the spool that an earlier process left');
      });
      this.strangers.delete(name);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    if (this.own === null) return;
    await rm(this.own, { recursive: true, force: true }).catch(() => {});
    // Another spool of this process may still use it.
    await rmdir(path.dirname(this.own)).catch(() => {});
    this.own = null;
  }

  private async beat(): Promise<void> {
    const now = new Date();
    if (this.own !== null) await utimes(path.dirname(this.own), now, now).catch(() => {});
    await this.sweep();
  }

  private async isAbandoned(name: string): Promise<boolean> {
    const alive = isAlive(name);
    if (alive !== null) return !alive;
    const beat = (await stat(path.join(this.base, name)).catch(() => null))?.mtimeMs;
    if (beat === undefined) return false;
    // Only our own monotonic clock is trusted: the stamp is compared with itself, never with the time of day.
    const seen = this.strangers.get(name);
    if (seen?.beat !== beat) this.strangers.set(name, { beat, since: performance.now() });
    return seen?.beat === beat && performance.now() - seen.since >= SILENT_MS;
  }

  /** In a world-writable directory somebody else may have made the base, or a link in its place. */
  private async distrust(): Promise<void> {
    const found = await lstat(this.base);
    if (found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid())) {
      if ((found.mode & 0o077) !== 0) await chmod(this.base, 0o700);
      return;
    }
    this.base = await mkdtemp(`${this.base}-`);
  }
}
