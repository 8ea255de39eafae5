import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { productCli } from './product.ts';

const ON_STORE = fileURLToPath(new URL('../fleet/on-store.mjs', import.meta.url));

/** An environment without settings of ours, plus what is given. */
export function cleanEnv(extra: Record<string, string> = {}): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined && !/^(SERVICE_|VITEST|NODE_)/.test(name)) env[name] = value;
  // A run whose servers keep what they know in an S3 store, see tests/fleet/contract-on-store.test.ts.
  const onStore: Record<string, string> = process.env.GEUNGEO_STORE_BUCKET ? { NODE_OPTIONS: `--import ${ON_STORE}` } : {};
  return { ...env, ...onStore, ...extra };
}

/** A directory that goes with the test. */
export function temporary(label: string): string {
  const directory = mkdtempSync(path.join(tmpdir(), `${label}-`));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line to its end. */
export function run(args: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
  const child = spawn(process.execPath, [productCli(), ...args], { env: cleanEnv(env), stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve) => {
    let out = '';
    let err = '';
    child.stdout.on('data', (data) => (out += data));
    child.stderr.on('data', (data) => (err += data));
    child.on('close', (code, signal) => resolve({ code, signal, out, err }));
  });
}

export interface ServerOptions {
  readonly env?: Record<string, string>;
  readonly flags?: readonly string[];
  readonly tenants?: readonly string[];
  /** Node flags for the server process. */
  readonly node?: readonly string[];
}

export class TestServer {
  readonly process: ChildProcess;
  readonly corpus: string;
  readonly cache: string;
  readonly exited: Promise<Finished>;
  readonly port: number;
  private readonly said: { out: string; err: string };

  private constructor(given: {
    process: ChildProcess;
    corpus: string;
    cache: string;
    exited: Promise<Finished>;
    port: number;
    said: { out: string; err: string };
  }) {
    this.process = given.process;
    this.corpus = given.corpus;
    this.cache = given.cache;
    this.exited = given.exited;
    this.port = given.port;
    this.said = given.said;
  }

  /** The program as people run it, on a free port. */
  static async start({ env = {}, flags = [], tenants = [], node = [] }: ServerOptions = {}): Promise<TestServer> {
    const place = mkdtempSync(path.join(tmpdir(), 'server-'));
    const corpus = path.join(place, 'corpus');
    const cache = path.join(place, 'cache');
    for (const tenant of ['', ...tenants]) mkdirSync(path.join(corpus, tenant), { recursive: true });
    const args = [...node, productCli(), 'serve', '--corpus', corpus, '--port', '0', ...flags];
    const child = spawn(process.execPath, args, {
      env: cleanEnv({ SERVICE_CACHE: cache, ...env }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // A test that fails before it stops its server must not leave it running.
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    const said = { out: '', err: '' };
    child.stderr.on('data', (data) => (said.err += data));
    const exited = new Promise<Finished>((resolve) => {
      child.on('close', (code, signal) => {
        rmSync(place, { recursive: true, force: true });
        resolve({ code, signal, ...said });
      });
    });
    const port = await new Promise<number>((resolve, reject) => {
      child.stdout.on('data', (data) => {
        said.out += data;
        const announced = /^listening on http:\/\/\S+:(\d+)\n/.exec(said.out);
        if (announced) resolve(Number(announced[1]));
      });
      child.on('exit', () => reject(new Error(`the server did not start:\n${said.err}`)));
    });
    return new TestServer({ process: child, corpus, cache, exited, port, said });
  }

  get pid(): number {
    return this.process.pid as number;
  }

  get stdout(): string {
    return this.said.out;
  }

  get stderr(): string {
    return this.said.err;
  }

  /** The lines of the log so far; throws when one is no JSON. */
  get log(): Record<string, unknown>[] {
    return this.said.err
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  async stop(): Promise<Finished> {
    this.process.kill('SIGTERM');
    return this.exited;
  }

  send(method: string, target: string, more: Sending = {}): Promise<Answer> {
    return exchange(this.port, method, target, more);
  }

  /** A file as raw bytes. */
  file(route: string, name: string, body: Buffer, more: Sending = {}): Promise<Answer> {
    const headers = { 'content-type': 'application/octet-stream', 'x-filename': encodeURIComponent(name), ...more.headers };
    return this.send('POST', route, { ...more, body, headers });
  }

  json(route: string, body: unknown, more: Sending = {}): Promise<Answer> {
    return this.send('POST', route, {
      ...more,
      body: Buffer.from(JSON.stringify(body)),
      headers: { 'content-type': 'application/json', ...more.headers },
    });
  }
}

export interface Sending {
  readonly headers?: Record<string, string>;
  readonly body?: Buffer;
  /** Without Content-Length. */
  readonly chunked?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** Undefined where the body is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  readonly body: any;
}

/** One exchange on a connection of its own; the target goes out as it is. */
function exchange(
  port: number,
  method: string,
  target: string,
  { headers = {}, body, chunked = false }: Sending,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = chunked ? {} : { 'content-length': String(body?.length ?? 0) };
    const request = http.request({
      host: '127.0.0.1',
      port,
      method,
      path: target,
      headers: { ...length, ...headers },
      agent: false,
    });
    let answered = false;
    request.on('error', (error) => {
      // A server that answered early may close before all was sent.
      if (!answered) reject(error);
    });
    request.on('response', (response) => {
      answered = true;
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        resolve({
          status: response.statusCode as number,
          headers: response.headers,
          bytes,
          text: bytes.toString(),
          body: jsonOf(bytes.toString()),
        });
        request.destroy();
      });
    });
    if (chunked && body) for (let at = 0; at < body.length; at += 65_536) request.write(body.subarray(at, at + 65_536));
    request.end(chunked ? undefined : body);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
