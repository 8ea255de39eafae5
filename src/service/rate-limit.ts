import { RequestProblem } from '../contract/errors.ts';

const MINUTE_MS = 60_000;
/** Past this many the ones that have been silent for a whole window are forgotten. */
const MANY = 10_000;

/** How many requests each consumer or address made in the last while (60 seconds unless told), on a clock that nobody can set. */
export class RateLimit {
  private readonly limit: number;
  private readonly now: () => number;
  private readonly windowMs: number;
  private readonly times = new Map<string, number[]>();

  /** `limit` 0: none. */
  constructor(limit: number, now: () => number = () => performance.now(), windowMs = MINUTE_MS) {
    this.limit = limit;
    this.now = now;
    this.windowMs = windowMs;
  }

  /** Counts a request; throws RATE_LIMITED. Refused requests are not counted, so that waiting always helps. */
  count(who: string): void {
    if (this.limit === 0) return;
    const now = this.now();
    const times = this.times.get(who) ?? this.newcomer(who, now);
    while (times[0] !== undefined && times[0] <= now - this.windowMs) times.shift();
    if (times.length >= this.limit) {
      const wait = (times[0] as number) + this.windowMs - now;
      throw new RequestProblem('RATE_LIMITED', { headers: { 'retry-after': String(Math.max(1, Math.ceil(wait / 1000))) } });
    }
    times.push(now);
  }

  private newcomer(who: string, now: number): number[] {
    if (this.times.size >= MANY)
      for (const [other, times] of this.times) if ((times.at(-1) ?? 0) <= now - this.windowMs) this.times.delete(other);
    const times: number[] = [];
    this.times.set(who, times);
    return times;
  }
}
