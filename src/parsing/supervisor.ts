import type { Reason } from '../model/access.ts';
import type { Format } from '../model/formats.ts';
import type { Leash } from '../shared/leash.ts';
import type { NotDrawn, ReadingReply, ReadingRequest } from '../shared/reading-protocol.ts';
import { ChildMessages } from './child-messages.ts';
import { type Death, deathByExit, deathByReport } from './death.ts';
import { type MemoryWatch, residentBytes } from './memory-watch.ts';
import { type ChildOptions, killGroup, killTree, type SpawnedChild, spawnChild } from './spawn-child.ts';

export type Outcome =
  | { readonly kind: 'done'; readonly readable: boolean; readonly reason: Reason | null }
  | { readonly kind: 'not-drawn'; readonly reason: NotDrawn }
  | ({ readonly kind: 'died'; readonly format?: Format } & Death)
  /** The caller lost interest, or the server ends. */
  | { readonly kind: 'aborted' };

export interface JobLimits {
  /** Milliseconds for the whole job. */
  readonly deadline: number;
  /** Milliseconds without a word from the child. */
  readonly silence: number;
}

/** Enough for V8's last words. */
const STDERR_KEPT = 8 * 1024;
/** A parser may complain about every object of a file; one that writes more is not complaining. */
const STDERR_MAX = 16 * 1024 * 1024;
/** A killed process is gone within milliseconds; one that hangs in the kernel must not hold up the answer. */
const LAST_WAIT_MS = 1000;

interface Job {
  readonly request: ReadingRequest;
  readonly settle: (outcome: Outcome) => void;
  readonly stop: () => void;
  format?: Format;
  heard: boolean;
  lastHeard: number;
  peak: number;
  /** Decided, and only waiting for the process to be gone. */
  verdict?: Outcome;
}

/** One reading child and the job it has; it never has two. */
export class ReadingChild {
  readonly exited: Promise<void>;
  /** Jobs that it has been given. */
  jobs = 0;
  /** The last job ended with the child's death before a word about it: an earlier job may be to blame. */
  diedUnheard = false;
  private readonly options: ChildOptions;
  private readonly watch: MemoryWatch;
  private readonly spawned: SpawnedChild;
  private readonly messages = new ChildMessages();
  private stderr = '';
  private stderrBytes = 0;
  private job: Job | null = null;
  private gone = false;
  private dying = false;

  constructor(options: ChildOptions, leash: Leash, watch: MemoryWatch, scratch: string | null) {
    this.options = options;
    this.watch = watch;
    this.spawned = spawnChild(options, leash, scratch);
    const { process: child, channel, stderr } = this.spawned;
    this.exited = new Promise((resolve) => {
      child.once('error', () => {
        if (child.pid === undefined) resolve(this.end({ kind: 'died', ...deathByExit(this.exitOf(null, null)) }));
      });
      child.once('exit', (code, signal) => {
        this.dying = true;
        if (child.pid !== undefined) killGroup(child.pid);
        // Its last words may still be in the pipes; they end at once now that nobody holds them.
        const finish = () => resolve(this.end({ kind: 'died', ...deathByExit(this.exitOf(code, signal)) }));
        const late = setTimeout(finish, LAST_WAIT_MS);
        child.once('close', () => {
          clearTimeout(late);
          finish();
        });
      });
    });
    channel.on('data', (piece: Buffer) => this.hear(piece));
    channel.on('error', () => {});
    channel.once('end', () => {
      // It is dying, and how is known in a moment; or it lives and can tell nothing any more.
      const closed = { kind: 'died', reason: 'PARSER_FAILED', cause: 'closed its channel' } as const;
      setTimeout(() => this.condemn(closed), LAST_WAIT_MS).unref();
    });
    stderr.on('data', (piece: Buffer) => this.takeStderr(piece));
    stderr.on('error', () => {});
  }

  get pid(): number | undefined {
    return this.spawned.process.pid;
  }

  get alive(): boolean {
    return !this.dying && !this.gone;
  }

  /** Resident bytes of the child and all below it. */
  get resident(): number | null {
    return this.pid === undefined ? null : residentBytes(this.pid);
  }

  run(request: ReadingRequest, limits: JobLimits, signal?: AbortSignal): Promise<Outcome> {
    if (this.job) throw new Error('a child reads one document at a time');
    this.jobs++;
    this.messages.reset();
    this.stderr = '';
    this.stderrBytes = 0;
    return new Promise((settle) => {
      const started = performance.now();
      const onAbort = () => this.condemn({ kind: 'aborted' });
      const deadline = setTimeout(() => {
        // A message that has come already counts, even if the server was too busy to look at it.
        setImmediate(() => this.condemn({ kind: 'died', reason: 'TIMEOUT', cause: 'deadline' }, job));
      }, limits.deadline);
      const silence = setInterval(
        () => {
          if (performance.now() - job.lastHeard < limits.silence) return;
          setImmediate(() => {
            if (performance.now() - job.lastHeard < limits.silence) return;
            this.condemn({ kind: 'died', reason: 'TIMEOUT', cause: 'silence' }, job);
          });
        },
        Math.max(10, limits.silence / 10),
      );
      const { pid } = this;
      const unwatch = pid === undefined ? () => {} : this.watch.start(pid, (bytes) => this.look(job, bytes));
      const job: Job = {
        request,
        settle,
        heard: false,
        lastHeard: started,
        peak: 0,
        stop: () => {
          clearTimeout(deadline);
          clearInterval(silence);
          unwatch();
          signal?.removeEventListener('abort', onAbort);
        },
      };
      this.job = job;
      if (this.gone) {
        this.end({ kind: 'died', reason: 'PARSER_FAILED', cause: 'was gone already' });
        return;
      }
      if (signal?.aborted) onAbort();
      else signal?.addEventListener('abort', onAbort, { once: true });
      this.spawned.channel.write(`${JSON.stringify(request)}\n`);
    });
  }

  /** Ends the child and everything below it; a job under way is given up. */
  kill(): void {
    this.condemn({ kind: 'aborted' });
  }

  private hear(piece: Buffer): void {
    if (this.job?.verdict) return;
    try {
      for (const message of this.messages.take(piece)) this.heed(message);
    } catch (error) {
      this.condemn({ kind: 'died', reason: 'PARSER_FAILED', cause: `nonsense: ${(error as Error).message}` });
    }
  }

  private heed(message: ReadingReply): void {
    const { job } = this;
    // Words about a job that is over are late, not wrong.
    if (!job || message.job !== job.request.job || job.verdict) return;
    job.heard = true;
    job.lastHeard = performance.now();
    if (message.kind === 'sniffed') job.format = message.format;
    else if (message.kind === 'done') this.settle({ kind: 'done', readable: message.readable, reason: message.reason });
    else if (message.kind === 'not-drawn') this.settle({ kind: 'not-drawn', reason: message.reason });
    else if (message.kind === 'failed') this.settle({ kind: 'died', ...deathByReport(message.error) });
  }

  private look(job: Job, bytes: number): void {
    job.peak = Math.max(job.peak, bytes);
    if (bytes > this.options.memory) this.condemn({ kind: 'died', reason: 'LIMIT_EXCEEDED', cause: 'memory limit' }, job);
  }

  private takeStderr(piece: Buffer): void {
    this.stderrBytes += piece.length;
    this.stderr = (this.stderr + piece.toString('latin1')).slice(-STDERR_KEPT);
    if (this.stderrBytes > STDERR_MAX) this.condemn({ kind: 'died', reason: 'PARSER_FAILED', cause: 'flood on stderr' });
  }

  /** Kills the child; the outcome is told when it is gone. With `job`, only if that is still the one. */
  private condemn(outcome: Outcome, job = this.job): void {
    if (this.gone || job !== this.job) return;
    if (job && !job.verdict) job.verdict = outcome;
    if (this.dying) return;
    this.dying = true;
    if (this.pid !== undefined) killTree(this.pid);
    setTimeout(() => this.settle(outcome), LAST_WAIT_MS).unref();
    // Nothing that is still in the pipes is worth reading, and a flood may be.
    this.spawned.channel.destroy();
  }

  private end(outcome: Outcome): void {
    if (this.gone) return;
    this.gone = true;
    this.dying = true;
    this.spawned.channel.destroy();
    this.settle(outcome);
  }

  private settle(fallback: Outcome): void {
    const { job } = this;
    if (!job) return;
    this.job = null;
    job.stop();
    const outcome = job.verdict ?? fallback;
    this.diedUnheard = !job.verdict && this.dying && !job.heard;
    job.settle(outcome.kind === 'died' && job.format ? { ...outcome, format: job.format } : outcome);
  }

  private exitOf(code: number | null, signal: NodeJS.Signals | null) {
    return { code, signal, stderr: this.stderr, peakShare: (this.job?.peak ?? 0) / this.options.memory };
  }
}
