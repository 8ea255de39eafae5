import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { productCli } from '../support/product.ts';
import { cleanEnv } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';

const KEY = 'admin-key-5f1c0a97';
const SECONDS = Number(process.env.GEUNGEO_TEST_SECONDS ?? (process.env.GEUNGEO_NIGHTLY ? 60 : 10));
const docId = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of several routes
  readonly body: any;
}

function send(port: number, method: string, target: string, body?: Buffer, type = 'application/octet-stream'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': KEY, 'content-type': type, 'content-length': body?.length ?? 0 };
    const request = http.request({ port, method, path: target, headers, agent: false });
    request.on('error', reject);
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString()) }));
    });
    request.end(body);
  });
}
const search = (port: number, query: string) =>
  send(port, 'POST', '/search', Buffer.from(JSON.stringify({ tenant: 'room', query, limit: 20 })), 'application/json');

it(`two servers on one corpus and one index lose, double and mix nothing (${SECONDS} s)`, async () => {
  const place = mkdtempSync(path.join(tmpdir(), 'two-'));
  mkdirSync(path.join(place, 'corpus', 'room'), { recursive: true });
  const servers = await Promise.all(
    [0, 1].map(async () => {
      const args = [productCli(), 'serve', '--corpus', path.join(place, 'corpus'), '--port', '0'];
      const env = cleanEnv({ SERVICE_CACHE: path.join(place, 'cache'), SERVICE_API_KEY: KEY, SERVICE_LOG_LEVEL: 'error' });
      const child: ChildProcess = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
      const port = await new Promise<number>((resolve) => {
        child.stdout?.on('data', (data) => resolve(Number(/:(\d+)\n/.exec(String(data))?.[1])));
      });
      return { child, port };
    }),
  );
  try {
    const until = Date.now() + SECONDS * 1000;
    const odd: unknown[] = [];
    let number = 0;
    const worker = async (port: number, own: string) => {
      while (Date.now() < until) {
        const round = number++;
        // Names of its own, and names that the other process writes too.
        const name = round % 3 === 0 ? `공용${round % 4}.xlsx` : `${own}${round % 5}.xlsx`;
        const word = `낱말${own}${round}번`;
        const target = `/documents/upload?tenant=room&replace=1&filename=${encodeURIComponent(name)}`;
        const stored = await send(port, 'POST', target, sheetWith(`${word} 예산`, '집행'));
        if (stored.status !== 201) odd.push(stored);
        const found = await search(port, word);
        if (found.status !== 200) odd.push(found);
        // Nobody else writes it, so that it has to be there at once.
        else if (round % 3 !== 0 && !found.body.hits.some((hit: { text: string }) => hit.text.includes(word)))
          odd.push({ name, word });
      }
    };
    await Promise.all(servers.flatMap(({ port }, at) => [worker(port, `가${at}`), worker(port, `나${at}`)]));
    expect(odd).toEqual([]);
    expect(number).toBeGreaterThan(4);
    console.info(`${number} uploads and searches in ${SECONDS} s`);
    const directory = path.join(place, 'corpus', 'room');
    const there = Object.fromEntries(
      readdirSync(directory).map((name) => [name, docId(readFileSync(path.join(directory, name)))]),
    );
    for (const { port } of servers) {
      const { body } = await send(port, 'GET', '/documents?tenant=room');
      const listed = body.documents as { filename: string; doc_id: string; chunks: number }[];
      expect(Object.fromEntries(listed.map(({ filename, doc_id }) => [filename, doc_id]))).toEqual(there);
      const { body: found } = await search(port, '예산');
      expect(found.chunks_searched).toBe(body.chunks);
      const hits = found.hits.map(
        ({ filename, chunk_id, doc_id }: Record<string, string>) => `${filename} ${chunk_id} ${doc_id}`,
      );
      expect(new Set(hits).size).toBe(hits.length);
      for (const { filename, doc_id } of found.hits) expect(there[filename]).toBe(doc_id);
    }
  } finally {
    await Promise.all(
      servers.map(({ child }) => {
        const ended = new Promise((resolve) => child.on('exit', resolve));
        child.kill('SIGTERM');
        return ended;
      }),
    );
    rmSync(place, { recursive: true, force: true });
  }
}, 600_000);
