import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestProblem } from '../../src/contract/errors.ts';
import { Corpus } from '../../src/corpus/corpus.ts';
import { FakeReader, type FakeSnapshot, FakeStore, sha256 } from './fakes.ts';

const MOUNT = 'mount';
const UNMOUNT = 'umount';
const mounted: string[] = [];
let place: string;
let corpus: Corpus<FakeSnapshot> | null = null;

const mount = (...args: string[]) => spawnSync(MOUNT, args).status === 0;
/** Whether this process may mount file systems, as root in a container of its own may. */
const mayMount = (() => {
  const probe = mkdtempSync(path.join(tmpdir(), 'mount-'));
  const may = mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe);
  if (may) spawnSync(UNMOUNT, [probe]);
  rmSync(probe, { recursive: true });
  if (!may) console.warn('skipped: tests of full and read-only disks need the right to mount');
  return may;
})();

beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'storage-'));
});
afterEach(() => {
  corpus?.close();
  corpus = null;
  for (const each of mounted.splice(0).reverse()) spawnSync(UNMOUNT, [each]);
  rmSync(place, { recursive: true, force: true });
});

const problem = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: RequestProblem) => error.code ?? error.message,
  );
const open = async (directory: string) => {
  corpus = await Corpus.open({ directory, store: new FakeStore(), reader: new FakeReader(), parallel: 2 });
  return corpus;
};
const file = (name: string, bytes: number) => {
  const text = 'x'.repeat(bytes);
  const source = path.join(place, `source-${name}`);
  writeFileSync(source, text);
  return { name, file: source, sha256: sha256(text), bytes };
};
const names = (of: Corpus<FakeSnapshot>) => of.use('room', undefined, async (view) => view.documents.map(({ name }) => name));

describe.skipIf(!mayMount)('a corpus on a disk that is full', () => {
  it('refuses what does not fit with its reason, and nothing of it is left', async () => {
    const disk = path.join(place, 'disk');
    mkdirSync(disk);
    mount('-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk);
    mounted.push(disk);
    const full = await open(disk);
    await full.add('room', file('small', 1000), { replace: false });
    for (const replace of [false, true])
      expect(await problem(full.add('room', file('large', 400_000), { replace }))).toBe('STORAGE_FULL');
    expect(await problem(full.add('room', file('small', 400_000), { replace: true }))).toBe('STORAGE_FULL');
    expect(readdirSync(path.join(disk, 'room'))).toEqual(['small']);
    expect(statSync(path.join(disk, 'room', 'small')).size).toBe(1000);
    expect(await names(full)).toEqual(['small']);
    await full.remove('room', 'small');
    expect(await names(full)).toEqual([]);
    expect(await problem(full.add('room', file('other', 1000), { replace: false }))).toBe('none');
  });
});

describe.skipIf(!mayMount)('a corpus that is mounted read-only', () => {
  it('is read and followed, and every write says why it is refused', async () => {
    const source = path.join(place, 'source');
    const view = path.join(place, 'view');
    mkdirSync(path.join(source, 'room'), { recursive: true });
    mkdirSync(view);
    writeFileSync(path.join(source, 'room', 'a'), 'one');
    mount('--bind', source, view);
    mounted.push(view);
    mount('-o', 'remount,ro,bind', view);
    const bound = await open(view);
    expect(await names(bound)).toEqual(['a']);
    writeFileSync(path.join(source, 'room', 'b'), 'two');
    expect(await names(bound)).toEqual(['a', 'b']);
    rmSync(path.join(source, 'room', 'a'));
    expect(await names(bound)).toEqual(['b']);
    expect(await problem(bound.add('room', file('c', 10), { replace: false }))).toBe('STORAGE_READ_ONLY');
    expect(await problem(bound.add('new', file('c', 10), { replace: false }))).toBe('STORAGE_READ_ONLY');
    expect(await problem(bound.remove('room', 'b'))).toBe('STORAGE_READ_ONLY');
    expect(await names(bound)).toEqual(['b']);
  });
});

describe.skipIf(!mayMount)('a folder on which another file system is mounted', () => {
  it('is seen as it is when that comes and goes', async () => {
    const directory = path.join(place, 'corpus');
    mkdirSync(path.join(directory, 'room', 'sub'), { recursive: true });
    writeFileSync(path.join(directory, 'room', 'sub', 'below'), 'x');
    const moving = await open(directory);
    expect(await names(moving)).toEqual(['sub/below']);
    mount('-t', 'tmpfs', 'tmpfs', path.join(directory, 'room'));
    mounted.push(path.join(directory, 'room'));
    writeFileSync(path.join(directory, 'room', 'above'), 'x');
    expect(await names(moving)).toEqual(['above']);
    writeFileSync(path.join(directory, 'room', 'more'), 'x');
    expect(await names(moving)).toEqual(['above', 'more']);
    spawnSync(UNMOUNT, [path.join(directory, 'room')]);
    expect(await names(moving)).toEqual(['sub/below']);
  });
});

describe('a corpus that is gone', () => {
  it('says that the storage is not available, and serves again when it is back', async () => {
    const directory = path.join(place, 'corpus');
    mkdirSync(path.join(directory, 'room'), { recursive: true });
    writeFileSync(path.join(directory, 'room', 'a'), 'x');
    const lost = await open(directory);
    expect(await names(lost)).toEqual(['a']);
    rmSync(directory, { recursive: true });
    expect(await problem(names(lost))).toBe('STORAGE_UNAVAILABLE');
    expect(await problem(lost.add('room', file('b', 1), { replace: false }))).toBe('STORAGE_UNAVAILABLE');
    mkdirSync(path.join(directory, 'room'), { recursive: true });
    expect(await names(lost)).toEqual([]);
  });
});
