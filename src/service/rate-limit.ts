import { RequestProblem } from '../contract/errors.ts';

const WINDOW_MS = 60_000;

/** How many requests each consumer made in the last 60 seconds, on a clock that nobody can set. */
export class RateLimit {
  private readonly limit: number;
  private readonly now: () => number;
  private readonly times = new Map<string, number[]>();

  /** `limit` 0: none. */
  constructor(limit: number, now: () => number = () => performance.now()) {
    this.limit = limit;
    this.now = now;
  }

  /** Counts a request; throws RATE_LIMITED. Refused requests are not counted, so that waiting always helps. */
  count(consumer: string): void {
    if (this.limit === 0) return;
    const now = this.now();
    const times = this.times.get(consumer) ?? [];
    this.times.set(consumer, times);
    while (times[0] !== undefined && times[0] <= now - WINDOW_MS) times.shift();
    if (times.length >= this.limit) {
      const wait = (times[0] as number) + WINDOW_MS - now;
      throw new RequestProblem('RATE_LIMITED', { headers: { 'retry-after': String(Math.max(1, Math.ceil(wait / 1000))) } });
    }
    times.push(now);
  }
}
