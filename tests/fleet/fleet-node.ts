import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { productCli } from '../support/product.ts';
import { cleanEnv } from '../support/server.ts';

export const KEY = 'admin-key-5f1c0a97';

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of several routes
  readonly body: any;
  readonly ms: number;
}

export interface NodeOptions {
  readonly corpus: string;
  /** Of this node alone, as the disk of a host is. */
  readonly cache: string;
  readonly env: Record<string, string>;
  /** Runs on this core alone. */
  readonly core?: number;
}

/** One server of several: a process with a cache of its own, as on a host of its own. */
export class FleetNode {
  readonly child: ChildProcess;
  readonly port: number;
  readonly ended: Promise<void>;

  private constructor(child: ChildProcess, port: number, ended: Promise<void>) {
    this.child = child;
    this.port = port;
    this.ended = ended;
  }

  static async start({ corpus, cache, env, core }: NodeOptions): Promise<FleetNode> {
    mkdirSync(cache, { recursive: true });
    const args = [productCli(), 'serve', '--corpus', corpus, '--cache', cache, '--port', '0'];
    const [program, pinned] =
      core === undefined ? [process.execPath, args] : ['taskset', ['-c', String(core), process.execPath, ...args]];
    const child = spawn(program, pinned, {
      env: cleanEnv({ SERVICE_API_KEY: KEY, SERVICE_LOG_LEVEL: 'error', ...env }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    let err = '';
    child.stderr?.on('data', (data) => {
      err += data;
    });
    const ended = new Promise<void>((resolve) =>
      child.on('exit', () => {
        process.off('exit', kill);
        resolve();
      }),
    );
    const port = await new Promise<number>((resolve, reject) => {
      let out = '';
      child.stdout?.on('data', (data) => {
        out += data;
        const found = /:(\d+)\n/.exec(out);
        if (found) resolve(Number(found[1]));
      });
      void ended.then(() => reject(new Error(`the server did not start: ${err}`)));
    });
    return new FleetNode(child, port, ended);
  }

  get pid(): number {
    return this.child.pid as number;
  }

  /** Null where the connection broke before the answer. */
  send(method: string, target: string, body?: Buffer | object): Promise<Reply | null> {
    const began = performance.now();
    return new Promise((resolve) => {
      const isJson = body !== undefined && !Buffer.isBuffer(body);
      const bytes = isJson ? Buffer.from(JSON.stringify(body)) : body;
      const type = isJson ? 'application/json' : 'application/octet-stream';
      const headers = { 'x-api-key': KEY, 'content-type': type, 'content-length': bytes?.length ?? 0 };
      const request = http.request({ port: this.port, method, path: target, headers, agent: false });
      request.on('error', () => resolve(null));
      request.on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part) => parts.push(part));
        response.on('error', () => resolve(null));
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          resolve({
            status: response.statusCode ?? 0,
            body: text === '' ? null : JSON.parse(text),
            ms: performance.now() - began,
          });
        });
      });
      request.end(bytes);
    });
  }

  search(tenant: string, query: string, limit = 20): Promise<Reply | null> {
    return this.send('POST', '/search', { tenant, query, limit });
  }

  upload(tenant: string, name: string, bytes: Buffer, replace = true): Promise<Reply | null> {
    const target = `/documents/upload?tenant=${encodeURIComponent(tenant)}&filename=${encodeURIComponent(name)}${replace ? '&replace=1' : ''}`;
    return this.send('POST', target, bytes);
  }

  remove(tenant: string, name: string): Promise<Reply | null> {
    return this.send('DELETE', `/documents?tenant=${encodeURIComponent(tenant)}&filename=${encodeURIComponent(name)}`);
  }

  list(tenant: string): Promise<Reply | null> {
    return this.send('GET', `/documents?tenant=${encodeURIComponent(tenant)}`);
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await this.ended;
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

export function room(corpus: string, tenant: string): string {
  return path.join(corpus, tenant);
}
