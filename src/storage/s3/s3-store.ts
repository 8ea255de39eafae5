import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { S3Access } from '../../shared/s3-access.ts';
import type { Bucket, OpenObject } from '../bucket.ts';
import { type StoredObject, StoreFailed } from '../object-store.ts';
import { type ListReply, parseListReply } from './list-reply.ts';
import { bytesOf, errorCode, type FileBody, type S3Reply, type S3Request, S3Requests } from './s3-request.ts';

/** By which stores say that a quota is used up. */
const FULL: ReadonlySet<string> = new Set([
  'QuotaExceeded',
  'InsufficientStorage',
  'XMinioStorageFull',
  'ServiceQuotaExceededException',
]);

const MARK = 'x-amz-meta-put';
const PUT_ATTEMPTS = 3;

/** Objects below a prefix of a bucket. */
export class S3Store implements Bucket {
  private readonly requests: S3Requests;
  private readonly prefix: string;

  constructor(access: S3Access, place: { readonly bucket: string; readonly prefix: string }) {
    this.requests = new S3Requests(access, place.bucket);
    this.prefix = place.prefix === '' ? '' : `${place.prefix}/`;
  }

  async get(key: string): Promise<Buffer | null> {
    const reply = await this.found({ method: 'GET', key });
    return reply === null ? null : bytesOf(reply);
  }

  async read(key: string): Promise<Readable | null> {
    return (await this.found({ method: 'GET', key }))?.body ?? null;
  }

  async open(key: string): Promise<OpenObject | null> {
    const reply = await this.found({ method: 'GET', key });
    return reply === null ? null : openObject(reply);
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.finished(await this.send({ method: 'PUT', key, body: bytes }));
  }

  putIfAbsent(key: string, bytes: Uint8Array): Promise<boolean> {
    return this.putNew(key, bytes);
  }

  async putFileIfAbsent(key: string, file: string): Promise<boolean> {
    const there = await this.found({ method: 'HEAD', key });
    there?.body.resume();
    return there === null && this.putNew(key, await fileBody(file));
  }

  async putFile(key: string, file: string, { replace }: { readonly replace: boolean }): Promise<boolean> {
    const body = await fileBody(file);
    if (!replace) return this.putOnce(key, body);
    await this.finished(await this.send({ method: 'PUT', key, body }));
    return true;
  }

  async remove(key: string): Promise<void> {
    const reply = await this.send({ method: 'DELETE', key });
    if (reply.status === 404) reply.body.resume();
    else await this.finished(reply);
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    for await (const { objects } of this.pages({ prefix }))
      for (const object of objects) yield { ...object, key: object.key.slice(this.prefix.length) };
  }

  async *folders(prefix: string): AsyncGenerator<string> {
    for await (const { folders } of this.pages({ prefix, delimiter: '/' }))
      for (const folder of folders) yield folder.slice(this.prefix.length + prefix.length, -1);
  }

  async hasAny(prefix: string): Promise<boolean> {
    for await (const { objects } of this.pages({ prefix, 'max-keys': '1' })) return objects.length > 0;
    return false;
  }

  close(): void {
    this.requests.close();
  }

  private async putNew(key: string, body: Uint8Array | FileBody, more: Readonly<Record<string, string>> = {}): Promise<boolean> {
    const headers = { 'If-None-Match': '*', ...more };
    const reply = await this.send({ method: 'PUT', key, body, headers, repeatable: false });
    // 409: another put of the same key is under way, and one of the two will have won.
    if (reply.status !== 412 && reply.status !== 409) {
      await this.finished(reply);
      return true;
    }
    reply.body.resume();
    return false;
  }

  private async *pages(query: Readonly<Record<string, string>> & { readonly prefix: string }): AsyncGenerator<ListReply> {
    const asked = { 'list-type': '2', 'encoding-type': 'url', ...query, prefix: `${this.prefix}${query.prefix}` };
    let after: string | null = null;
    do {
      const reply: S3Reply = await this.requests.send({
        method: 'GET',
        query: { ...asked, ...(after === null ? {} : { 'continuation-token': after }) },
      });
      if (reply.status !== 200) throw await refusal(reply);
      const page = parseListReply((await bytesOf(reply)).toString('utf8'));
      yield page;
      after = page.next;
    } while (after !== null);
  }

  /**
   * A put whose answer is lost may have been done. The object carries a mark of this very put, by which it is known again:
   * another's object is not taken for ours, nor ours for another's.
   */
  private async putOnce(key: string, body: FileBody): Promise<boolean> {
    const mark = randomBytes(12).toString('hex');
    let lost: StoreFailed | null = null;
    for (let attempt = 0; attempt < PUT_ATTEMPTS; attempt++) {
      try {
        if (await this.putNew(key, body, { [MARK]: mark })) return true;
      } catch (error) {
        if (!(error instanceof StoreFailed) || error.code !== 'STORAGE_UNAVAILABLE') throw error;
        lost = error;
      }
      const standing = await this.found({ method: 'HEAD', key });
      standing?.body.resume();
      if (standing?.headers[MARK] === mark) return true;
      if (standing === null) continue;
      // Ours may have been there and have been replaced since.
      if (lost !== null) throw lost;
      return false;
    }
    throw lost ?? new StoreFailed('STORAGE_UNAVAILABLE', 'puts of one key that hinder one another');
  }

  private async found(request: S3Request): Promise<S3Reply | null> {
    const reply = await this.send(request);
    if (reply.status === 200) return reply;
    // A bucket that is not there is no answer about an object in it; a reply to HEAD has no body to tell.
    if (reply.status !== 404) throw await refusal(reply);
    if (request.method === 'HEAD' || (await errorCode(reply)) !== 'NoSuchBucket') return null;
    throw new StoreFailed('STORAGE_UNAVAILABLE', 'NoSuchBucket');
  }

  private async finished(reply: S3Reply): Promise<void> {
    if (reply.status >= 300) throw await refusal(reply);
    await bytesOf(reply);
  }

  private send(request: S3Request): Promise<S3Reply> {
    return this.requests.send({ ...request, key: `${this.prefix}${request.key}` });
  }
}

function openObject({ headers, body }: S3Reply): OpenObject {
  const { etag = '', 'content-length': length } = headers;
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    let got = 0;
    try {
      for await (const piece of body) {
        got += (piece as Buffer).length;
        yield piece as Buffer;
      }
    } catch (error) {
      throw new StoreFailed('STORAGE_UNAVAILABLE', 'an object broke off', error);
    }
    if (length !== undefined && got !== Number(length))
      throw new StoreFailed('STORAGE_UNAVAILABLE', 'an object of another length than was announced');
  };
  return { tag: etag.replaceAll('"', ''), pieces: pieces(), close: () => body.destroy() };
}

async function refusal(reply: S3Reply): Promise<StoreFailed> {
  const code = await errorCode(reply);
  if (FULL.has(code)) return new StoreFailed('STORAGE_FULL', code);
  return new StoreFailed(reply.status === 403 ? 'STORAGE_READ_ONLY' : 'STORAGE_UNAVAILABLE', code);
}

async function fileBody(file: string): Promise<FileBody> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    hash.update(piece as Buffer);
    bytes += (piece as Buffer).length;
  }
  return { file, bytes, sha256: hash.digest('hex') };
}
