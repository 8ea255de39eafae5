import { randomBytes } from 'node:crypto';
import { type Log, SILENT } from '../shared/log.ts';
import type { ObjectStore } from './object-store.ts';

export interface Lease {
  /**
   * Runs the work while nobody else who asks for the same name does, or gives null where somebody does. Best effort: after a
   * pause of this process somebody else may work as well, so that no result may rest on being alone.
   */
  run<T>(name: string, work: () => Promise<T>): Promise<{ readonly result: T } | null>;
  /** When the holder of the name has let go of it, or has given no sign of life for a while. */
  released(name: string, signal?: AbortSignal): Promise<void>;
}

/** One process alone needs none. */
export const ALONE: Lease = {
  run: async (_name, work) => ({ result: await work() }),
  released: async () => {},
};

export interface LeaseOptions {
  readonly store: ObjectStore;
  /** Without a sign of life for so long a holder is taken for dead. */
  readonly ttlMs?: number;
  readonly log?: Log;
}

/** Others go on within three seconds after a process died. */
const TTL_MS = 2000;
const SIGNS = 4;
const LOOK_MS = 250;
/** Leases of others that are remembered: of one that was met once nobody tells when it is over. */
const REMEMBERED = 1000;

/**
 * Leases as objects of a store. Time is measured by the watcher's own clock: a lease whose object did not change for the whole
 * span is over, whatever the clocks of the others say.
 */
export class StoreLease implements Lease {
  private readonly store: ObjectStore;
  private readonly ttl: number;
  private readonly log: Log;
  private readonly me = randomBytes(9).toString('base64url');
  /** What was seen of others' leases, and since when it is the same. */
  private readonly seen = new Map<string, { readonly body: string; readonly since: number }>();

  constructor({ store, ttlMs = TTL_MS, log = SILENT }: LeaseOptions) {
    this.store = store;
    this.ttl = ttlMs;
    this.log = log;
  }

  async run<T>(name: string, work: () => Promise<T>): Promise<{ readonly result: T } | null> {
    const key = `leases/${name}`;
    let held = false;
    try {
      held = await this.take(key);
      if (!held) return null;
    } catch (error) {
      // Without a lease work is done twice at worst; without the work nothing is done.
      this.log.warn({ error: (error as Error).message }, 'no lease can be had, the work is done without');
    }
    const stop = held ? this.giveSigns(key) : async () => {};
    try {
      return { result: await work() };
    } finally {
      await stop();
    }
  }

  async released(name: string, signal?: AbortSignal): Promise<void> {
    const key = `leases/${name}`;
    for (;;) {
      if (signal?.aborted) throw signal.reason;
      if (await this.isFree(key).catch(() => true)) return;
      await new Promise((resolve) => setTimeout(resolve, Math.min(LOOK_MS, this.ttl / SIGNS)));
    }
  }

  /** Until the function that it gives is called, which lets go of the lease. */
  private giveSigns(key: string): () => Promise<void> {
    let sign = 0;
    let last: Promise<void> = Promise.resolve();
    const timer = setInterval(() => {
      last = this.store.put(key, this.body(++sign)).catch(() => {});
    }, this.ttl / SIGNS).unref();
    return async () => {
      clearInterval(timer);
      // A sign that is still on its way would bring the object back.
      await last;
      await this.store.remove(key).catch(() => {});
    };
  }

  private async take(key: string): Promise<boolean> {
    if (await this.store.putIfAbsent(key, this.body(0))) return true;
    if (!(await this.isFree(key))) return false;
    return this.store.putIfAbsent(key, this.body(0));
  }

  /** Whether nobody holds it; what a dead holder left is taken away. */
  private async isFree(key: string): Promise<boolean> {
    const body = (await this.store.get(key))?.toString('utf8') ?? null;
    const before = this.seen.get(key);
    if (body === null) {
      this.seen.delete(key);
      return true;
    }
    if (before?.body !== body) {
      if (this.seen.size >= REMEMBERED) this.seen.delete(this.seen.keys().next().value as string);
      this.seen.set(key, { body, since: performance.now() });
      return false;
    }
    if (performance.now() - before.since < this.ttl) return false;
    this.seen.delete(key);
    await this.store.remove(key);
    return true;
  }

  /** Never the same twice: an object that did not change is one that nobody renewed. */
  private body(sign: number): Buffer {
    return Buffer.from(`${this.me} ${sign} ${randomBytes(6).toString('base64url')}`);
  }
}
