import { closeSync, type FSWatcher, openSync, readFileSync, rmSync, utimesSync, watch } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Log, SILENT } from '../shared/log.ts';

/*
 * Every watch of a process delivers through one queue of the kernel (libuv keeps one inotify descriptor), and a change is in
 * that queue before the call that made it returns. So when a bell that we ring ourselves is heard, every change made before
 * it was rung has been heard too. Two things can break that, and both are noticed: a queue that ran over (the kernel drops
 * events, and libuv does not say so), and a bell that is not heard in time.
 */

const QUEUE_LIMIT = '/proc/sys/fs/inotify/max_queued_events';
const DEFAULT_QUEUE = 16_384;
/** More bells than can be on their way: a late one is never taken for the next. */
const BELLS = 16;
const BELL_MS = 2000;

export interface Watch {
  /** Nothing is heard of it afterwards. */
  close(): void;
}

export interface ChangeEventsOptions {
  readonly log?: Log;
  readonly temporary?: string;
  /** Events that the kernel keeps for us; its own figure unless told. */
  readonly queue?: number;
}

/** Reports of the kernel about changes in folders, with a way to know that all of them have arrived. */
export class ChangeEvents {
  readonly counts = { events: 0, bells: 0, lost: 0 };
  private readonly log: Log;
  /** A burst of this size may have been one of more than the queue holds. */
  private readonly suspicious: number;
  private readonly watchers = new Set<FSWatcher>();
  private readonly listeners = new Set<() => void>();
  private readonly doomed: FSWatcher[] = [];
  private readonly temporary: string;
  private directory: string | null = null;
  private bell: Watch | null = null;
  private burst = 0;
  private rung = 0;
  /** The bell that was rung and not heard yet. */
  private awaited: { readonly name: string; heard(whole: boolean): void } | null = null;
  /** Everybody who came after it was rung shares the next one. */
  private next: Promise<boolean> | null = null;
  private ringing: Promise<boolean> | null = null;
  private closed = false;

  private constructor(options: ChangeEventsOptions) {
    this.log = options.log ?? SILENT;
    this.temporary = options.temporary ?? tmpdir();
    this.suspicious = Math.max(1, Math.floor((options.queue ?? queueLimit()) / 2));
  }

  /** Null where the system has no such reports, or no place for the bell. */
  static async open(options: ChangeEventsOptions = {}): Promise<ChangeEvents | null> {
    if (process.platform !== 'linux') return null;
    const events = new ChangeEvents(options);
    try {
      await events.hangBells();
      return events;
    } catch (error) {
      events.log.warn({ code: codeOf(error) }, 'no change events: folders are scanned on every call');
      events.close();
      return null;
    }
  }

  /** `onChange` gets the name (bytes as latin1) of what changed in the directory; a number may also mean the directory itself. */
  watch(directory: string, onChange: (name: string) => void): Watch {
    let open = true;
    const watcher = watch(directory, { encoding: 'buffer', persistent: false }, (_kind, name) => {
      this.count();
      if (open) onChange((name as Buffer | null)?.toString('latin1') ?? '');
    });
    watcher.on('error', () => this.lose());
    this.watchers.add(watcher);
    return {
      close: () => {
        if (!open) return;
        open = false;
        // Not within a burst: what it still brings has to be counted.
        if (this.doomed.push(watcher) === 1) setImmediate(() => this.closeDoomed());
      },
    };
  }

  /** Called when changes may have been missed: whoever relies on them has to look for himself. */
  onLost(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** True when every change made before this call has been reported; false when that cannot be told. */
  arrived(): Promise<boolean> {
    if (this.closed) return Promise.resolve(false);
    // The bell under way was rung before this call, so it proves nothing for it.
    if (this.ringing === null) return this.start();
    this.next ??= this.ringing.then(() => {
      this.next = null;
      return this.start();
    });
    return this.next;
  }

  /** How many directories are watched. */
  get size(): number {
    return this.watchers.size;
  }

  close(): void {
    this.closed = true;
    for (const watcher of this.watchers) watcher.close();
    this.watchers.clear();
    this.awaited?.heard(false);
    if (this.directory !== null) rmSync(this.directory, { recursive: true, force: true });
    this.directory = null;
  }

  private start(): Promise<boolean> {
    this.ringing = this.ring().finally(() => {
      this.ringing = null;
    });
    return this.ringing;
  }

  private async ring(): Promise<boolean> {
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        if (this.directory === null) await this.hangBells();
        return await this.ringOnce();
      } catch (error) {
        // Somebody tidied the temporary directory up.
        this.directory = null;
        this.log.warn({ code: codeOf(error) }, 'the bell of the change events is gone');
      }
    }
    return false;
  }

  private ringOnce(): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const name = String(this.rung++ % BELLS);
      const heard = (whole: boolean) => {
        clearTimeout(timer);
        this.awaited = null;
        resolve(whole && this.burst < this.suspicious);
      };
      const timer = setTimeout(() => {
        // A loop that was held up runs its timers before it reads: the bell gets one more chance.
        setImmediate(() => {
          if (this.awaited?.name !== name) return;
          this.lose();
          heard(false);
        });
      }, BELL_MS);
      this.awaited = { name, heard };
      this.counts.bells++;
      try {
        const now = new Date();
        // Costs no space, so that it also works on a disk that is full.
        utimesSync(path.join(this.directory as string, name), now, now);
      } catch (error) {
        clearTimeout(timer);
        this.awaited = null;
        reject(error);
      }
    });
  }

  private async hangBells(): Promise<void> {
    const directory = await mkdtemp(path.join(this.temporary, 'geungeo-bell-'));
    if (this.closed) {
      rmSync(directory, { recursive: true, force: true });
      throw new Error('closed');
    }
    for (let bell = 0; bell < BELLS; bell++) closeSync(openSync(path.join(directory, String(bell)), 'wx', 0o600));
    this.bell?.close();
    this.bell = this.watch(directory, (name) => {
      if (name === this.awaited?.name) this.awaited.heard(true);
    });
    this.directory = directory;
  }

  private count(): void {
    this.counts.events++;
    if (++this.burst > 1) return;
    // All that the queue holds is delivered before anything else runs, so that one turn of the loop is one burst.
    setImmediate(() => {
      const size = this.burst;
      this.burst = 0;
      if (size >= this.suspicious) this.lose();
    });
  }

  private lose(): void {
    this.counts.lost++;
    this.log.warn({ times: this.counts.lost }, 'change events may have been lost: folders are scanned anew');
    for (const listener of this.listeners) listener();
  }

  /** Each watch that ends leaves an event that is not counted: few enough of them at once cannot hide a full queue. */
  private closeDoomed(): void {
    const some = this.doomed.splice(0, Math.max(1, Math.floor(this.suspicious / 4)));
    for (const watcher of some) {
      watcher.close();
      this.watchers.delete(watcher);
    }
    if (this.doomed.length > 0) setImmediate(() => this.closeDoomed());
  }
}

function queueLimit(): number {
  try {
    return Number(readFileSync(QUEUE_LIMIT, 'utf8')) || DEFAULT_QUEUE;
  } catch {
    return DEFAULT_QUEUE;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
