import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { memory, processorMs } from '../support/processes.ts';
import { type Answer, TestServer, temporary } from '../support/server.ts';

const MB = 1024 * 1024;
const WATCH = fileURLToPath(new URL('fixtures/loop-watch.cjs', import.meta.url));

interface Cost {
  readonly grownMb: number;
  readonly stallMs: number;
  readonly seconds: number;
}

/** What a request costs the server: memory beyond what it had after a small one, and the longest stall of its loop. */
async function costOf(send: (server: TestServer, bytes: Buffer) => Promise<Answer>, bytes: Buffer): Promise<Cost> {
  const report = path.join(temporary('watch'), 'stall');
  const server = await TestServer.start({ env: { LOOP_WATCH: report }, node: ['--require', WATCH] });
  for (let i = 0; i < 3; i++) expect((await send(server, randomBytes(MB))).status).toBe(200);
  const before = memory(server.pid, 'VmRSS');
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5');
  server.process.kill('SIGUSR2');
  const began = performance.now();
  const answer = await send(server, bytes);
  const seconds = (performance.now() - began) / 1000;
  const grownMb = (memory(server.pid, 'VmHWM') - before) / MB;
  expect(answer.body).toMatchObject({ source: { bytes: bytes.length }, access: { readable: false } });
  await server.stop();
  return { grownMb, stallMs: Number(readFileSync(report, 'utf8')), seconds };
}

/** A machine that is busy with something else stalls everybody now and then: a stall of ours shows every time. */
async function leastOf(times: number, cost: () => Promise<Cost>, enough: (cost: Cost) => boolean): Promise<Cost> {
  let best = await cost();
  for (let i = 1; i < times && !enough(best); i++) {
    const next = await cost();
    if (next.stallMs < best.stallMs) best = next;
  }
  console.info(`${best.seconds.toFixed(1)} s, +${best.grownMb.toFixed(0)} MB, longest stall ${best.stallMs.toFixed(0)} ms`);
  return best;
}

const bytes = randomBytes(100 * MB);

it('100 MB as raw bytes take under 60 MB of the server and never stop it for 100 ms', { timeout: 240_000 }, async () => {
  const ok = ({ grownMb, stallMs }: Cost) => grownMb < 60 && stallMs < 100;
  const cost = await leastOf(3, () => costOf((server, file) => server.file('/parse', 'a.bin', file), bytes), ok);
  expect(cost.grownMb).toBeLessThan(60);
  expect(cost.stallMs).toBeLessThan(100);
});

it('100 MB as base64 take under 90 MB of the server and never stop it for 300 ms', { timeout: 240_000 }, async () => {
  const send = (server: TestServer, file: Buffer) => {
    const body = Buffer.concat([
      Buffer.from('{"filename":"a.bin","data_base64":"'),
      Buffer.from(file.toString('base64')),
      Buffer.from('"}'),
    ]);
    return server.send('POST', '/parse', { body, headers: { 'content-type': 'application/json' } });
  };
  const ok = ({ grownMb, stallMs }: Cost) => grownMb < 90 && stallMs < 300;
  const cost = await leastOf(3, () => costOf(send, bytes), ok);
  expect(cost.grownMb).toBeLessThan(90);
  expect(cost.stallMs).toBeLessThan(300);
});

it('the first answer of /health costs less than a second of work', { timeout: 60_000 }, async () => {
  const began = performance.now();
  const server = await TestServer.start();
  expect((await server.send('GET', '/health')).status).toBe(200);
  const wall = performance.now() - began;
  // Its own work and not the time of day: other work on the machine would be counted otherwise.
  const work = processorMs(server.pid);
  await server.stop();
  console.info(`start to first answer: ${wall.toFixed(0)} ms, of them ${work} ms of work`);
  expect(work).toBeLessThan(1000);
});
