import { describe, expect, it } from 'vitest';
import { SharedReadings } from './shared-readings.ts';

/** A reading whose end the test decides. */
function controlled() {
  const begun: { finish: (result: string) => void; fail: (error: Error) => void; signal: AbortSignal }[] = [];
  const discarded: string[] = [];
  const does = {
    read: (signal: AbortSignal) => new Promise<string>((finish, fail) => begun.push({ finish, fail, signal })),
    take: (result: string) => result,
    discard: (result: string) => void discarded.push(result),
  };
  return { begun, discarded, does };
}

describe('readings of the same bytes at the same time', () => {
  it('are one reading, taken by everybody', async () => {
    const { begun, discarded, does } = controlled();
    const readings = new SharedReadings<string>();
    const all = [1, 2, 3].map(() => readings.join('a', undefined, does));
    const other = readings.join('b', undefined, does);
    expect(begun).toHaveLength(2);
    begun[0]?.finish('read');
    begun[1]?.finish('other');
    expect(await Promise.all([...all, other])).toEqual(['read', 'read', 'read', 'other']);
    expect(discarded).toEqual([]);
    void readings.join('a', undefined, does);
    expect(begun).toHaveLength(3);
  });

  it('go on when one caller leaves, and are given up when the last does', async () => {
    const { begun, discarded, does } = controlled();
    const readings = new SharedReadings<string>();
    const [first, second] = [new AbortController(), new AbortController()];
    const one = readings.join('a', first.signal, does);
    const two = readings.join('a', second.signal, does);
    first.abort(new Error('left first'));
    await expect(one).rejects.toThrow('left first');
    expect(begun[0]?.signal.aborted).toBe(false);
    second.abort(new Error('left second'));
    await expect(two).rejects.toThrow('left second');
    expect(begun[0]?.signal.aborted).toBe(true);
    // Whoever comes now does not get the reading that was given up.
    const three = readings.join('a', undefined, does);
    begun[0]?.finish('too late');
    begun[1]?.finish('anew');
    expect(await three).toBe('anew');
    expect(discarded).toEqual(['too late']);
  });

  it('fail for everybody alike', async () => {
    const { begun, does } = controlled();
    const readings = new SharedReadings<string>();
    const all = [1, 2].map(() => readings.join('a', undefined, does));
    begun[0]?.fail(new Error('full'));
    expect((await Promise.allSettled(all)).map((result) => result.status)).toEqual(['rejected', 'rejected']);
  });

  it('do not begin for a caller that has left already', async () => {
    const { begun, does } = controlled();
    await expect(new SharedReadings<string>().join('a', AbortSignal.abort(new Error('gone')), does)).rejects.toThrow('gone');
    expect(begun).toEqual([]);
  });
});
