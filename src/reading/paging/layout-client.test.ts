import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LayoutClient } from './layout-client.ts';

/** Stands in for the engine's process: the document's first byte says what it does. */
const FAKE = `
const kept = [];
let documents = 0;
process.on('message', ({ job, bytes }) => {
  const order = String.fromCharCode(bytes[0]);
  documents++;
  if (order === 'h') for (;;);
  if (order === 'x') process.exit(3);
  if (order === 'm') { setInterval(() => kept.push(Buffer.alloc(16 * 1024 * 1024, 1)), 5); return; }
  if (order === 'r') return process.send({ job, layout: null, spent: false });
  const layout = { pages: documents, paragraphs: [[process.pid]], endnotes: [[]], footnotes: {}, inside: {}, after: {}, complete: true };
  process.send({ job, layout, spent: order === 's' }, () => order === 's' && process.exit(0));
});
process.on('disconnect', () => process.exit(0));
`;

const MB = 1024 * 1024;
const LIMITS = { hard: 60_000, wall: 60_000, memory: 400 * MB };
let directory: string;
let script: string;
const clients: LayoutClient[] = [];

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'layout-'));
  script = path.join(directory, 'fake.mjs');
  writeFileSync(script, FAKE);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function clientWith(limits: Partial<typeof LIMITS> = {}, file = script): LayoutClient {
  const client = new LayoutClient(file, { ...LIMITS, ...limits });
  clients.push(client);
  return client;
}

async function processOf(client: LayoutClient, order = 'a'): Promise<number> {
  const outcome = await client.start(Buffer.from(order)).outcome;
  if (!('layout' in outcome)) throw new Error(`no layout: ${outcome.failure}`);
  return outcome.layout.paragraphs[0]?.[0] as number;
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the layout process', () => {
  it('serves one document after the other', async () => {
    const client = clientWith();
    const [first, second] = await Promise.all([processOf(client), processOf(client)]);
    expect(second).toBe(first);
  });

  it('is killed when a document takes too much processor time, and the next has a new one', async () => {
    const client = clientWith({ hard: 500 });
    const before = await processOf(client);
    expect(await client.start(Buffer.from('h')).outcome).toEqual({ failure: 'timeout' });
    expect(await processOf(client)).not.toBe(before);
    expect(lives(before)).toBe(false);
  });

  it('is killed when a document takes too long by the clock', async () => {
    expect(await clientWith({ wall: 700 }).start(Buffer.from('h')).outcome).toEqual({ failure: 'timeout' });
  });

  it('is killed when it takes too much memory', async () => {
    expect(await clientWith({ memory: 200 * MB }).start(Buffer.from('m')).outcome).toEqual({ failure: 'memory' });
  });

  it('may die on a document and is replaced', async () => {
    const client = clientWith();
    expect(await client.start(Buffer.from('x')).outcome).toEqual({ failure: 'died' });
    expect(await processOf(client)).toBeGreaterThan(0);
  });

  it('goes on after a document that the engine refuses', async () => {
    const client = clientWith();
    const before = await processOf(client);
    expect(await client.start(Buffer.from('r')).outcome).toEqual({ failure: 'refused' });
    expect(await processOf(client)).toBe(before);
  });

  it('is replaced when it calls itself spent', async () => {
    const client = clientWith();
    const spent = await processOf(client, 's');
    expect(await processOf(client)).not.toBe(spent);
  });

  it('is killed with a document that is no longer wanted', async () => {
    const client = clientWith();
    const before = await processOf(client);
    const job = client.start(Buffer.from('h'));
    setTimeout(() => job.cancel(), 100);
    expect(await job.outcome).toEqual({ failure: 'cancelled' });
    expect(await processOf(client)).not.toBe(before);
  });

  it('is not started for a document that is cancelled before its turn', async () => {
    const client = clientWith();
    const busy = client.start(Buffer.from('a'));
    const job = client.start(Buffer.from('h'));
    job.cancel();
    expect(await job.outcome).toEqual({ failure: 'cancelled' });
    expect(await busy.outcome).toHaveProperty('layout');
  });

  it('is missed, not waited for, where there is none', async () => {
    expect(await clientWith({}, path.join(directory, 'none.mjs')).start(Buffer.from('a')).outcome).toEqual({
      failure: 'unavailable',
    });
  });
});
