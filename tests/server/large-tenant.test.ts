import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDocx, paragraph, run } from '../makers/docx.ts';
import { memory, processorMs, until } from '../support/processes.ts';
import { TestServer } from '../support/server.ts';
import { fillTenant, madeBook, numbers, word } from './fixtures/made-books.ts';

const NIGHTLY = Boolean(process.env.GEUNGEO_NIGHTLY);
const DOCUMENTS = Number(process.env.GEUNGEO_TEST_DOCUMENTS ?? (NIGHTLY ? 10_000 : 150));
const CHUNKS = NIGHTLY ? 10 : 3;
const LOAD_SECONDS = 15;

let place: string;
let server: TestServer;
const start = () =>
  TestServer.start({
    env: { SERVICE_CACHE: path.join(place, 'cache'), SERVICE_LOG_LEVEL: 'warn' },
    flags: ['--corpus', path.join(place, 'corpus')],
  });
const search = async (query: string) => {
  const answer = await server.json('/search', { tenant: 'room', query, limit: 20 });
  expect(answer.status).toBe(200);
  return answer.body;
};
/** How many documents were parsed since the server started: each that the cache did not have. */
const parses = async () => {
  const { text: figures } = await server.send('GET', '/metrics');
  return Number(/^geungeo_cache_lookups_total\{result="miss"\} (\d+)$/m.exec(figures)?.[1]);
};
/** Wall and processor time; on a machine that others use the first tells of them. */
async function measured(work: () => Promise<unknown>): Promise<{ ms: number; cpu: number }> {
  const began = performance.now();
  const before = processorMs(server.pid);
  await work();
  return { ms: Math.round(performance.now() - began), cpu: processorMs(server.pid) - before };
}
const told = (what: string, figures: object) =>
  console.info(`${what}: ${JSON.stringify(figures)}, load ${loadavg()[0]?.toFixed(1)}`);

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'large-'));
  fillTenant(path.join(place, 'corpus', 'room'), DOCUMENTS, CHUNKS);
  server = await start();
}, 600_000);
afterAll(async () => {
  await server.stop();
  rmSync(place, { recursive: true, force: true });
});

describe(`a tenant of ${DOCUMENTS} documents and ${DOCUMENTS * CHUNKS} chunks`, () => {
  it('is read by the first call, and how far that is can be seen', async () => {
    const seen: { tenant: string; done: number; total: number }[] = [];
    let over = false;
    const watching = (async () => {
      while (!over) {
        seen.push(...(await server.send('GET', '/health')).body.reading);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    })();
    const figures = await measured(async () => expect((await search('문서1')).chunks_searched).toBe(DOCUMENTS * CHUNKS));
    over = true;
    await watching;
    told('first read', { ...figures, rss_mb: Math.round(memory(server.pid, 'VmRSS') / 2 ** 20) });
    expect(seen.length).toBeGreaterThan(0);
    for (const [at, { tenant, done, total }] of seen.entries()) {
      expect([tenant, total, done < total]).toEqual(['room', DOCUMENTS, true]);
      expect(done).toBeGreaterThanOrEqual(seen[at - 1]?.done ?? 0);
    }
    expect(await parses()).toBe(DOCUMENTS);
    expect((await server.send('GET', '/health')).body.reading).toEqual([]);
  }, 3_600_000);

  it('that gets one file more reads that one, and finds it within a second', async () => {
    const before = await parses();
    writeFileSync(path.join(place, 'corpus', 'room', '새.xlsx'), madeBook(DOCUMENTS + 1, CHUNKS, '새로온낱말'));
    const figures = await measured(async () => expect((await search('새로온낱말')).hits[0]?.filename).toBe('새.xlsx'));
    told('one file more, with its reading', figures);
    expect(await parses()).toBe(before + 1);
    expect(Math.min(figures.ms, figures.cpu)).toBeLessThan(1000);
    const unchanged = await measured(() => search('새로온낱말'));
    told('the same search again', unchanged);
    expect(await parses()).toBe(before + 1);
  });

  it('answers within two seconds of a restart, and reads nothing', async () => {
    // What was written is taken into the index first, as it is within moments on any server.
    await new Promise((resolve) => setTimeout(resolve, NIGHTLY ? 20_000 : 0));
    await server.stop();
    const began = performance.now();
    server = await start();
    const started = Math.round(performance.now() - began);
    const figures = await measured(async () => expect((await search('문서7')).hits.length).toBeGreaterThan(0));
    told('first answer after a restart', { ...figures, started });
    expect(Math.min(figures.ms, figures.cpu)).toBeLessThan(2000);
    expect(await parses()).toBe(0);
  }, 120_000);

  it.runIf(NIGHTLY)(
    'answers in at most twice the time while two heavy documents are read',
    async () => {
      const next = numbers(5);
      const bodies = Array.from({ length: 300 }, () => ({ tenant: 'room', query: `${word(next)} ${word(next)}`, limit: 20 }));
      await load(bodies, 5);
      const idle = await load(bodies, LOAD_SECONDS);
      let over = false;
      let parsed = 0;
      const parsing = [0, 1].map(async (worker) => {
        for (let round = 0; !over; round++) {
          const { status, body } = await server.file('/parse', 'heavy.docx', heavy(worker * 1000 + round));
          expect([status, body.access.readable]).toEqual([200, true]);
          parsed++;
        }
      });
      await until(
        'two documents are in reading',
        async () => (await server.send('GET', '/health')).body.limits.parsing_now === 2,
      );
      const busy = await load(bodies, LOAD_SECONDS);
      over = true;
      await Promise.all(parsing);
      told('20 connections on /search', { idle, busy, parsed });
      for (const { errors, timeouts, non2xx } of [idle, busy]) expect([errors, timeouts, non2xx]).toEqual([0, 0, 0]);
      expect(busy.p99).toBeLessThanOrEqual(2 * idle.p99);
    },
    // Two heavy documents, begun at the last moment, may each take as long as a reading may.
    900_000,
  );
});

interface Load {
  readonly errors: number;
  readonly timeouts: number;
  readonly non2xx: number;
  readonly p99: number;
}

async function load(bodies: readonly object[], seconds: number): Promise<Load> {
  const program = fileURLToPath(new URL('fixtures/load.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, `http://127.0.0.1:${server.port}`, String(seconds)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(bodies));
  return JSON.parse(await text(child.stdout)) as Load;
}

/** A document of many paragraphs that nobody has read before. */
function heavy(number: number): Buffer {
  const next = numbers(number);
  const lines = Array.from({ length: 40_000 }, () => paragraph(run(`${word(next)} ${word(next)} ${word(next)} ${number}`)));
  return makeDocx({ body: lines.join('') });
}
