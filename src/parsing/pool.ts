import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Leash, leash } from '../shared/leash.ts';
import { type Log, SILENT } from '../shared/log.ts';
import type { ReadingRequest } from '../shared/reading-protocol.ts';
import { MemoryWatch } from './memory-watch.ts';
import { type ChildOptions, killTree } from './spawn-child.ts';
import { type JobLimits, type Outcome, ReadingChild } from './supervisor.ts';

type WithoutJob<T> = T extends unknown ? Omit<T, 'job'> : never;
export type PoolRequest = WithoutJob<ReadingRequest>;

export interface PoolOptions extends Partial<ChildOptions>, Partial<JobLimits> {
  /** Children at work at once. */
  readonly size?: number;
  /** Jobs after which a child is replaced. */
  readonly recycleAfter?: number;
  /** A child that holds more than this after a job is replaced. */
  readonly recycleBytes?: number;
  /** Milliseconds after which a child without work ends; one always stays. */
  readonly idle?: number;
  /** Directory in which each child gets one for its temporary files. */
  readonly scratch?: string | null;
  /** The one of this machine unless told. */
  readonly leash?: Leash;
  readonly log?: Log;
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds in place of the pool's. */
  readonly deadline?: number | undefined;
}

const MB = 1024 * 1024;
const DEFAULTS = {
  script: fileURLToPath(new URL('../reading/child.js', import.meta.url)),
  memory: 1024 * MB,
  deadline: 120_000,
  silence: 30_000,
  size: availableParallelism(),
  recycleAfter: 200,
  // A child that has read a large document keeps 150–300 MB of V8 heap that it would give back only under pressure.
  // A child and its layout process together reach 390 MB on the largest documents of the corpus; less would end a warm engine.
  recycleBytes: 600 * MB,
  idle: 60_000,
};

/** After a child that died without having worked the next warm one waits, so that a broken program does not spin. */
const BROKEN_WAIT_MS = 500;
const BROKEN_WAIT_MAX_MS = 30_000;

interface Waiting {
  readonly request: PoolRequest;
  readonly options: RunOptions;
  readonly settle: (outcome: Outcome) => void;
  /** Set when the job first got a child: the deadline holds over both tries. */
  started?: number;
  retried?: true;
}

/** Reads documents in child processes that may loop, swell or crash: one document's end is never another's. */
export class Pool {
  readonly counts = { started: 0, recycled: 0, done: 0, died: { TIMEOUT: 0, LIMIT_EXCEEDED: 0, PARSER_FAILED: 0 } };
  private readonly options: PoolOptions & typeof DEFAULTS;
  private readonly leash: Leash;
  private readonly log: Log;
  private readonly watch = new MemoryWatch();
  private readonly children = new Set<ReadingChild>();
  private readonly idle: ReadingChild[] = [];
  private readonly queue: Waiting[] = [];
  private readonly retirement = new Map<ReadingChild, NodeJS.Timeout>();
  private readonly endings = new Set<Promise<void>>();
  private readonly onExit = () => this.killAll();
  private lastJob = 0;
  private starting = 0;
  private working = 0;
  private broken = 0;
  private closed = false;
  private warming: NodeJS.Timeout | undefined;

  private constructor(options: PoolOptions, held: Leash) {
    this.options = { ...DEFAULTS, ...options };
    this.leash = held;
    this.log = options.log ?? SILENT;
    process.once('exit', this.onExit);
  }

  static async open(options: PoolOptions = {}): Promise<Pool> {
    const pool = new Pool(options, options.leash ?? (await leash()));
    if (!pool.leash.held) pool.log.warn({}, 'setpriv and prlimit of util-linux are missing: reading children have no hard limit');
    pool.warm();
    return pool;
  }

  /** Jobs at work. */
  get running(): number {
    return this.working;
  }

  /** Jobs that wait for a child. */
  get waiting(): number {
    return this.queue.length;
  }

  run(request: PoolRequest, options: RunOptions = {}): Promise<Outcome> {
    if (this.closed || options.signal?.aborted) return Promise.resolve({ kind: 'aborted' });
    return new Promise((resolve) => {
      const waiting: Waiting = {
        request,
        options,
        settle: (outcome) => {
          options.signal?.removeEventListener('abort', onAbort);
          resolve(outcome);
        },
      };
      const onAbort = () => {
        const place = this.queue.indexOf(waiting);
        if (place < 0) return;
        this.queue.splice(place, 1);
        waiting.settle({ kind: 'aborted' });
      };
      options.signal?.addEventListener('abort', onAbort, { once: true });
      this.queue.push(waiting);
      this.dispatch();
    });
  }

  /** Gives up what is under way and ends every child. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.warming);
    process.removeListener('exit', this.onExit);
    for (const waiting of this.queue.splice(0)) waiting.settle({ kind: 'aborted' });
    for (const child of this.children) child.kill();
    while (this.starting > 0 || this.endings.size > 0) {
      await Promise.all(this.endings);
      if (this.starting > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  private dispatch(): void {
    while (this.queue.length > 0) {
      const child = this.takeIdle();
      if (!child) break;
      const next = this.queue.shift();
      if (next) void this.work(child, next);
    }
    // One child on its way for every job that waits, as far as there is room.
    for (let wanted = this.queue.length - this.starting; wanted > 0 && this.hasRoom(); wanted--) void this.start();
  }

  private async work(child: ReadingChild, waiting: Waiting): Promise<void> {
    this.working++;
    waiting.started ??= performance.now();
    const elapsed = performance.now() - waiting.started;
    const limits = {
      deadline: Math.max(1, (waiting.options.deadline ?? this.options.deadline) - elapsed),
      silence: this.options.silence,
    };
    const request = { ...waiting.request, job: ++this.lastJob } as ReadingRequest;
    const outcome = await child.run(request, limits, waiting.options.signal);
    this.working--;
    if (outcome.kind === 'died' && child.diedUnheard && child.jobs > 1 && !waiting.retried && !this.closed) {
      // It may have died of the document before this one, or been dead already.
      waiting.retried = true;
      this.queue.unshift(waiting);
      this.dispatch();
      return;
    }
    this.account(outcome, waiting);
    waiting.settle(outcome);
    this.release(child);
    this.dispatch();
  }

  private account(outcome: Outcome, waiting: Waiting): void {
    if (outcome.kind === 'done' || outcome.kind === 'not-drawn') this.counts.done++;
    if (outcome.kind !== 'died') return;
    this.counts.died[outcome.reason]++;
    const ms = Math.round(performance.now() - (waiting.started ?? 0));
    this.log.warn(
      { reason: outcome.reason, cause: outcome.cause, format: outcome.format, op: waiting.request.op, ms },
      'a reading ended without a result',
    );
  }

  private release(child: ReadingChild): void {
    if (!child.alive) return;
    this.broken = 0;
    if (child.jobs >= this.options.recycleAfter || (child.resident ?? 0) > this.options.recycleBytes) {
      this.counts.recycled++;
      child.kill();
      return;
    }
    this.rest(child);
  }

  private rest(child: ReadingChild): void {
    this.idle.push(child);
    const timer = setTimeout(() => {
      if (this.idle.length <= 1) timer.refresh();
      else this.forget(child)?.kill();
    }, this.options.idle).unref();
    this.retirement.set(child, timer);
  }

  private takeIdle(): ReadingChild | undefined {
    // The one that worked last: the others may retire.
    for (let child = this.idle.at(-1); child; child = this.idle.at(-1)) {
      this.forget(child);
      if (child.alive) return child;
    }
    return undefined;
  }

  private forget(child: ReadingChild): ReadingChild | null {
    const place = this.idle.indexOf(child);
    if (place < 0) return null;
    this.idle.splice(place, 1);
    clearTimeout(this.retirement.get(child));
    this.retirement.delete(child);
    return child;
  }

  private hasRoom(): boolean {
    return !this.closed && this.children.size + this.starting < this.options.size;
  }

  private async start(): Promise<void> {
    this.starting++;
    const scratch = await this.makeScratch();
    this.starting--;
    if (this.closed) {
      await removeScratch(scratch);
      return;
    }
    const child = new ReadingChild(this.options, this.leash, this.watch, scratch);
    this.counts.started++;
    this.children.add(child);
    const ending = child.exited.then(async () => {
      this.children.delete(child);
      const unused = this.forget(child) !== null && child.jobs === 0;
      await removeScratch(scratch);
      this.endings.delete(ending);
      if (this.closed) return;
      this.dispatch();
      this.warmAfter(unused);
    });
    this.endings.add(ending);
    this.rest(child);
    this.dispatch();
  }

  /** Keeps one child ready, so that a document does not wait for a process to start. */
  private warm(): void {
    if (this.idle.length === 0 && this.starting === 0 && this.hasRoom()) void this.start();
  }

  private warmAfter(unused: boolean): void {
    if (!unused) {
      this.warm();
      return;
    }
    this.broken++;
    this.log.error({ times: this.broken }, 'a reading child ended before it was given anything to read');
    clearTimeout(this.warming);
    this.warming = setTimeout(() => this.warm(), Math.min(BROKEN_WAIT_MS * 2 ** this.broken, BROKEN_WAIT_MAX_MS)).unref();
  }

  private async makeScratch(): Promise<string | null> {
    if (!this.options.scratch) return null;
    // Without one the child uses the system's directory.
    return mkdtemp(path.join(this.options.scratch, 'child-')).catch(() => null);
  }

  private killAll(): void {
    for (const { pid } of this.children) if (pid !== undefined) killTree(pid);
  }
}

async function removeScratch(scratch: string | null): Promise<void> {
  if (scratch !== null) await rm(scratch, { recursive: true, force: true }).catch(() => {});
}
