import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RequestProblem } from '../../src/contract/errors.ts';
import { BucketTenants } from '../../src/corpus/bucket/bucket-tenants.ts';
import { Corpus } from '../../src/corpus/corpus.ts';
import { FakeReader, type FakeSnapshot, FakeStore, sha256 } from './fakes.ts';
import { MemoryBucket } from './memory-bucket.ts';

const RUNS = Number(process.env.GEUNGEO_TEST_RUNS ?? 60);
let place: string;
beforeAll(() => {
  place = mkdtempSync(path.join(tmpdir(), 'bucket-'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const open = (bucket: MemoryBucket, store = new FakeStore(), reader = new FakeReader()) =>
  Corpus.open({ directory: new BucketTenants(bucket, 's3://b'), store, reader, parallel: 2 });
const texts = (corpus: Corpus<FakeSnapshot>) =>
  corpus.use('room', undefined, async ({ index }) => Object.fromEntries(index.texts));
const upload = (corpus: Corpus<FakeSnapshot>, name: string, text: string, replace: boolean) => {
  const file = path.join(place, sha256(text));
  writeFileSync(file, text);
  return corpus.add('room', { name, file, sha256: sha256(text), bytes: text.length }, { replace });
};
const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (!(error instanceof RequestProblem)) throw error;
    return error.code;
  }
};

/** What the bucket holds, found in the plainest way: every document's name, without the number that tells it from another's, and text. */
function truth({ objects }: MemoryBucket): string[] {
  const files = new Map(
    [...objects]
      .filter(([key]) => /^room\/(?!\.)[^.]+$/.test(key) && !key.endsWith('/'))
      .map(([key, bytes]) => [key.slice(5), bytes]),
  );
  const found: string[] = [];
  for (const [name, bytes] of files) {
    const [first, ...lines] = bytes.toString().split('\n') as [string, ...string[]];
    if (first !== 'zip') found.push(`${name}: ${[first, ...lines]}`);
    else for (const line of lines) found.push(`${name}/${line.replace('=', ': ')}`);
  }
  return found.sort();
}

/** The same of what a call gives; numbers depend on what was read first. */
async function given(corpus: Corpus<FakeSnapshot>): Promise<string[]> {
  const named = Object.entries(await texts(corpus));
  return named.map(([name, lines]) => `${name.replace(/ \(\d\)$/, '')}: ${lines}`).sort();
}

const key = fc.constantFrom('a', 'b', 'd/a', 'd/e/a', 'a/x', 'z', 'z/x', '.h', 'f/');
const name = fc.constantFrom('a', 'b', 'z');
const text = fc.constantFrom('1', '2', '12\n3', 'zip\nx=1', 'zip\nx=2\ny=3');
const server = fc.constantFrom(0, 1);
const step = fc.oneof(
  fc.record({ do: fc.constant('put' as const), key, text }),
  fc.record({ do: fc.constant('take' as const), key }),
  fc.record({ do: fc.constant('upload' as const), server, name, text, replace: fc.boolean() }),
  fc.record({ do: fc.constant('remove' as const), server, name }),
  fc.record({ do: fc.constant('fail' as const), server, what: fc.constantFrom('list' as const, 'read' as const) }),
  fc.record({ do: fc.constant('look' as const), server }),
);

describe('after any changes of a bucket', () => {
  it('a call at any of its servers gives exactly what is there, and a failure takes nothing away', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const bucket = new MemoryBucket();
        const store = new FakeStore();
        const servers = [await open(bucket, store), await open(bucket, store)] as const;
        bucket.objects.set('room/', Buffer.alloc(0));
        try {
          for (const each of steps) {
            if (each.do === 'put') bucket.objects.set(`room/${each.key}`, Buffer.from(each.text));
            else if (each.do === 'take') bucket.objects.delete(`room/${each.key}`);
            else if (each.do === 'look') expect(await given(servers[each.server])).toEqual(truth(bucket));
            else if (each.do === 'upload') {
              const there = bucket.objects.has(`room/${each.name}`);
              const code = await codeOf(upload(servers[each.server], each.name, each.text, each.replace));
              expect(code).toBe(there && !each.replace ? 'FILE_EXISTS' : 'done');
              if (code === 'done') expect(bucket.objects.get(`room/${each.name}`)?.toString()).toBe(each.text);
            } else if (each.do === 'remove') {
              const there = bucket.objects.has(`room/${each.name}`);
              expect(await codeOf(servers[each.server].remove('room', each.name))).toBe(there ? 'done' : 'FILE_NOT_FOUND');
              expect(bucket.objects.has(`room/${each.name}`)).toBe(false);
            } else {
              const before = [...(store.indexes.size > 0 ? (await store.only.view()).documents.keys() : [])];
              bucket.failing.add(each.what);
              let seen: string[] = [];
              const code = await codeOf(given(servers[each.server]).then((found) => (seen = found)));
              // Nothing may have been fetched, or what an earlier call had begun; what is told is right all the same.
              if (each.what === 'read' && code === 'done') expect(seen).toEqual(truth(bucket));
              else expect(code).toBe('STORAGE_UNAVAILABLE');
              bucket.failing.clear();
              if (each.what === 'list' && store.indexes.size > 0)
                expect([...(await store.only.view()).documents.keys()]).toEqual(expect.arrayContaining(before));
            }
          }
          for (const each of servers) expect(await given(each)).toEqual(truth(bucket));
          const { list, read } = bucket.counts;
          await texts(servers[0]);
          expect(bucket.counts).toMatchObject({ list: list + 1, read });
        } finally {
          for (const each of servers) each.close();
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe('an object that is replaced while it is read', () => {
  it('is taken as it was then, and as it is now by the next call', async () => {
    const bucket = new MemoryBucket();
    const reader = new FakeReader();
    const corpus = await open(bucket, new FakeStore(), reader);
    bucket.objects.set('room/a', Buffer.from('first'));
    reader.before = () => {
      reader.before = () => {};
      bucket.objects.set('room/a', Buffer.from('second'));
    };
    expect(await texts(corpus)).toEqual({ a: ['first'] });
    expect(await texts(corpus)).toEqual({ a: ['second'] });
    expect(reader.reads).toHaveLength(2);
    corpus.close();
  });
});

describe('uploads of one name at once', () => {
  it('have exactly one winner', async () => {
    const bucket = new MemoryBucket();
    const store = new FakeStore();
    const servers = [await open(bucket, store), await open(bucket, store)] as const;
    const codes = await Promise.all(
      Array.from({ length: 10 }, (_, at) => codeOf(upload(servers[(at % 2) as 0 | 1], 'a', `text ${at}`, false))),
    );
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes.filter((code) => code === 'FILE_EXISTS')).toHaveLength(9);
    const winner = codes.indexOf('done');
    for (const each of servers) expect(await texts(each)).toEqual({ a: [`text ${winner}`] });
    for (const each of servers) each.close();
  });
});
