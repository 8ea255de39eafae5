import { describe, expect, it } from 'vitest';
import { RequestProblem } from '../contract/errors.ts';
import { RateLimit } from './rate-limit.ts';

describe('the rate limit', () => {
  function at(limit: number) {
    let now = 5_000_000;
    const rate = new RateLimit(limit, () => now);
    return (seconds: number, consumer = 'alpha'): string => {
      now = 5_000_000 + seconds * 1000;
      try {
        rate.count(consumer);
        return 'ok';
      } catch (error) {
        if (!(error instanceof RequestProblem)) throw error;
        return `${error.code} ${error.headers['retry-after']}`;
      }
    };
  }

  it('looks at the last 60 seconds and not at the minute of the clock', () => {
    const call = at(3);
    expect([call(0), call(1), call(25)]).toEqual(['ok', 'ok', 'ok']);
    expect(call(26)).toBe('RATE_LIMITED 34');
    expect(call(59.5)).toBe('RATE_LIMITED 1');
    expect([call(60), call(60.5)]).toEqual(['ok', 'RATE_LIMITED 1']);
    expect([call(61), call(62)]).toEqual(['ok', 'RATE_LIMITED 23']);
  });

  it('counts every consumer alone', () => {
    const call = at(1);
    expect([call(0, 'a'), call(0, 'b'), call(0, 'a'), call(0, '__proto__')]).toEqual(['ok', 'ok', 'RATE_LIMITED 60', 'ok']);
  });

  it('is off at 0', () => {
    const call = at(0);
    expect(Array.from({ length: 1000 }, () => call(0)).every((answer) => answer === 'ok')).toBe(true);
  });
});
