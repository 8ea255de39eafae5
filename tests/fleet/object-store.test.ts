import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DirectoryStore } from '../../src/storage/directory-store.ts';
import { StoreLease } from '../../src/storage/lease.ts';
import { type ObjectStore, StoreFailed } from '../../src/storage/object-store.ts';
import { probeRaces } from '../../src/storage/race-probe.ts';
import { S3Store } from '../../src/storage/s3/s3-store.ts';
import { temporary } from '../support/server.ts';
import { FaultyStore } from './faulty-store.ts';
import { describeWithStore, storeLab } from './store-lab.ts';

const bytes = (text: string) => Buffer.from(text);

async function keys(store: ObjectStore, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of store.list(prefix)) found.push(key);
  return found;
}

function isAStore(open: () => Promise<ObjectStore>): void {
  it('gives back what was put, and nothing for what was not', async () => {
    const store = await open();
    expect(await store.get('a/none')).toBeNull();
    expect(await store.read('a/none')).toBeNull();
    await store.put('a/b', bytes('one'));
    await store.put('a/b', bytes('two'));
    expect((await store.get('a/b'))?.toString()).toBe('two');
    await store.remove('a/b');
    await store.remove('a/b');
    expect(await store.get('a/b')).toBeNull();
  });

  it('lets exactly one of many win', async () => {
    const store = await open();
    for (let round = 0; round < 5; round++) {
      const won = await Promise.all(
        Array.from({ length: 12 }, (_, racer) => store.putIfAbsent(`race/${round}`, bytes(`${racer}`))),
      );
      const winner = won.indexOf(true);
      expect(won.filter(Boolean)).toHaveLength(1);
      expect((await store.get(`race/${round}`))?.toString()).toBe(String(winner));
    }
  });

  it('takes large files and streams them', async () => {
    const store = await open();
    const file = path.join(temporary('large'), 'file');
    const large = randomBytes(9_000_000);
    writeFileSync(file, large);
    expect(await store.putFileIfAbsent('large/object', file)).toBe(true);
    expect(await store.putFileIfAbsent('large/object', file)).toBe(false);
    const pieces: Buffer[] = [];
    for await (const piece of (await store.read('large/object')) ?? []) pieces.push(piece as Buffer);
    expect(Buffer.concat(pieces).equals(large)).toBe(true);
  });

  it('lists what a prefix names, in order, with sizes and tags that change with the bytes', async () => {
    const store = await open();
    const names = ['list/가나다 라.hwp', 'list/a+b&c=d%20', 'list/z/1', 'list/z/2', "list/q'(!*)"];
    for (const name of names) await store.put(name, bytes(name));
    expect(await keys(store, 'list/')).toEqual([...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    expect(await keys(store, 'list/z')).toEqual(['list/z/1', 'list/z/2']);
    expect(await keys(store, 'nothing/')).toEqual([]);
    const tag = async () => {
      for await (const object of store.list('list/z/1')) return object;
    };
    const before = await tag();
    expect(before?.bytes).toBe(8);
    await store.put('list/z/1', bytes('otherwise'));
    expect((await tag())?.tag).not.toBe(before?.tag);
  });

  it('passes the probe that a server makes before it relies on it', async () => {
    expect(await probeRaces(await open())).toBeNull();
  });

  it('keeps leases: one works, the other is told, and what a dead holder left is free after a while', async () => {
    const store = await open();
    const [one, two] = [new StoreLease({ store, ttlMs: 400 }), new StoreLease({ store, ttlMs: 400 })];
    const order: string[] = [];
    const first = one.run('job', async () => {
      order.push('one begins');
      await new Promise((resolve) => setTimeout(resolve, 1200));
      order.push('one ends');
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await two.run('job', async () => order.push('two'))).toBeNull();
    await two.released('job');
    expect(order).toEqual(['one begins', 'one ends']);
    expect(await two.run('job', async () => 'done')).toEqual({ result: 'done' });
    await first;
    await store.put('leases/dead', bytes('somebody who is no more'));
    const began = performance.now();
    await two.released('dead');
    expect(performance.now() - began).toBeGreaterThan(390);
    expect(await one.run('dead', async () => 'mine')).toEqual({ result: 'mine' });
  });
}

describe('a store in a directory', () => {
  isAStore(async () => new DirectoryStore(temporary('store')));

  it('takes no key that leads elsewhere', async () => {
    const store = new DirectoryStore(temporary('store'));
    for (const key of ['../x', 'a/../b', '/a', 'a//b', '.hidden', ''])
      await expect(async () => store.put(key, bytes(''))).rejects.toThrow();
  });
});

describeWithStore('a store in an S3 bucket', () => {
  isAStore(async () => {
    const lab = await storeLab();
    const name = await lab.bucket(`objects-${randomBytes(4).toString('hex')}`);
    return new S3Store(lab.access, { bucket: name, prefix: 'below/this' });
  });

  it('lists more than a page', async () => {
    const lab = await storeLab();
    const store = new S3Store(lab.access, { bucket: await lab.bucket('pages'), prefix: '' });
    const names = Array.from({ length: 1100 }, (_, at) => `many/${String(at).padStart(5, '0')}`);
    for (let at = 0; at < names.length; at += 50)
      await Promise.all(names.slice(at, at + 50).map((name) => store.put(name, bytes('x'))));
    expect(await keys(store, 'many/')).toEqual(names);
  });

  it('says what is wrong: no bucket, no right, no room, no answer', async () => {
    const lab = await storeLab();
    const failure = async (store: ObjectStore, work: (store: ObjectStore) => Promise<unknown>) => {
      const began = performance.now();
      const error = await work(store).then(
        () => null,
        (error: unknown) => error,
      );
      expect(performance.now() - began).toBeLessThan(20_000);
      expect(error).toBeInstanceOf(StoreFailed);
      expect(String(error)).not.toContain(lab.access.secretAccessKey);
      return (error as StoreFailed).code;
    };
    const missing = new S3Store(lab.access, { bucket: 'never-made', prefix: '' });
    expect(await failure(missing, (store) => store.get('a'))).toBe('STORAGE_UNAVAILABLE');
    expect(await failure(missing, (store) => store.put('a', bytes('')))).toBe('STORAGE_UNAVAILABLE');
    const bucket = await lab.bucket('wrong');
    const stranger = new S3Store({ ...lab.access, secretAccessKey: 'no' }, { bucket, prefix: '' });
    expect(await failure(stranger, (store) => store.put('a', bytes('')))).toBe('STORAGE_READ_ONLY');
    const faulty = await FaultyStore.before(lab.access.endpoint);
    const store = new S3Store({ ...lab.access, endpoint: faulty.endpoint }, { bucket, prefix: '' });
    await store.put('a', bytes('there'));
    faulty.turn('full');
    expect(await failure(store, (it) => it.put('b', bytes('')))).toBe('STORAGE_FULL');
    expect((await store.get('a'))?.toString()).toBe('there');
    faulty.turn('cut');
    expect(await failure(store, (it) => it.get('a'))).toBe('STORAGE_UNAVAILABLE');
    faulty.turn('hanging');
    expect(await failure(store, (it) => it.get('a'))).toBe('STORAGE_UNAVAILABLE');
    faulty.turn('none');
    expect((await store.get('a'))?.toString()).toBe('there');
    faulty.close();
  });

  it('is refused by the probe where two puts-if-absent win', async () => {
    const lab = await storeLab();
    const real = new S3Store(lab.access, { bucket: await lab.bucket('two-win'), prefix: '' });
    const careless: ObjectStore = Object.assign(Object.create(real), {
      putIfAbsent: async (key: string, body: Uint8Array) => real.put(key, body).then(() => true),
    });
    expect(await probeRaces(careless)).toContain('8 won where exactly one may');
  });
});
