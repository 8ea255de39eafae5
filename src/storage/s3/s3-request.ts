import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import aws4 from 'aws4';
import type { S3Access } from '../../shared/s3-access.ts';
import { StoreFailed } from '../object-store.ts';

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE' | 'HEAD';
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | FileBody;
  /** False: once it may have arrived it is not sent again, since the second answer would be another. */
  readonly repeatable?: boolean;
}

/** Bytes of a file, with what has to be known of them before they are sent. */
export interface FileBody {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface S3Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: IncomingMessage;
}

/** A store of the same house answers in milliseconds. Whoever waits for it is waited for by somebody else. */
const SILENCE_MS = 5000;
const ATTEMPTS = 3;
const PAUSE_MS = 100;
const SOCKETS = 64;
const EMPTY = createHash('sha256').digest('hex');

/** Sends signed requests to one bucket. A reply below 500 is handed on, whatever it says; all else is StoreFailed. */
export class S3Requests {
  private readonly access: S3Access;
  private readonly base: { readonly url: URL; readonly path: string };
  private readonly agent: HttpAgent;

  constructor(access: S3Access, bucket: string) {
    this.access = access;
    // A store of one's own is asked by path: its bucket names are in no DNS.
    this.base =
      access.endpoint === null
        ? { url: new URL(`https://${bucket}.s3.${access.region}.amazonaws.com`), path: '' }
        : { url: new URL(access.endpoint), path: `${new URL(access.endpoint).pathname.replace(/\/$/, '')}/${bucket}` };
    const options = { keepAlive: true, maxSockets: SOCKETS };
    this.agent = this.base.url.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options);
  }

  async send(request: S3Request): Promise<S3Reply> {
    for (let attempt = 1; ; attempt++) {
      const last = attempt === ATTEMPTS;
      try {
        const reply = await this.sendOnce(request);
        if (reply.status < 500 && reply.status !== 429) return reply;
        const code = await errorCode(reply);
        if (reply.status === 507) throw new StoreFailed('STORAGE_FULL', code);
        if (last || request.repeatable === false) throw new StoreFailed('STORAGE_UNAVAILABLE', `${reply.status} ${code}`);
      } catch (error) {
        if (error instanceof StoreFailed) throw error;
        const { code = 'unknown' } = error as NodeJS.ErrnoException;
        const arrived = code !== 'ECONNREFUSED';
        if (last || (arrived && request.repeatable === false)) throw new StoreFailed('STORAGE_UNAVAILABLE', code, error);
      }
      await pause(PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private sendOnce(request: S3Request): Promise<S3Reply> {
    const { url, path } = this.base;
    const { accessKeyId, secretAccessKey, sessionToken, region } = this.access;
    const key = request.key === undefined ? '' : `/${request.key.split('/').map(encoded).join('/')}`;
    const query = Object.entries(request.query ?? {}).map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
    const target = `${path}${key || '/'}${query.length > 0 ? `?${query.sort().join('&')}` : ''}`;
    const { headers } = aws4.sign(
      {
        service: 's3',
        region,
        method: request.method,
        host: url.host,
        path: target,
        headers: { ...request.headers, 'X-Amz-Content-Sha256': digestOf(request.body), ...lengthOf(request) },
      },
      { accessKeyId, secretAccessKey, ...(sessionToken === null ? {} : { sessionToken }) },
    );
    return new Promise((resolve, reject) => {
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
      const out = send(url, {
        method: request.method,
        path: target,
        headers: headers as Record<string, string>,
        agent: this.agent,
      });
      out.setTimeout(SILENCE_MS, () => out.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })));
      out.once('error', reject);
      out.once('response', (body) => {
        // What breaks afterwards is told by the stream of the reply.
        out.on('error', () => {});
        resolve({ status: body.statusCode ?? 0, headers: body.headers, body });
      });
      const { body } = request;
      if (body === undefined || body instanceof Uint8Array) out.end(body);
      else pipeline(createReadStream(body.file), out).catch(reject);
    });
  }
}

export async function bytesOf(reply: S3Reply): Promise<Buffer> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of reply.body) pieces.push(piece as Buffer);
  } catch (error) {
    throw new StoreFailed('STORAGE_UNAVAILABLE', 'an answer broke off', error);
  }
  return Buffer.concat(pieces);
}

/** The code in an error's XML; what else it says may name keys. */
export async function errorCode(reply: S3Reply): Promise<string> {
  const text = (await bytesOf(reply).catch(() => Buffer.alloc(0))).toString('utf8');
  return /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(text)?.[1] ?? `HTTP ${reply.status}`;
}

/** As the rules of signing want it: everything but letters, digits and -_.~ */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function digestOf(body: S3Request['body']): string {
  if (body === undefined) return EMPTY;
  return body instanceof Uint8Array ? createHash('sha256').update(body).digest('hex') : body.sha256;
}

function lengthOf({ method, body }: S3Request): Record<string, string> {
  if (body === undefined) return method === 'PUT' ? { 'Content-Length': '0' } : {};
  return { 'Content-Length': String(body instanceof Uint8Array ? body.length : body.bytes) };
}
