import { describe, expect, it } from 'vitest';
import { ReadingQueue } from './reading-queue.ts';
import { ReadingSlots } from './reading-slots.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** A queue whose readings end when they are told to. */
function setUp(parallel = 2) {
  const begun: string[] = [];
  const gates = new Map<string, { open(): void; fail(error: Error): void }[]>();
  const queue = new ReadingQueue(
    { foreground: new ReadingSlots(parallel), background: new ReadingSlots(1) },
    {
      read: (path) => {
        begun.push(path);
        return new Promise<void>((open, fail) => gates.set(path, [...(gates.get(path) ?? []), { open, fail }]));
      },
      settle: async () => {},
    },
  );
  const end = async (path: string, error?: Error) => {
    await tick();
    const gate = gates.get(path)?.shift();
    if (gate === undefined) throw new Error(`${path} is not being read`);
    if (error) gate.fail(error);
    else gate.open();
    await tick();
  };
  return { queue, begun, end };
}

const state = async (promise: Promise<unknown>) => {
  const pending = Symbol();
  const first = await Promise.race([
    promise.then(
      () => 'done',
      (error: Error) => error.message,
    ),
    tick().then(() => pending),
  ]);
  return first === pending ? 'waiting' : first;
};

describe('the reading queue of a tenant', () => {
  it('reads as many files at once as there are slots, in order', async () => {
    const { queue, begun, end } = setUp();
    for (const path of ['a', 'b', 'c']) queue.add(path);
    await tick();
    expect(begun).toEqual(['a', 'b']);
    expect(queue.progress).toEqual({ done: 0, total: 3 });
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    expect(queue.progress).toEqual({ done: 1, total: 3 });
    await end('a');
    await end('c');
    expect(queue.progress).toEqual({ done: 0, total: 0 });
    expect(queue.empty).toBe(true);
  });

  it('is settled for a caller when all that was added before the call is read', async () => {
    const { queue, end } = setUp();
    queue.add('a');
    queue.add('b');
    const settled = queue.settled();
    queue.add('c');
    await end('a');
    expect(await state(settled)).toBe('waiting');
    await end('b');
    expect(await state(settled)).toBe('done');
    expect(await state(queue.settled())).toBe('waiting');
    await end('c');
    expect(await state(queue.settled())).toBe('done');
  });

  it('reads a file once that is asked for twice before its turn', async () => {
    const { queue, begun, end } = setUp(1);
    for (const path of ['a', 'b', 'b', 'b']) queue.add(path);
    await end('a');
    await end('b');
    expect(begun).toEqual(['a', 'b']);
    expect(await state(queue.settled())).toBe('done');
  });

  it('reads a file again that is asked for while it is read, and not before that is over', async () => {
    const { queue, begun, end } = setUp();
    queue.add('a');
    await tick();
    queue.add('a');
    queue.add('a');
    const settled = queue.settled();
    await tick();
    expect(begun).toEqual(['a']);
    await end('a');
    expect(begun).toEqual(['a', 'a']);
    expect(await state(settled)).toBe('waiting');
    await end('a');
    expect(await state(settled)).toBe('done');
  });

  it('puts urgent files first, and tells when one is done whatever else waits', async () => {
    const { queue, begun, end } = setUp(1);
    for (let file = 0; file < 40; file++) queue.add(`${file}`);
    queue.add('39', { urgent: true });
    queue.add('x', { urgent: true });
    const done = queue.done('x');
    await end('0');
    await end('39');
    await end('x');
    expect(begun.slice(0, 3).sort()).toEqual(['0', '39', 'x']);
    expect(await state(done)).toBe('done');
    expect(await state(queue.done('nothing'))).toBe('done');
  });

  it('tells a failure to whoever waits for it, and to nobody else', async () => {
    const { queue, end } = setUp();
    queue.add('a');
    const before = queue.settled();
    queue.add('b');
    const after = queue.settled();
    const alone = queue.done('b');
    for (const waiting of [before, after, alone]) waiting.catch(() => {});
    await tick();
    await end('b', new Error('broken'));
    expect(await state(alone)).toBe('broken');
    expect(await state(after)).toBe('broken');
    expect(await state(before)).toBe('waiting');
    await end('a');
    expect(await state(before)).toBe('done');
  });

  it('keeps nobody waiting for what is done in the background, unless it is asked for', async () => {
    const { queue, begun, end } = setUp();
    queue.add('a', { background: true });
    queue.add('b', { background: true });
    await tick();
    expect(begun).toEqual(['a']);
    expect(await state(queue.settled())).toBe('done');
    expect(queue.progress.total).toBe(0);
    expect(queue.empty).toBe(false);
    queue.add('b');
    const settled = queue.settled();
    expect(await state(settled)).toBe('waiting');
    await end('a');
    await end('b');
    expect(await state(settled)).toBe('done');
    expect(queue.empty).toBe(true);
  });
});
