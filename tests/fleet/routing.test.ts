import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { temporary } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';
import { FleetNode, KEY, room } from './fleet-node.ts';

const DEPLOY = new URL('../../deploy/fleet/', import.meta.url);
const TENANTS = Array.from({ length: 12 }, (_, at) => `과${at}`);

const PROXIES = {
  nginx: {
    program: '/usr/sbin/nginx',
    configuration: 'nginx.conf',
    listen: (text: string, port: number) =>
      text.replace('listen 8080', `listen 127.0.0.1:${port}`).replaceAll('/tmp/nginx', '@/nginx'),
    check: (file: string) => ['-t', '-c', file],
    run: (file: string) => ['-c', file, '-g', 'daemon off;'],
  },
  haproxy: {
    program: '/usr/sbin/haproxy',
    configuration: 'haproxy.cfg',
    listen: (text: string, port: number) => text.replace('bind :8080', `bind 127.0.0.1:${port}`),
    check: (file: string) => ['-c', '-f', file],
    run: (file: string) => ['-db', '-f', file],
  },
} as const;

/** Requests that a node has answered for each tenant, by its usage log. */
function answeredBy(log: string): number {
  if (!existsSync(log)) return 0;
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes('/search')).length;
}

/** What each node has answered, once all of it is written down. */
async function allAnswered(logs: readonly string[], total: number): Promise<number[]> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const counts = logs.map(answeredBy);
    if (counts.reduce((sum, count) => sum + count, 0) >= total) return counts;
    await pause(100);
  }
  return logs.map(answeredBy);
}

async function search(port: number, tenant: string): Promise<number> {
  const body = JSON.stringify({ tenant, query: '예산' });
  return new Promise((resolve) => {
    const headers = {
      'x-api-key': KEY,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-geungeo-tenant': encodeURIComponent(tenant),
    };
    const request = http.request({ port, method: 'POST', path: '/search', headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', () => resolve(0));
    request.end(body);
  });
}

async function isUp(port: number): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
    if (open) return true;
    await pause(100);
  }
  return false;
}

describe.each(Object.entries(PROXIES))('behind %s as deploy/fleet configures it', (name, proxy) => {
  it.skipIf(!process.env.CI && !existsSync(proxy.program))(
    'a tenant keeps its server, and nobody notices when one dies',
    async () => {
      const place = temporary('routing');
      const corpus = path.join(place, 'corpus');
      for (const tenant of TENANTS) {
        mkdirSync(room(corpus, tenant), { recursive: true });
        writeFileSync(path.join(room(corpus, tenant), 'a.xlsx'), sheetWith(`${tenant} 예산`));
      }
      const logs = [0, 1, 2].map((at) => path.join(place, `usage${at}`));
      const nodes = await Promise.all(
        logs.map((log) => FleetNode.start({ corpus, cache: path.join(place, 'cache'), env: { SERVICE_USAGE_LOG: log } })),
      );
      const port = 20_000 + Math.floor(Math.random() * 20_000);
      const file = path.join(place, proxy.configuration);
      const servers = readFileSync(new URL(proxy.configuration, DEPLOY), 'utf8').replace(
        /geungeo-(\d):8080/g,
        (_, number) => `127.0.0.1:${nodes[Number(number) - 1]?.port}`,
      );
      writeFileSync(file, proxy.listen(servers, port).replaceAll('@', place));
      execFileSync(proxy.program, proxy.check(file), { stdio: 'pipe' });
      const running: ChildProcess = spawn(proxy.program, proxy.run(file), { stdio: 'ignore' });
      try {
        expect(await isUp(port)).toBe(true);
        await pause(1500);
        for (const tenant of TENANTS) expect(await search(port, tenant)).toBe(200);
        const before = await allAnswered(logs, TENANTS.length);
        for (let round = 0; round < 4; round++) for (const tenant of TENANTS) expect(await search(port, tenant)).toBe(200);
        // The same server as the first time, four times.
        expect(await allAnswered(logs, TENANTS.length * 5)).toEqual(before.map((count) => count * 5));
        expect(before.filter((count) => count > 0).length).toBeGreaterThan(1);

        const statuses: number[] = [];
        let over = false;
        const asking = Array.from({ length: 4 }, async (_, worker) => {
          for (let at = worker; !over; at++) statuses.push(await search(port, TENANTS[at % TENANTS.length] as string));
        });
        await pause(500);
        await nodes[before.findIndex((count) => count > 0)]?.kill();
        await pause(4000);
        over = true;
        await Promise.all(asking);
        const failed = statuses.filter((status) => status !== 200);
        console.info(`${name}: ${statuses.length} searches while a server died, ${failed.length} of them failed`);
        // haproxy sends nothing again that a server had begun to answer.
        expect(failed.length).toBeLessThanOrEqual(name === 'nginx' ? 0 : 4);
      } finally {
        running.kill('SIGTERM');
        await Promise.all(nodes.map((node) => node.kill()));
      }
    },
    120_000,
  );
});
