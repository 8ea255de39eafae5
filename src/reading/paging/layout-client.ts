import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { leash } from '../../shared/leash.ts';
import type { Layout } from './layout.ts';
import type { LayoutReply, LayoutRequest } from './layout-protocol.ts';

const MB = 1024 * 1024;

export interface LayoutLimits {
  /** Milliseconds of processor time, and milliseconds by the clock, after which its process is killed. */
  readonly hard: number;
  readonly wall: number;
  /** Resident bytes of its process. */
  readonly memory: number;
}

const LIMITS: LayoutLimits = { hard: 20_000, wall: 60_000, memory: 512 * MB };

/** Why there is no layout: the engine refused the document, took too long or too much, or could not be started. */
export type LayoutFailure = 'refused' | 'timeout' | 'memory' | 'died' | 'unavailable' | 'cancelled';

export type LayoutOutcome = { readonly layout: Layout } | { readonly failure: LayoutFailure };

export interface LayoutJob {
  /** Never rejects. */
  readonly outcome: Promise<LayoutOutcome>;
  /** The result is no longer wanted. A process still at work on it is killed. */
  cancel(): void;
}

const WATCH_MS = 100;
const PAGE_BYTES = 4096;
/** USER_HZ, which Linux has fixed. */
const TICK_MS = 10;

/** Runs the layout engine in a process of its own, started with the first document and kept for the next. */
export class LayoutClient {
  private readonly script: string;
  private readonly limits: LayoutLimits;
  private child: ChildProcess | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private jobs = 0;

  constructor(script = builtScript(), limits = LIMITS) {
    this.script = script;
    this.limits = limits;
  }

  /** Documents are laid out one after the other, in the order in which they were given. */
  start(bytes: Uint8Array): LayoutJob {
    const cancelled = new AbortController();
    const outcome = this.last.then(() => this.run(bytes, cancelled.signal));
    this.last = outcome;
    return { outcome, cancel: () => cancelled.abort() };
  }

  /** Ends the process; a document under way is given up. */
  close(): void {
    this.child?.kill('SIGKILL');
    this.child = null;
  }

  private async run(bytes: Uint8Array, cancelled: AbortSignal): Promise<LayoutOutcome> {
    if (cancelled.aborted) return { failure: 'cancelled' };
    const child = await this.process();
    if (cancelled.aborted) return { failure: 'cancelled' };
    if (!child?.pid) return { failure: 'unavailable' };
    const job = ++this.jobs;
    const { pid } = child;
    hold(child, true);
    const outcome = await new Promise<LayoutOutcome>((resolve) => {
      const onMessage = (reply: LayoutReply) => {
        if (reply.job !== job) return;
        if (reply.spent) this.child = null;
        done(reply.layout ? { layout: reply.layout } : { failure: 'refused' });
      };
      const onExit = () => done({ failure: 'died' });
      const give = (failure: LayoutFailure) => {
        this.close();
        done({ failure });
      };
      const onCancel = () => give('cancelled');
      const deadline = setTimeout(() => give('timeout'), this.limits.wall);
      const before = processorTime(pid);
      const watch = setInterval(() => {
        if (residentBytes(pid) > this.limits.memory) give('memory');
        else if (processorTime(pid) - before > this.limits.hard) give('timeout');
      }, WATCH_MS);
      const done = (result: LayoutOutcome) => {
        clearTimeout(deadline);
        clearInterval(watch);
        cancelled.removeEventListener('abort', onCancel);
        child.off('message', onMessage).off('exit', onExit);
        resolve(result);
      };
      child.on('message', onMessage).once('exit', onExit);
      cancelled.addEventListener('abort', onCancel);
      const request: LayoutRequest = { job, bytes };
      child.send(request, (error) => {
        if (error) give('died');
      });
    });
    hold(child, false);
    return outcome;
  }

  private async process(): Promise<ChildProcess | null> {
    if (this.child) return this.child;
    if (!existsSync(this.script)) return null;
    const [file, ...args] = (await leash()).command(this.limits.memory, ['--disallow-code-generation-from-strings', this.script]);
    const child = spawn(file, args, {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      // One arena: with one for each compiler thread the same work leaves 310 instead of 200 MB resident.
      env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '1' },
    });
    const forget = () => {
      if (this.child === child) this.child = null;
    };
    child.once('exit', forget).once('error', forget).once('disconnect', forget);
    this.child = child;
    return child;
  }
}

/** Run from its sources the program takes the process of the last build: not every Node that we support runs TypeScript. */
function builtScript(): string {
  const beside = new URL('./layout-process.js', import.meta.url);
  const built = new URL('../../../dist/reading/paging/layout-process.js', import.meta.url);
  return fileURLToPath(import.meta.url.endsWith('.ts') ? built : beside);
}

/** An idle engine must not keep the process alive that may use it again. */
function hold(child: ChildProcess, on: boolean): void {
  if (on) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

/** Milliseconds that the process has used so far; 0 where there is no /proc. */
function processorTime(pid: number): number {
  try {
    // proc(5): utime and stime are the 12th and 13th fields after the command, which may hold anything but ends with ')'.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}
