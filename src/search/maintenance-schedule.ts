import type { Table } from '@lancedb/lancedb';
import type { Schema } from 'apache-arrow';
import type { Log } from '../shared/log.ts';
import type { Lease } from '../storage/lease.ts';
import { purge, removeMixed, takeIntoIndex } from './maintenance.ts';

/** So many chunks outside the full-text index are taken in at once; more for a large table, of which every file is written anew. */
const LONG_TAIL = { least: 1000, share: 0.02, most: 2000 } as const;
/** Of a small table this share is enough, once nothing was written for a while. */
const SHARE = 0.05;
const QUIET_MS = 3000;
/** Deleted text leaves the disk so long after the last write, and no sooner than this many times what it took the last time. */
const PURGE_AFTER_MS = 300_000;
const PURGE_COST = 50;

export interface ScheduleOptions {
  /** Of the table. */
  readonly name: string;
  readonly log: Log;
  readonly upkeep: boolean;
  readonly lease: Lease;
  /** Called after what ran by itself: after a purge at once, else when nothing was written for a while. */
  done(isPurge: boolean): Promise<void>;
}

/** Decides when a table is put in order. Nothing waits for it; what is not in the index yet is found all the same. */
export class MaintenanceSchedule {
  private readonly table: Table;
  private readonly schema: Schema;
  private readonly log: Log;
  private readonly upkeep: boolean;
  private readonly lease: Lease;
  private readonly name: string;
  private readonly done: (isPurge: boolean) => Promise<void>;
  private running: Promise<void> | null = null;
  private quiet: NodeJS.Timeout | null = null;
  private purging: NodeJS.Timeout | null = null;
  private settling: NodeJS.Timeout | null = null;
  private lastPurgeMs = 0;
  private waiting = 0;
  private chunks = 0;
  /** Rows that were written without a pause. */
  private burst = 0;
  private stopped = false;
  private finishing: Promise<void> = Promise.resolve();

  constructor(table: Table, schema: Schema, { name, log, upkeep, lease, done }: ScheduleOptions) {
    this.table = table;
    this.schema = schema;
    this.done = done;
    this.log = log;
    this.upkeep = upkeep;
    this.lease = lease;
    this.name = name;
  }

  /** So many rows were written. `removed`: others were deleted or replaced. */
  wrote(rows: number, removed: boolean): void {
    this.waiting += rows;
    this.chunks += rows;
    this.burst += rows;
    if (this.settling) this.settle();
    this.plan(removed);
  }

  /** What a look at the table has shown. */
  learn(waiting: number, chunks: number): void {
    this.waiting = waiting;
    this.chunks = chunks;
    this.plan(false);
  }

  /** Runs once nothing was written for a while. */
  whenQuiet(): void {
    if (this.upkeep && !this.stopped) this.quiet = this.later(this.quiet, QUIET_MS, false);
  }

  /** Runs now, after what runs already. */
  async run(isPurge: boolean): Promise<void> {
    const before = this.running;
    const work = (async () => {
      await before?.catch(() => {});
      const held = `upkeep/${this.name}`;
      // What another server does just now need not be done again, but is waited for.
      if ((await this.lease.run(held, () => this.work(isPurge))) === null) await this.lease.released(held);
      this.waiting = 0;
    })();
    this.running = work;
    try {
      await work;
    } finally {
      if (this.running === work) this.running = null;
    }
  }

  private async work(isPurge: boolean): Promise<void> {
    // Before, so that no document of two writings is taken in; after, since others may have written meanwhile.
    await this.removeMixed();
    const started = performance.now();
    if (isPurge) await purge(this.table, this.schema);
    else await takeIntoIndex(this.table);
    if (isPurge) this.lastPurgeMs = performance.now() - started;
    await this.removeMixed();
  }

  private async removeMixed(): Promise<void> {
    const documents = await removeMixed(this.table);
    if (documents === 0) return;
    this.log.warn({ documents }, 'documents that several wrote at once were removed, to be written anew');
    this.plan(true);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.quiet) clearTimeout(this.quiet);
    if (this.purging) clearTimeout(this.purging);
    if (this.settling) clearTimeout(this.settling);
    await this.running?.catch(() => {});
    await this.finishing.catch(() => {});
  }

  private plan(removed: boolean): void {
    if (!this.upkeep || this.stopped) return;
    const long = Math.min(LONG_TAIL.most, Math.max(LONG_TAIL.least, this.chunks * LONG_TAIL.share));
    if (this.waiting >= long && this.running === null) this.start(false);
    // After many at once the last ones are taken in too: whoever opens the table next has nothing to catch up with.
    else if (this.waiting > this.chunks * SHARE || (this.waiting > 0 && this.burst >= LONG_TAIL.least))
      this.quiet = this.later(this.quiet, QUIET_MS, false);
    if (removed) this.purging = this.later(this.purging, Math.max(PURGE_AFTER_MS, this.lastPurgeMs * PURGE_COST), true);
  }

  private later(timer: NodeJS.Timeout | null, delay: number, isPurge: boolean): NodeJS.Timeout {
    if (timer) clearTimeout(timer);
    return setTimeout(() => {
      this.burst = 0;
      this.start(isPurge);
    }, delay).unref();
  }

  private start(isPurge: boolean): void {
    this.finishing = this.run(isPurge)
      .then(() => (isPurge && !this.stopped ? this.done(true) : this.settle()))
      .catch((error: unknown) => this.failed(error));
  }

  private settle(): void {
    if (this.settling) clearTimeout(this.settling);
    if (this.stopped) return;
    this.settling = setTimeout(() => {
      this.settling = null;
      this.finishing = this.done(false).catch((error: unknown) => this.failed(error));
    }, QUIET_MS).unref();
  }

  /** Nothing is lost: it is tried again after the next write. */
  private failed(error: unknown): void {
    if (!this.stopped) this.log.warn({ error: error instanceof Error ? error.message : String(error) }, 'index upkeep failed');
  }
}
