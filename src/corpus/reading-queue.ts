import type { ReadingSlots } from './reading-slots.ts';

interface Job {
  readonly path: string;
  ticket: number;
  urgent: boolean;
  /** Nobody waits for it. */
  background: boolean;
  /** A slot was given to it: what happens to the file from now on may not be read any more. */
  started: boolean;
  /** Asked for while this one was at work: begins when this one is over, so that older bytes never come after newer ones. */
  successor: Job | null;
}

interface Waiter {
  readonly ticket: number;
  resolve(): void;
  reject(error: unknown): void;
}

/** Where the files of all tenants are read. */
export interface Slots {
  readonly foreground: ReadingSlots;
  readonly background: ReadingSlots;
}

export interface Work {
  /** Done in one of the slots. */
  read(path: string, urgent: boolean): Promise<void>;
  /** Done after the slot was given back; the file counts as read when this is over. */
  settle(path: string): Promise<void>;
}

/** Jobs of one tenant that wait at the slots, beyond those in one: with all of its files there, nobody else would get in. */
const AT_THE_SLOTS = 2;

/** The files of one tenant that wait to be read or are being read. */
export class ReadingQueue {
  private readonly slots: Slots;
  private readonly work: Work;
  /** By ticket, in the order of tickets. */
  private readonly open = new Map<number, Job>();
  /** The one that works or waits; its successor is known to it alone. */
  private readonly byPath = new Map<string, Job>();
  private readonly line: Job[] = [];
  private waiters: Waiter[] = [];
  private single: Waiter[] = [];
  private tickets = 0;
  private running = 0;
  private finished = 0;

  constructor(slots: Slots, work: Work) {
    this.slots = slots;
    this.work = work;
  }

  /** The file will be read as it is now, or later. */
  add(path: string, how: { readonly urgent?: boolean; readonly background?: boolean } = {}): void {
    const { urgent = false, background = false } = how;
    const known = this.byPath.get(path);
    const waiting = known?.started ? known.successor : known;
    if (waiting) {
      if (waiting.background && !background) this.promote(waiting);
      if (urgent) this.hurry(waiting);
      return;
    }
    const job: Job = { path, ticket: ++this.tickets, urgent, background, started: false, successor: null };
    if (!background) this.open.set(job.ticket, job);
    if (known === undefined) this.enqueue(job);
    else known.successor = job;
  }

  /** When the last reading of this file that was asked for is over, whatever else waits. */
  done(path: string): Promise<void> {
    const known = this.byPath.get(path);
    const job = known?.successor ?? known;
    if (job === undefined) return Promise.resolve();
    return new Promise((resolve, reject) => this.single.push({ ticket: job.ticket, resolve, reject }));
  }

  /** When everything that was added before is read; the first failure among it is thrown. */
  settled(): Promise<void> {
    const ticket = this.tickets;
    if (this.oldest() > ticket) return Promise.resolve();
    return new Promise((resolve, reject) => this.waiters.push({ ticket, resolve, reject }));
  }

  /** Whether nothing waits for a slot and nothing is in one. */
  get idle(): boolean {
    return this.running === 0 && this.line.length === 0;
  }

  /** Whether there is nothing to do, in the background either. */
  get empty(): boolean {
    return this.byPath.size === 0;
  }

  /** Since it was last empty. */
  get progress(): { readonly done: number; readonly total: number } {
    return { done: this.finished, total: this.finished + this.open.size };
  }

  private enqueue(job: Job): void {
    this.byPath.set(job.path, job);
    if (job.urgent) this.line.unshift(job);
    else this.line.push(job);
    this.next();
  }

  private promote(job: Job): void {
    job.background = false;
    job.ticket = ++this.tickets;
    this.open.set(job.ticket, job);
  }

  private hurry(job: Job): void {
    job.urgent = true;
    const place = this.line.indexOf(job);
    if (place > 0) this.line.unshift(...this.line.splice(place, 1));
    this.next();
  }

  private next(): void {
    // Urgent work does not wait for a place in line.
    const most = this.slots.foreground.size + AT_THE_SLOTS;
    while (this.line.length > 0 && (this.running < most || this.line[0]?.urgent)) void this.run(this.line.shift() as Job);
  }

  private async run(job: Job): Promise<void> {
    this.running++;
    let failure: { readonly error: unknown } | null = null;
    try {
      await this.slots[job.background ? 'background' : 'foreground'].run(job.urgent, () => {
        job.started = true;
        return this.work.read(job.path, job.urgent);
      });
    } catch (error) {
      failure = { error };
    }
    this.running--;
    this.next();
    try {
      await this.work.settle(job.path);
    } catch (error) {
      failure ??= { error };
    }
    this.finish(job, failure);
  }

  private finish(job: Job, failure: { readonly error: unknown } | null): void {
    if (this.open.delete(job.ticket)) this.finished++;
    this.byPath.delete(job.path);
    if (job.successor) this.enqueue(job.successor);
    const over = (waiter: Waiter, concerned: boolean, ready: boolean): boolean => {
      if (failure !== null && concerned) waiter.reject(failure.error);
      else if (ready) waiter.resolve();
      else return false;
      return true;
    };
    this.single = this.single.filter((waiter) => !over(waiter, waiter.ticket === job.ticket, waiter.ticket === job.ticket));
    const oldest = this.oldest();
    this.waiters = this.waiters.filter((waiter) => !over(waiter, waiter.ticket >= job.ticket, oldest > waiter.ticket));
    if (this.open.size === 0) this.finished = 0;
  }

  private oldest(): number {
    return this.open.keys().next().value ?? Number.POSITIVE_INFINITY;
  }
}
