import type { Table } from '@lancedb/lancedb';
import type { Schema } from 'apache-arrow';
import type { Log } from '../shared/log.ts';
import { purge, takeIntoIndex } from './maintenance.ts';

/** So many chunks outside the full-text index are taken in at once; more for a large table, of which every file is written anew. */
const LONG_TAIL = { least: 1000, share: 0.02, most: 2000 } as const;
/** Of a small table this share is enough, once nothing was written for a while. */
const SHARE = 0.05;
const QUIET_MS = 3000;
/** Deleted text leaves the disk so long after the last write, and no sooner than this many times what it took the last time. */
const PURGE_AFTER_MS = 300_000;
const PURGE_COST = 50;

/** Decides when a table is put in order. Nothing waits for it; what is not in the index yet is found all the same. */
export class MaintenanceSchedule {
  private readonly table: Table;
  private readonly schema: Schema;
  private readonly log: Log;
  private readonly upkeep: boolean;
  private running: Promise<void> | null = null;
  private quiet: NodeJS.Timeout | null = null;
  private purging: NodeJS.Timeout | null = null;
  private lastPurgeMs = 0;
  private waiting = 0;
  private chunks = 0;
  private stopped = false;

  constructor(table: Table, schema: Schema, { log, upkeep }: { readonly log: Log; readonly upkeep: boolean }) {
    this.table = table;
    this.schema = schema;
    this.log = log;
    this.upkeep = upkeep;
  }

  /** So many rows were written. `removed`: others were deleted or replaced. */
  wrote(rows: number, removed: boolean): void {
    this.waiting += rows;
    this.chunks += rows;
    this.plan(removed);
  }

  /** What a look at the table has shown. */
  learn(waiting: number, chunks: number): void {
    this.waiting = waiting;
    this.chunks = chunks;
    this.plan(false);
  }

  /** Runs now, after what runs already. */
  async run(isPurge: boolean): Promise<void> {
    const before = this.running;
    const work = (async () => {
      await before?.catch(() => {});
      const started = performance.now();
      if (isPurge) {
        await purge(this.table, this.schema);
        this.lastPurgeMs = performance.now() - started;
      } else {
        await takeIntoIndex(this.table);
      }
      this.waiting = 0;
    })();
    this.running = work;
    try {
      await work;
    } finally {
      if (this.running === work) this.running = null;
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.quiet) clearTimeout(this.quiet);
    if (this.purging) clearTimeout(this.purging);
    await this.running?.catch(() => {});
  }

  private plan(removed: boolean): void {
    if (!this.upkeep || this.stopped) return;
    const long = Math.min(LONG_TAIL.most, Math.max(LONG_TAIL.least, this.chunks * LONG_TAIL.share));
    if (this.waiting >= long && this.running === null) this.start(false);
    else if (this.waiting > this.chunks * SHARE) this.quiet = this.later(this.quiet, QUIET_MS, false);
    if (removed) this.purging = this.later(this.purging, Math.max(PURGE_AFTER_MS, this.lastPurgeMs * PURGE_COST), true);
  }

  private later(timer: NodeJS.Timeout | null, delay: number, isPurge: boolean): NodeJS.Timeout {
    if (timer) clearTimeout(timer);
    return setTimeout(() => this.start(isPurge), delay).unref();
  }

  private start(isPurge: boolean): void {
    this.run(isPurge).catch((error: unknown) => {
      // Nothing is lost: it is tried again after the next write.
      this.log.warn({ error: error instanceof Error ? error.message : String(error) }, 'index upkeep failed');
    });
  }
}
