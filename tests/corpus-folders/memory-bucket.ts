import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { Bucket, OpenObject } from '../../src/storage/bucket.ts';
import { type StoredObject, StoreFailed } from '../../src/storage/object-store.ts';

type Asked = 'list' | 'read' | 'write';

/** A bucket in memory that keeps the promises of a real one, and breaks down where it is told to. */
export class MemoryBucket implements Bucket {
  readonly objects = new Map<string, Buffer>();
  /** Of these the next fails half-way. */
  readonly failing = new Set<Asked>();
  readonly counts: Record<Asked, number> = { list: 0, read: 0, write: 0 };

  async get(key: string): Promise<Buffer | null> {
    this.ask('read');
    return this.objects.get(key) ?? null;
  }

  async read(key: string): Promise<Readable | null> {
    const bytes = await this.get(key);
    return bytes === null ? null : Readable.from([bytes]);
  }

  async open(key: string): Promise<OpenObject | null> {
    this.counts.read++;
    await turn();
    const bytes = this.objects.get(key);
    if (bytes === undefined) return null;
    const fails = this.failing.delete('read');
    const pieces = (async function* () {
      yield bytes.subarray(0, bytes.length / 2);
      if (fails) throw new StoreFailed('STORAGE_UNAVAILABLE', 'broken off');
      yield bytes.subarray(bytes.length / 2);
    })();
    return { tag: tagOf(bytes), pieces, close: () => {} };
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    this.ask('write');
    this.objects.set(key, Buffer.from(bytes));
  }

  async putIfAbsent(key: string, bytes: Uint8Array): Promise<boolean> {
    await turn();
    this.ask('write');
    if (this.objects.has(key)) return false;
    this.objects.set(key, Buffer.from(bytes));
    return true;
  }

  putFileIfAbsent(key: string, file: string): Promise<boolean> {
    return this.putIfAbsent(key, readFileSync(file));
  }

  async putFile(key: string, file: string, { replace }: { readonly replace: boolean }): Promise<boolean> {
    if (!replace) return this.putFileIfAbsent(key, file);
    await this.put(key, readFileSync(file));
    return true;
  }

  async remove(key: string): Promise<void> {
    this.ask('write');
    this.objects.delete(key);
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    this.counts.list++;
    const found = [...this.objects].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1));
    await turn();
    const fails = this.failing.delete('list');
    for (const [at, [key, bytes]] of found.entries()) {
      if (fails && at >= found.length / 2) break;
      yield { key, bytes: bytes.length, tag: tagOf(bytes), written: new Date(0) };
    }
    if (fails) throw new StoreFailed('STORAGE_UNAVAILABLE', 'broken off');
  }

  async *folders(prefix: string): AsyncGenerator<string> {
    const names = new Set<string>();
    for await (const { key } of this.list(prefix)) {
      const slash = key.indexOf('/', prefix.length);
      if (slash >= 0) names.add(key.slice(prefix.length, slash));
    }
    yield* names;
  }

  async hasAny(prefix: string): Promise<boolean> {
    this.ask('list');
    return [...this.objects.keys()].some((key) => key.startsWith(prefix));
  }

  close(): void {}

  private ask(what: Asked): void {
    this.counts[what]++;
    if (this.failing.delete(what)) throw new StoreFailed('STORAGE_UNAVAILABLE', 'cut');
  }
}

const tagOf = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');
const turn = () => new Promise((resolve) => setImmediate(resolve));
