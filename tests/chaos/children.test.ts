import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Pool, type PoolOptions, type RunOptions } from '../../src/parsing/pool.ts';
import { UNHELD } from '../../src/shared/leash.ts';
import { build } from '../support/build.ts';
import { eventually, isRunning, processesWith } from './process-table.ts';

const MB = 1024 * 1024;
const OBEDIENT = fileURLToPath(new URL('./children/obedient.mjs', import.meta.url));

let directory: string;
let pool: Pool;
let orders: number;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'geungeo-children-'));
  mkdirSync(path.join(directory, 'scratch'));
  orders = 0;
});

afterEach(async () => {
  await pool?.close();
  expect(processesWith(directory)).toEqual([]);
  expect(readdirSync(path.join(directory, 'scratch'))).toEqual([]);
  rmSync(directory, { recursive: true, force: true });
});

async function open(options: PoolOptions = {}): Promise<void> {
  const scratch = path.join(directory, 'scratch');
  pool = await Pool.open({ script: OBEDIENT, size: 1, memory: 256 * MB, deadline: 20_000, silence: 20_000, scratch, ...options });
}

function outOf(number: number): string {
  return path.join(directory, `order-${number}.out`);
}

function run(order: { do: string; [key: string]: unknown }, options: RunOptions = {}) {
  const file = path.join(directory, `order-${++orders}`);
  writeFileSync(file, JSON.stringify(order));
  return pool.run({ op: 'parse', file, sha256: '', out: outOf(orders), generation: 'v1', paginate: false }, options);
}

/** The child's process, found by the scratch directory that it alone was given. */
async function childPid(): Promise<number> {
  await eventually(() => processesWith(directory).length > 0);
  return processesWith(directory)[0] as number;
}

const DONE = { kind: 'done', readable: true, reason: null };

describe('a child that is killed from outside', () => {
  it('costs the document it was reading, and the next is read within half a second', async () => {
    await open();
    await run({ do: 'good' });
    const reading = run({ do: 'good', ms: 30_000 });
    await eventually(() => pool.running === 1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    process.kill(await childPid(), 'SIGKILL');
    expect(await reading).toEqual({ kind: 'died', reason: 'PARSER_FAILED', cause: 'SIGKILL', format: 'hwpx' });
    const before = performance.now();
    expect(await run({ do: 'good' })).toEqual(DONE);
    // Half a second is the promise on an idle machine; tests share theirs.
    expect(performance.now() - before).toBeLessThan(3000);
  });

  it('costs nothing while it waits for work', async () => {
    await open();
    await run({ do: 'good' });
    process.kill(await childPid(), 'SIGKILL');
    expect(await run({ do: 'good' })).toEqual(DONE);
  });

  it('is told to have been silent when it was only stopped', async () => {
    await open({ silence: 500 });
    const outcome = await run({ do: 'stop' });
    expect(outcome).toEqual({ kind: 'died', reason: 'TIMEOUT', cause: 'silence', format: 'hwpx' });
  });
});

describe('a child that outlives its reading by a moment', () => {
  it('takes no other document with it', async () => {
    await open();
    for (let n = 0; n < 5; n++) {
      expect(await run({ do: 'dies later', mute: true })).toEqual(DONE);
      expect(await run({ do: 'good', mute: true })).toEqual(DONE);
    }
    expect(pool.counts.died).toEqual({ TIMEOUT: 0, LIMIT_EXCEEDED: 0, PARSER_FAILED: 0 });
  });

  it('is not given a document that kills again and again', async () => {
    await open();
    await run({ do: 'good' });
    expect(await run({ do: 'exit', mute: true })).toMatchObject({ kind: 'died', reason: 'PARSER_FAILED', cause: 'exit 0' });
    expect(pool.counts.died.PARSER_FAILED).toBe(1);
  });
});

describe('memory', () => {
  it.each([
    ['heap', /heap limit|memory limit/],
    ['buffers', /memory limit|buffer refused/],
    ['untouched buffers', /buffer refused/],
    ['refused and told', /buffer refused/],
    ['grandchild takes memory', /memory limit/],
  ])('that is taken by "%s" is a limit exceeded', async (behaviour, cause) => {
    await open({ memory: 200 * MB });
    const outcome = await run({ do: behaviour });
    expect(outcome).toMatchObject({ kind: 'died', reason: 'LIMIT_EXCEEDED' });
    expect(outcome.kind === 'died' && outcome.cause).toMatch(cause);
  });

  it('of the heap is refused by V8 before the process is too large, and its last words are understood', async () => {
    await open({ memory: 512 * MB });
    expect(await run({ do: 'heap' })).toMatchObject({ reason: 'LIMIT_EXCEEDED', cause: 'SIGABRT, heap limit' });
  });

  it('is watched also where there is no leash', async () => {
    await open({ memory: 200 * MB, leash: UNHELD });
    expect(await run({ do: 'buffers' })).toMatchObject({ reason: 'LIMIT_EXCEEDED', cause: 'memory limit' });
    expect(await run({ do: 'good' })).toEqual(DONE);
  });

  it('that a child keeps after a document ends the child, not the next document', async () => {
    await open({ recycleBytes: 150 * MB });
    await run({ do: 'good' });
    const before = await childPid();
    expect(await run({ do: 'keeps memory', bytes: 120 * MB })).toEqual(DONE);
    expect(await run({ do: 'good' })).toEqual(DONE);
    expect(pool.counts.recycled).toBe(1);
    expect(await childPid()).not.toBe(before);
  });
});

describe('the pool', () => {
  it('reads in the order of asking when every child is busy, and counts what is under way', async () => {
    await open();
    const ended: number[] = [];
    const all = [1, 2, 3, 4].map((n) => run({ do: 'good', ms: 50, n }).then(() => ended.push(n)));
    await eventually(() => pool.running === 1);
    expect([pool.running, pool.waiting]).toEqual([1, 3]);
    await Promise.all(all);
    expect(ended).toEqual([1, 2, 3, 4]);
    expect([pool.running, pool.waiting]).toEqual([0, 0]);
  });

  it('replaces a child after its share of documents', async () => {
    await open({ recycleAfter: 3 });
    for (let n = 0; n < 7; n++) expect(await run({ do: 'good' })).toEqual(DONE);
    expect(pool.counts).toMatchObject({ started: 3, recycled: 2, done: 7 });
  });

  it('lets children without work go, but for one', async () => {
    await open({ size: 3, idle: 300 });
    await Promise.all([1, 2, 3].map(() => run({ do: 'good', ms: 500 })));
    expect(processesWith(directory).length).toBe(3);
    expect(await eventually(() => processesWith(directory).length === 1)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(processesWith(directory).length).toBe(1);
  });

  it('gives a job its own deadline in place of the general one', async () => {
    await open();
    expect(await run({ do: 'loop' }, { deadline: 300 })).toMatchObject({ reason: 'TIMEOUT', cause: 'deadline' });
  });

  it('does not spin when the child cannot start', async () => {
    await open({ script: path.join(directory, 'missing.mjs') });
    expect(await run({ do: 'good' })).toMatchObject({ kind: 'died', reason: 'PARSER_FAILED', cause: 'exit 1' });
    await new Promise((resolve) => setTimeout(resolve, 2500));
    // At once, at once, after one second, after two more.
    expect(pool.counts.started).toBeLessThanOrEqual(4);
  });

  it('tells a disk that was full by its code', async () => {
    await open();
    expect(await run({ do: 'disk full' })).toMatchObject({ reason: 'PARSER_FAILED', cause: expect.stringContaining('ENOSPC') });
    expect(await run({ do: 'good' })).toEqual(DONE);
    expect(pool.counts.started).toBe(1);
  });

  it('ends what a child has left behind when it died by itself', async () => {
    await open();
    const mark = path.join(directory, 'mark');
    expect(await run({ do: 'leave a grandchild', mark })).toMatchObject({ reason: 'PARSER_FAILED', cause: 'exit 1' });
    expect(await eventually(() => !isRunning(Number(readFileSync(mark, 'utf8'))))).toBe(true);
  });

  it('ends a child that closes its channel', async () => {
    await open();
    expect(await run({ do: 'close channel' })).toMatchObject({ reason: 'PARSER_FAILED' });
    expect(await run({ do: 'good' })).toEqual(DONE);
  });
});

describe('a caller that lost interest', () => {
  it('ends the child that reads for it', async () => {
    await open();
    await run({ do: 'good' });
    const pid = await childPid();
    const controller = new AbortController();
    const reading = run({ do: 'loop' }, { signal: controller.signal });
    await eventually(() => pool.running === 1);
    controller.abort();
    expect(await reading).toEqual({ kind: 'aborted' });
    expect(isRunning(pid)).toBe(false);
    expect(await run({ do: 'good' })).toEqual(DONE);
  });

  it('leaves the queue without having had a child', async () => {
    await open();
    const controller = new AbortController();
    const first = run({ do: 'good', ms: 300 });
    const second = run({ do: 'good' }, { signal: controller.signal });
    controller.abort();
    expect(await second).toEqual({ kind: 'aborted' });
    expect(existsSync(outOf(2))).toBe(false);
    expect(await first).toEqual(DONE);
  });
});

describe('the end of the server', () => {
  it.each([false, true])('takes what a child has started with it (in a group of its own: %s)', async (detached) => {
    await open();
    const mark = path.join(directory, 'mark');
    const reading = run({ do: 'grandchild', mark, detached });
    await eventually(() => existsSync(mark) && readFileSync(mark, 'utf8') !== '');
    const grandchild = Number(readFileSync(mark, 'utf8'));
    expect(isRunning(grandchild)).toBe(true);
    await pool.close();
    expect(await reading).toEqual({ kind: 'aborted' });
    expect(await eventually(() => !isRunning(grandchild))).toBe(true);
    expect(await run({ do: 'good' })).toEqual({ kind: 'aborted' });
  });

  it('by kill -9 takes its children with it, even those that loop', async () => {
    const built = build('parsing/pool.ts');
    try {
      const maker = fileURLToPath(new URL('./orphan-maker.mjs', import.meta.url));
      const scratch = path.join(directory, 'scratch');
      const server = spawn(process.execPath, [maker, built.directory, scratch], { stdio: ['ignore', 'pipe', 'inherit'] });
      await new Promise((resolve) => server.stdout.once('data', resolve));
      const children = processesWith(scratch).filter((pid) => pid !== server.pid);
      expect(children).toHaveLength(2);
      server.kill('SIGKILL');
      expect(await eventually(() => children.every((pid) => !isRunning(pid)))).toBe(true);
    } finally {
      built.remove();
      rmSync(path.join(directory, 'scratch'), { recursive: true });
      mkdirSync(path.join(directory, 'scratch'));
    }
  });
});

describe('what a child is given', () => {
  it('is no secret of the server, and a directory of its own for temporary files', async () => {
    process.env.SERVICE_API_KEY = 'canary-key';
    try {
      await open({ env: { SERVICE_OCR_PAGES: '7' } });
      await run({ do: 'environment' });
    } finally {
      delete process.env.SERVICE_API_KEY;
    }
    const environment = readFileSync(outOf(1), 'utf8');
    expect(environment).not.toContain('canary-key');
    expect(JSON.parse(environment)).toMatchObject({ SERVICE_OCR_PAGES: '7', TMPDIR: expect.stringContaining(directory) });
  });

  it('is a limit on data and no core file', async () => {
    await open();
    await run({ do: 'limits' });
    const limits = readFileSync(outOf(1), 'utf8');
    expect(limits).toMatch(/^Max core file size\s+1\s/m);
    const data = Number(/^Max data size\s+(\d+)\s/m.exec(limits)?.[1]);
    expect(data).toBeGreaterThan(256 * MB);
    // Node 24 counts 600 MB before it has done anything.
    expect(data).toBeLessThan((256 + 1200) * MB);
  });
});
