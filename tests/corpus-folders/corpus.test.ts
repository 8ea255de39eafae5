import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestProblem } from '../../src/contract/errors.ts';
import { Corpus, type CorpusOptions } from '../../src/corpus/corpus.ts';
import { FakeReader, type FakeSnapshot, FakeStore, sha256 } from './fakes.ts';

let place: string;
let store: FakeStore;
let reader: FakeReader;
let corpus: Corpus<FakeSnapshot>;
const at = (...parts: string[]) => path.join(place, 'corpus', ...parts);
const open = async (more: Partial<CorpusOptions<FakeSnapshot>> = {}) => {
  corpus = await Corpus.open({ directory: at(), store, reader, parallel: 2, ...more });
};
const put = (name: string, text: string) => {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
};
let sources = 0;
const file = (name: string, text: string) => {
  const source = path.join(place, `source-${sources++}`);
  writeFileSync(source, text);
  return { name, file: source, sha256: sha256(text), bytes: text.length };
};
const add = (tenant: string, name: string, text: string, replace = false) => corpus.add(tenant, file(name, text), { replace });
const texts = (tenant: string) => corpus.use(tenant, undefined, async ({ index }) => Object.fromEntries([...index.texts].sort()));
const problem = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: RequestProblem) => error.code ?? error.message,
  );

beforeEach(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'corpus-'));
  mkdirSync(at());
  store = new FakeStore();
  reader = new FakeReader();
  await open();
});
afterEach(() => {
  corpus.close();
  rmSync(place, { recursive: true, force: true });
});

describe('adding a document', () => {
  it('makes the tenant, stores the bytes, reads them and finds them at once', async () => {
    expect(await add('새방', '가.hwp', '하나\n둘')).toEqual({
      sha256: sha256('하나\n둘'),
      readable: true,
      reason: null,
      chunks: 2,
    });
    expect(readdirSync(at('새방'))).toEqual(['가.hwp']);
    expect(await texts('새방')).toEqual({ '가.hwp': ['하나', '둘'] });
    expect(reader.reads).toEqual(['가.hwp']);
  });

  it('keeps what is there unless told to replace it', async () => {
    await add('room', 'a', 'one');
    expect(await problem(add('room', 'a', 'two'))).toBe('FILE_EXISTS');
    expect(await texts('room')).toEqual({ a: ['one'] });
    expect(await add('room', 'a', 'two', true)).toMatchObject({ sha256: sha256('two'), chunks: 1 });
    expect(await texts('room')).toEqual({ a: ['two'] });
    expect(await add('room', 'b', 'new', true)).toMatchObject({ readable: true });
  });

  it('is stored once, and removed once, where the index breaks or is taken away meanwhile', async () => {
    const broken = () => {
      store.only.broken = true;
      throw new Error('the index is gone');
    };
    const takenAway = () => {
      store.indexes.clear();
      throw new Error('the index is gone');
    };
    await add('room', 'a', 'one');
    store.only.fail = broken;
    expect(await add('room', 'b', 'two')).toMatchObject({ readable: true, chunks: 1 });
    store.only.fail = takenAway;
    expect(await add('room', 'c', 'three')).toMatchObject({ readable: true, chunks: 1 });
    await texts('room');
    store.only.fail = broken;
    await corpus.remove('room', 'a');
    await texts('room');
    store.only.fail = takenAway;
    await corpus.remove('room', 'b');
    expect(await texts('room')).toEqual({ c: ['three'] });
  });

  it('is read again where its index is lost before anybody has looked into it', async () => {
    await add('room', 'a', 'one');
    await texts('room');
    await add('room', 'b', 'two');
    store.indexes.clear();
    expect(await texts('room')).toEqual({ a: ['one'], b: ['two'] });
    expect(await texts('room')).toEqual({ a: ['one'], b: ['two'] });
  });

  it('tells of the same bytes what it told before', async () => {
    const first = await add('room', 'a', 'one');
    expect(await add('room', 'a', 'one', true)).toEqual(first);
    put('room/b', 'two');
    await texts('room');
    expect(await add('room', 'b', 'two', true)).toMatchObject({ sha256: sha256('two'), readable: true, chunks: 1 });
  });

  it('takes a decomposed name on disk for the same name', async () => {
    put(`room/${'자모.hwp'.normalize('NFD')}`, 'one');
    expect(await problem(add('room', '자모.hwp', 'two'))).toBe('FILE_EXISTS');
    await add('room', '자모.hwp', 'two', true);
    expect(readdirSync(at('room'))).toEqual(['자모.hwp'.normalize('NFD')]);
    expect(await texts('room')).toEqual({ '자모.hwp': ['two'] });
  });

  it('stores what cannot be read, with the reason', async () => {
    expect(await add('room', 'a', '!EMPTY')).toMatchObject({ readable: false, reason: 'EMPTY', chunks: 0 });
    expect(await add('room', 'b.zip', 'zip\nx=!CORRUPTED\ny=1\n')).toMatchObject({ readable: true, reason: null, chunks: 1 });
    expect(await add('room', 'c.zip', 'zip\nx=!CORRUPTED\ny=!EMPTY')).toMatchObject({ readable: false, reason: 'CORRUPTED' });
  });

  it('lets exactly one of two win, whose bytes are then the ones that are there', async () => {
    await add('room', 'first', 'x');
    for (let round = 0; round < 60; round++) {
      const outcomes = await Promise.all(['one', 'two'].map((text) => problem(add('room', `${round}.hwp`, `${text} ${round}`))));
      expect([...outcomes].sort()).toEqual(['FILE_EXISTS', 'none']);
      const winner = outcomes[0] === 'none' ? 'one' : 'two';
      expect(readFileSync(at('room', `${round}.hwp`), 'utf8')).toBe(`${winner} ${round}`);
    }
    expect(Object.keys(await texts('room'))).toHaveLength(61);
  });

  it('tells each of two that replace what its own bytes gave', async () => {
    for (let round = 0; round < 30; round++) {
      const [one, two] = await Promise.all([add('room', 'a', 'one', true), add('room', 'a', 'two\nlines', true)]);
      expect(one).toMatchObject({ sha256: sha256('one'), chunks: 1 });
      expect(two).toMatchObject({ sha256: sha256('two\nlines'), chunks: 2 });
      const bytes = readFileSync(at('room/a'), 'utf8');
      expect(await texts('room')).toEqual({ a: bytes.split('\n') });
    }
  });

  it('is not held up by a tenant that is being read for the first time', async () => {
    reader.before = ({ filename }) => new Promise((resolve) => setTimeout(resolve, filename.startsWith('slow') ? 40 : 0));
    for (let number = 0; number < 40; number++) put(`room/slow${number}`, 'x');
    const first = texts('room');
    await expect.poll(() => reader.reads.length).toBeGreaterThan(1);
    await add('room', 'mine', 'y');
    expect(reader.reads.length).toBeLessThan(30);
    expect(Object.keys(await first).length).toBeGreaterThanOrEqual(40);
  });

  it('goes nowhere through a link', async () => {
    mkdirSync(path.join(place, 'outside'));
    symlinkSync(path.join(place, 'outside'), at('link'));
    expect(await problem(add('link', 'a', 'x'))).toBe('STORAGE_UNAVAILABLE');
    writeFileSync(at('file'), '');
    expect(await problem(add('file', 'a', 'x'))).toBe('STORAGE_UNAVAILABLE');
    expect(readdirSync(path.join(place, 'outside'))).toEqual([]);
  });
});

describe('removing a document', () => {
  it('takes it off the disk and out of the index', async () => {
    await add('room', 'a', 'one');
    await add('room', 'b', 'two');
    put('room/sub/c', 'three');
    await texts('room');
    await corpus.remove('room', 'a');
    await corpus.remove('room', 'sub/c');
    expect(existsSync(at('room/a'))).toBe(false);
    expect([...(await store.only.view()).documents.keys()]).toEqual(['b']);
    expect(await texts('room')).toEqual({ b: ['two'] });
    expect((await add('room', 'a', 'four')).readable).toBe(true);
  });

  it('knows no member of a bundle, no folder, no absent file and no other tenant’s', async () => {
    await add('room', 'a.zip', 'zip\nx=1');
    put('room/sub/c', 'three');
    put('other/d', 'four');
    for (const name of ['a.zip/x', 'sub', 'nothing', '../other/d', 'sub/../a.zip', '/a.zip', ''])
      expect(await problem(corpus.remove('room', name))).toBe('FILE_NOT_FOUND');
    expect(await problem(corpus.remove('nobody', 'a'))).toBe('TENANT_NOT_FOUND');
    await corpus.remove('room', 'a.zip');
    expect(await texts('room')).toEqual({ 'sub/c': ['three'] });
  });
});

describe('many tenants', () => {
  it('do not see each other', async () => {
    for (let number = 0; number < 10; number++) put(`t${number}/a`, `text ${number}`);
    for (let number = 0; number < 10; number++) expect(await texts(`t${number}`)).toEqual({ a: [`text ${number}`] });
    expect(store.indexes.size).toBe(10);
  });

  it('are forgotten when there are too many, and seen as they are when they are needed again', async () => {
    corpus.close();
    await open({ keptTenants: 3 });
    for (let number = 0; number < 12; number++) put(`t${number}/a`, `text ${number}`);
    for (let round = 0; round < 3; round++)
      for (let number = 0; number < 12; number++) {
        put(`t${number}/b`, `round ${round}`);
        expect(await texts(`t${number}`)).toEqual({ a: [`text ${number}`], b: [`round ${round}`] });
        expect(corpus.figures().open).toBeLessThanOrEqual(3);
      }
    await expect.poll(() => corpus.figures().watches).toBeLessThanOrEqual(4);
    expect(reader.reads.filter((name) => name === 'a')).toHaveLength(12);
  });

  it('are forgotten when they have too many files', async () => {
    corpus.close();
    await open({ keptFiles: 10 });
    for (let number = 0; number < 5; number++) for (let file = 0; file < 4; file++) put(`t${number}/${file}.hwp`, 'x');
    for (let number = 0; number < 5; number++) await texts(`t${number}`);
    expect(corpus.figures().open).toBe(2);
  });

  it('stay apart where another corpus has the same place for its indexes', async () => {
    put('room/a', 'here');
    await texts('room');
    mkdirSync(path.join(place, 'corpus2/room'), { recursive: true });
    writeFileSync(path.join(place, 'corpus2/room/a'), 'there');
    const other = await Corpus.open({ directory: path.join(place, 'corpus2'), store, reader, parallel: 2 });
    expect(await other.use('room', undefined, async ({ index }) => index.texts.get('a'))).toEqual(['there']);
    expect(await texts('room')).toEqual({ a: ['here'] });
    other.close();
  });

  it('may lie behind a link, which may be pointed elsewhere at any time', async () => {
    put('room/a', 'one');
    renameSync(at(), path.join(place, 'version-1'));
    symlinkSync(path.join(place, 'version-1'), at());
    expect(await texts('room')).toEqual({ a: ['one'] });
    mkdirSync(path.join(place, 'version-2/room'), { recursive: true });
    writeFileSync(path.join(place, 'version-2/room/a'), 'two');
    rmSync(at());
    symlinkSync(path.join(place, 'version-2'), at());
    expect(await texts('room')).toEqual({ a: ['two'] });
  });
});

describe('an audit', () => {
  it('goes over the tenants that were used, and finds nothing', async () => {
    corpus.close();
    await open({ auditMs: 20 });
    put('room/a', 'one');
    await texts('room');
    await new Promise((resolve) => setTimeout(resolve, 100));
    put('room/b', 'two');
    expect(await texts('room')).toEqual({ a: ['one'], b: ['two'] });
    expect(corpus.figures().lost).toBe(0);
  });
});
