import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleBundle, sampleDocument, sha256Of } from '../../tests/support/parsed-sample.ts';
import { unreadableAccess } from '../model/access.ts';
import type { Document } from '../model/document.ts';
import { writeParsedFile } from '../shared/parsed-file.ts';
import { DirectoryCache } from './cache.ts';
import { type CacheEntry, cacheEntries, generationName, purgeEntries, removeOldGenerations } from './cache-generations.ts';
import { openParsedFile } from './parsed-file-reader.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'geungeo-cache-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const generation = generationName();
const open = () => DirectoryCache.open({ root, generation });

/** Writes the document as a child would and hands it to the cache. */
async function publish(cache: DirectoryCache, text: string, document: Document = sampleDocument(text)): Promise<string | null> {
  const file = path.join(root, 'from-child');
  await writeParsedFile(file, document, generation);
  const parsed = await openParsedFile(file, { generation, sha256: sha256Of(text) });
  parsed.lease().close();
  return cache.publish(file, sha256Of(text), parsed.root);
}

async function entries(): Promise<CacheEntry[]> {
  const all: CacheEntry[] = [];
  for await (const entry of cacheEntries(root)) all.push(entry);
  return all;
}

describe('the cache', () => {
  it('gives back what it was given, and keeps it private', async () => {
    const cache = await open();
    expect(await cache.lookup(sha256Of('문서'))).toBeNull();
    const place = (await publish(cache, '문서')) as string;
    expect(place).toBe(path.join(root, 'parsed', generation, sha256Of('문서').slice(0, 2), sha256Of('문서')));
    expect(statSync(place).mode & 0o777).toBe(0o600);
    expect(statSync(path.join(root, 'parsed')).mode & 0o777).toBe(0o700);
    const found = (await cache.lookup(sha256Of('문서')))?.lease();
    expect(found?.root.head.doc_id).toBe(`sha256:${sha256Of('문서')}`);
    found?.close();
  });

  it('removes an entry that is damaged, counts it, and takes a new one', async () => {
    const cache = await open();
    const place = (await publish(cache, '문서')) as string;
    writeFileSync(place, 'not what was written');
    expect(await cache.lookup(sha256Of('문서'))).toBeNull();
    expect([existsSync(place), cache.damaged]).toEqual([false, 1]);
    await publish(cache, '문서');
    const found = await cache.lookup(sha256Of('문서'));
    found?.lease().close();
    expect([found === null, cache.damaged]).toEqual([false, 1]);
  });

  it('notices that two entries changed places', async () => {
    const cache = await open();
    const [one, two] = [(await publish(cache, '하나')) as string, (await publish(cache, '둘')) as string];
    copyFileSync(one, path.join(root, 'aside'));
    copyFileSync(two, one);
    copyFileSync(path.join(root, 'aside'), two);
    expect([await cache.lookup(sha256Of('하나')), await cache.lookup(sha256Of('둘'))]).toEqual([null, null]);
    expect(cache.damaged).toBe(2);
  });

  it.each(['TIMEOUT', 'PARSER_FAILED', 'OCR_UNAVAILABLE'] as const)(
    'keeps no reading that may succeed another time: %s',
    async (reason) => {
      const cache = await open();
      expect(await publish(cache, '문서', { ...sampleDocument('문서'), access: unreadableAccess(reason) })).toBeNull();
      const bundle = sampleBundle('묶음');
      const deep = bundle.children?.[1]?.children?.[0] as Document;
      deep.access = unreadableAccess(reason);
      expect(await publish(cache, '묶음', bundle)).toBeNull();
      expect(await entries()).toEqual([]);
    },
  );

  it('keeps a reading that will always fail', async () => {
    const cache = await open();
    expect(await publish(cache, '문서', { ...sampleDocument('문서'), access: unreadableAccess('CORRUPTED') })).not.toBeNull();
  });

  it('that cannot be written is a cache that has nothing', async () => {
    writeFileSync(path.join(root, 'parsed'), 'a file where the directory should be');
    const cache = await open();
    expect(await publish(cache, '문서')).toBeNull();
    expect(await cache.lookup(sha256Of('문서'))).toBeNull();
    expect(cache.damaged).toBe(0);
    await cache.close();
  });

  it('is not asked for anything but a digest', async () => {
    const cache = await open();
    await expect(async () => cache.lookup('../../etc/passwd')).rejects.toThrow('not a SHA-256');
  });
});

describe('generations of the cache', () => {
  const make = (...names: string[]) => {
    for (const name of names) mkdirSync(path.join(root, 'parsed', name, 'ab'), { recursive: true });
  };

  it('are kept for the current version and two before it, variants included', async () => {
    make('v3', 'v5', 'v5-unpaged', 'v7', 'v8', 'v9', 'v9-unpaged', 'v10', 'lost+found');
    expect((await removeOldGenerations(root, 9)).sort()).toEqual(['v3', 'v5', 'v5-unpaged']);
    expect(readdirSync(path.join(root, 'parsed')).sort()).toEqual(['lost+found', 'v10', 'v7', 'v8', 'v9', 'v9-unpaged']);
  });

  it('do not read each other', async () => {
    const cache = await open();
    const place = (await publish(cache, '문서')) as string;
    const other = await DirectoryCache.open({ root, generation: generationName('unpaged') });
    expect(await other.lookup(sha256Of('문서'))).toBeNull();
    mkdirSync(path.dirname(other.path(sha256Of('문서'))), { recursive: true });
    copyFileSync(place, other.path(sha256Of('문서')));
    expect(await other.lookup(sha256Of('문서'))).toBeNull();
    expect(other.damaged).toBe(1);
    expect(() => generationName('../x')).toThrow();
  });
});

describe('purging the cache', () => {
  const texts = ['오래된 문서', '새 문서', '버려진 문서'];

  beforeEach(async () => {
    const cache = await open();
    for (const text of texts) await publish(cache, text);
    const old = new Date(Date.now() - 40 * 86_400_000);
    utimesSync(cache.path(sha256Of('오래된 문서')), old, old);
  });

  const left = async () =>
    texts.filter((text) => existsSync(path.join(root, 'parsed', generation, sha256Of(text).slice(0, 2), sha256Of(text))));

  it('lists what there is', async () => {
    const listed = await entries();
    expect(listed.map((entry) => entry.sha256).sort()).toEqual(texts.map(sha256Of).sort());
    expect(listed.every((entry) => entry.generation === generation && entry.bytes > 0)).toBe(true);
  });

  it('takes what is older than so many days', async () => {
    expect(await purgeEntries(root, { olderThanDays: 30 })).toMatchObject({ removed: 1 });
    expect(await left()).toEqual(['새 문서', '버려진 문서']);
  });

  it('takes what no corpus holds any more', async () => {
    const keep = new Set([sha256Of('오래된 문서'), sha256Of('새 문서')]);
    expect(await purgeEntries(root, { keep, olderThanDays: 30 })).toEqual({ removed: 0, bytes: 0 });
    expect(await purgeEntries(root, { keep })).toMatchObject({ removed: 1 });
    expect(await left()).toEqual(['오래된 문서', '새 문서']);
  });

  it('takes all, or nothing when nothing is said', async () => {
    expect(await purgeEntries(root, {})).toEqual({ removed: 0, bytes: 0 });
    expect(await purgeEntries(root, { all: true })).toMatchObject({ removed: 3 });
    expect(await left()).toEqual([]);
    expect(await purgeEntries(path.join(root, 'nowhere'), { all: true })).toEqual({ removed: 0, bytes: 0 });
  });
});
