import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { productCli } from '../support/product.ts';
import { cleanEnv } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';

const KEY = 'admin-key-5f1c0a97';
const KILLS = Number(process.env.GEUNGEO_TEST_RUNS ?? (process.env.GEUNGEO_NIGHTLY ? 200 : 10));
/** Names that each worker writes in turn. */
const NAMES = 3;
const docId = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

let place: string;
const room = () => path.join(place, 'corpus', 'room');
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'crash-'));
  mkdirSync(room(), { recursive: true });
});
/** Started and perhaps not ended: a test that fails leaves no server behind. */
const started = new Set<ChildProcess>();
afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(place, { recursive: true, force: true });
});

interface Server {
  readonly child: ChildProcess;
  readonly port: number;
  readonly ended: Promise<unknown>;
}

async function start(): Promise<Server> {
  const args = [productCli(), 'serve', '--corpus', path.join(place, 'corpus'), '--port', '0'];
  const env = cleanEnv({ SERVICE_CACHE: path.join(place, 'cache'), SERVICE_API_KEY: KEY, SERVICE_LOG_LEVEL: 'error' });
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  started.add(child);
  const ended = new Promise<void>((resolve) =>
    child.on('exit', () => {
      started.delete(child);
      resolve();
    }),
  );
  const port = await new Promise<number>((resolve) => {
    let out = '';
    child.stdout?.on('data', (data) => {
      out += data;
      const found = /:(\d+)\n/.exec(out);
      if (found) resolve(Number(found[1]));
    });
  });
  return { child, port, ended };
}

interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of several routes
  readonly body: any;
}

/** Null where the connection broke before the answer. */
function send(port: number, method: string, target: string, body?: Buffer | object): Promise<Reply | null> {
  return new Promise((resolve) => {
    const isJson = body !== undefined && !Buffer.isBuffer(body);
    const bytes = isJson ? Buffer.from(JSON.stringify(body)) : body;
    const type = isJson ? 'application/json' : 'application/octet-stream';
    const headers = { 'x-api-key': KEY, 'content-type': type, 'content-length': bytes?.length ?? 0 };
    const request = http.request({ port, method, path: target, headers, agent: false });
    request.on('error', () => resolve(null));
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', () => resolve(null));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString()) }));
    });
    request.end(bytes);
  });
}

/** A version of a file: its id and a word that no other version has. */
interface Version {
  readonly id: string;
  readonly word: string;
}
/** What may stand under a name: one state, or more while a change is not acknowledged. Null is no file. */
type States = Map<string, (Version | null)[]>;

let number = 0;
function newVersion(): { version: Version; bytes: Buffer } {
  const word = `낱말${number++}번`;
  const bytes = sheetWith(`${word} 예산`, '집행 잔액');
  return { version: { id: docId(bytes), word }, bytes };
}

/** Uploads, replaces and removes until the server is gone. */
async function change(port: number, worker: number, legal: States, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const { version, bytes } = newVersion();
    const name = `w${worker}-${number % NAMES}.xlsx`;
    const removal = number % 5 === 0;
    const after = removal ? null : version;
    legal.set(name, [...(legal.get(name) ?? [null]), after]);
    const target = `tenant=room&filename=${name}`;
    const answer = removal
      ? await send(port, 'DELETE', `/documents?${target}`)
      : await send(port, 'POST', `/documents/upload?${target}&replace=1`, bytes);
    if (answer === null) return;
    expect([200, 201, 404]).toContain(answer.status);
    legal.set(name, [after]);
  }
}

/** Puts files into the folder by itself, and has them indexed. */
async function drop(port: number, legal: States, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    for (let file = 0; file < NAMES; file++) {
      const { version, bytes } = newVersion();
      writeFileSync(path.join(place, 'next'), bytes);
      renameSync(path.join(place, 'next'), path.join(room(), `drop-${file}.xlsx`));
      legal.set(`drop-${file}.xlsx`, [version]);
    }
    const found = await send(port, 'POST', '/search', { tenant: 'room', query: '예산', limit: 20 });
    if (found === null) return;
    expect(found.status).toBe(200);
  }
}

/** What a new server tells is one of the legal states, file by file and word by word. */
async function check(port: number, legal: States): Promise<void> {
  const listing = await send(port, 'GET', '/documents?tenant=room');
  expect(listing?.status).toBe(200);
  const documents: { filename: string; doc_id: string; chunks: number }[] = listing?.body.documents;
  const listed = new Map(documents.map(({ filename, doc_id }) => [filename, doc_id]));
  const there = readdirSync(room()).filter((name) => !name.startsWith('.'));
  expect([...listed.keys()].sort()).toEqual(there.sort());
  for (const { chunks } of documents) expect(chunks).toBeGreaterThan(0);
  for (const [name, states] of legal) {
    const id = listed.get(name) ?? null;
    const found = states.find((state) => (state?.id ?? null) === id);
    expect(found, `${name} is in none of its legal states`).not.toBe(undefined);
    if (id !== null) expect(docId(readFileSync(path.join(room(), name)))).toBe(id);
    for (const state of states) {
      if (state === null) continue;
      const answer = await send(port, 'POST', '/search', { tenant: 'room', query: state.word, limit: 20 });
      const hits = answer?.body.hits.filter(({ text }: { text: string }) => text.includes(`${state.word} `));
      expect(hits.map(({ filename }: { filename: string }) => filename)).toEqual(state === found ? [name] : []);
    }
    legal.set(name, [found ?? null]);
  }
}

it(`after kill -9 during uploads, replacements, removals and indexing all is as before or after (${KILLS} kills)`, async () => {
  const legal: States = new Map();
  let server = await start();
  await check(server.port, legal);
  for (let kill = 0; kill < KILLS; kill++) {
    const { child, port, ended } = server;
    let over = false;
    const isOver = () => over;
    const changes = [...[0, 1, 2].map((worker) => change(port, worker, legal, isOver)), drop(port, legal, isOver)];
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 1000));
    over = true;
    child.kill('SIGKILL');
    await Promise.all([...changes, ended]);
    server = await start();
    await check(server.port, legal);
  }
  server.child.kill('SIGTERM');
  await server.ended;
  console.info(`${KILLS} kills, ${number} changes`);
  expect(number).toBeGreaterThan(KILLS);
}, 3_600_000);
