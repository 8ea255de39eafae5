import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bucket, OpenObject } from '../../storage/bucket.ts';
import { StoreFailed } from '../../storage/object-store.ts';
import { AccessRules } from '../access-rules.ts';
import type { DiskFile } from '../disk-file.ts';
import { diskName } from '../disk-name.ts';
import { FolderGone } from '../document-folder.ts';
import type { FileReadingPorts } from '../file-reading.ts';
import { BucketFolder } from './bucket-folder.ts';

const tagOf = (text: string) => createHash('md5').update(text).digest('hex');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const down = () => new StoreFailed('STORAGE_UNAVAILABLE', 'cut');

/** Objects in memory, and what may go wrong on the way to them. */
class FakeBucket {
  readonly objects = new Map<string, string>();
  asked = { lists: 0, opens: 0 };
  /** The listing fails after so many objects. */
  breaksAfter = Number.POSITIVE_INFINITY;
  opening: (key: string) => void = () => {};

  async *list(prefix: string) {
    this.asked.lists++;
    let given = 0;
    for (const [key, text] of [...this.objects].sort()) {
      if (!key.startsWith(prefix)) continue;
      if (given++ >= this.breaksAfter) throw down();
      yield { key, bytes: text.length, tag: tagOf(text), written: new Date(0) };
    }
  }

  async open(key: string): Promise<OpenObject | null> {
    this.asked.opens++;
    this.opening(key);
    const text = this.objects.get(key);
    if (text === undefined) return null;
    const pieces = (async function* () {
      yield Buffer.from(text);
    })();
    return { tag: tagOf(text), pieces, close: () => {} };
  }
}

let bucket: FakeBucket;
let folder: BucketFolder;
const gone = vi.fn();
beforeEach(() => {
  bucket = new FakeBucket();
  folder = new BucketFolder(bucket as unknown as Bucket, 't', gone);
  gone.mockReset();
});

const put = (name: string, text: string) => bucket.objects.set(`t/${name}`, text);
const listed = () => [...folder.files.values()].map(({ name }) => name).sort();

describe('the look of a tenant in a bucket', () => {
  it('tells what is new, other or gone, and nothing of what is the same', async () => {
    put('a', '1');
    put('b', '1');
    expect([...(await folder.look()).changed]).toEqual(['a', 'b']);
    expect([...(await folder.look()).changed]).toEqual([]);
    put('a', '2');
    bucket.objects.delete('t/b');
    put('다/c', '1');
    expect(new Set((await folder.look()).changed)).toEqual(new Set(['a', 'b', diskName('다/c')]));
    expect(listed()).toEqual(['a', '다/c']);
    expect(bucket.asked).toEqual({ lists: 3, opens: 0 });
  });

  it('is no removal where the listing breaks off', async () => {
    for (const name of ['a', 'b', 'c']) put(name, name);
    await folder.look();
    bucket.breaksAfter = 1;
    await expect(folder.look()).rejects.toThrow(StoreFailed);
    await expect(folder.signatures(['a', 'b'])).rejects.toThrow(StoreFailed);
    expect(listed()).toEqual(['a', 'b', 'c']);
    bucket.breaksAfter = Number.POSITIVE_INFINITY;
    expect((await folder.look()).changed.size).toBe(0);
    expect(gone).not.toHaveBeenCalled();
  });

  it('finds no folder where nothing is below its name', async () => {
    bucket.objects.set('tt/a', '1');
    await expect(folder.look()).rejects.toThrow(FolderGone);
    expect(gone).toHaveBeenCalledOnce();
    put('', '');
    expect((await folder.look()).changed.size).toBe(0);
  });

  it('takes neither hidden names nor rules nor keys that end in a slash for documents', async () => {
    for (const name of [
      '.a',
      'd/.a',
      '.d/a',
      'd/',
      'd/e/',
      'ACL.json',
      'd/acl.JSON',
      'd/ACL.json/a',
      'd/a',
      'ACL.json.txt',
      'x//y',
    ])
      put(name, '1');
    await folder.look();
    expect(listed()).toEqual(['ACL.json.txt', 'd/a', 'x//y']);
  });
});

describe('the rules of a tenant in a bucket', () => {
  const RULES = JSON.stringify({ default: ['kim'], rules: [] });

  it('are read when their tag is another, and once', async () => {
    put('a', '1');
    await folder.look();
    expect(await folder.rules()).toBe(AccessRules.PUBLIC);
    put('ACL.json', RULES);
    await folder.look();
    const rules = await folder.rules();
    expect(rules.locked).toBe(false);
    await folder.look();
    expect(await folder.rules()).toBe(rules);
    expect(bucket.asked.opens).toBe(1);
    for (const broken of ['{', `${RULES}${' '.repeat(1024 * 1024)}`]) {
      put('ACL.json', broken);
      await folder.look();
      expect((await folder.rules()).locked).toBe(true);
    }
  });

  it('are asked for again by a call that had to wait', async () => {
    put('a', '1');
    await folder.look();
    put('ACL.json', RULES);
    expect(await folder.rules()).toBe(AccessRules.PUBLIC);
    const { now } = performance;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 2000);
    expect(await folder.rules()).not.toBe(AccessRules.PUBLIC);
    clock.mockRestore();
  });

  it('that cannot be had are neither public nor locked', async () => {
    put('ACL.json', RULES);
    await folder.look();
    bucket.opening = () => {
      throw down();
    };
    await expect(folder.rules()).rejects.toThrow(StoreFailed);
  });
});

describe('reading an object', () => {
  const begun: unknown[] = [];
  const documents: string[] = [];
  const ports = (known: string | null = null): FileReadingPorts => ({
    reader: {
      read: async ({ filename }) => ({
        count: 1,
        documents: (async function* () {
          const access = { readable: true, drm: false, drm_vendor: null, password_protected: false, reason: null };
          yield { inner: '', docId: filename, access, structure: {} as never, warnings: [], chunks: [] };
        })(),
        close: () => {},
      }),
      copy: async (pieces) => {
        const parts: Uint8Array[] = [];
        for await (const piece of pieces) parts.push(piece);
        const bytes = Buffer.concat(parts);
        return { file: '-', sha256: sha256(bytes.toString()), bytes: bytes.length, remove: async () => {} };
      },
    },
    signal: new AbortController().signal,
    isKnown: (digest) => digest === known,
    isTaken: () => false,
    begin: (bytes) => begun.push(bytes),
    put: async ({ name, readable }) => void documents.push(`${name} ${readable}`),
  });
  beforeEach(() => {
    begun.length = 0;
    documents.length = 0;
  });
  const file = () => folder.files.get('a') as DiskFile;

  it('tells which state of it was read, also where the listing showed another', async () => {
    put('a', 'old');
    await folder.look();
    put('a', 'newer');
    const read = await folder.read(file(), ports());
    expect(read).toMatchObject({ sha256: sha256('newer') });
    expect(read?.signature).not.toBe(file().signature);
    await folder.look();
    expect(read?.signature).toBe(file().signature);
    expect(begun).toEqual([read]);
    expect(documents).toEqual(['a true']);
  });

  it('hands bytes that are known to no reader', async () => {
    put('a', 'text');
    await folder.look();
    expect(await folder.read(file(), ports(sha256('text')))).toMatchObject({ sha256: sha256('text') });
    expect(documents).toEqual([]);
  });

  it('gives nothing for one that is gone, lists one that is refused, and fails with its store', async () => {
    put('a', 'text');
    await folder.look();
    const refuse = (what: string) => () => {
      throw new StoreFailed('STORAGE_READ_ONLY', what);
    };
    bucket.opening = refuse('AccessDenied');
    expect(await folder.read(file(), ports())).toMatchObject({ sha256: '', signature: file().signature });
    expect(documents).toEqual(['a false']);
    bucket.opening = refuse('InvalidAccessKeyId');
    await expect(folder.read(file(), ports())).rejects.toThrow(StoreFailed);
    bucket.opening = () => {};
    bucket.objects.delete('t/a');
    expect(await folder.read(file(), ports())).toBeNull();
  });
});
