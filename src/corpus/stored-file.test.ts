import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestProblem } from '../contract/errors.ts';
import { diskName } from './disk-name.ts';
import { removeAbandoned, removeFile, storeFile } from './stored-file.ts';

let place: string;
let folder: string;
let source: string;
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'stored-'));
  folder = path.join(place, 'room');
  source = path.join(place, 'source');
  mkdirSync(folder);
  writeFileSync(source, 'bytes', { mode: 0o600 });
});
afterEach(() => rmSync(place, { recursive: true, force: true }));
const problem = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: RequestProblem) => error.code,
  );
const store = (name: string, replace = false) => storeFile(folder, diskName(name), source, { replace });

describe('storing a file', () => {
  it('leaves the whole file and nothing else', async () => {
    await store('가.hwp');
    expect(readdirSync(folder)).toEqual(['가.hwp']);
    expect(readFileSync(path.join(folder, '가.hwp'), 'utf8')).toBe('bytes');
    expect(statSync(path.join(folder, '가.hwp')).mode & 0o777).toBe(0o666 & ~process.umask());
    expect(statSync(path.join(folder, '가.hwp')).nlink).toBe(1);
  });

  it('keeps what stands there unless it is to be replaced', async () => {
    writeFileSync(path.join(folder, 'a'), 'old');
    expect(await problem(store('a'))).toBe('FILE_EXISTS');
    expect(readFileSync(path.join(folder, 'a'), 'utf8')).toBe('old');
    await store('a', true);
    expect(readFileSync(path.join(folder, 'a'), 'utf8')).toBe('bytes');
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('takes the place of no folder, and of a link but not of what it leads to', async () => {
    mkdirSync(path.join(folder, 'd'));
    writeFileSync(path.join(folder, 'd', 'x'), '');
    expect(await problem(store('d'))).toBe('FILE_EXISTS');
    expect(await problem(store('d', true))).toBe('FILE_EXISTS');
    symlinkSync('../source', path.join(folder, 'l'));
    writeFileSync(path.join(place, 'other'), 'other');
    expect(await problem(storeFile(folder, 'l', path.join(place, 'other'), { replace: false }))).toBe('FILE_EXISTS');
    await storeFile(folder, 'l', path.join(place, 'other'), { replace: true });
    expect(readFileSync(source, 'utf8')).toBe('bytes');
    expect(readdirSync(folder)).toEqual(['d', 'l']);
  });

  it('lets exactly one of many win', async () => {
    for (let round = 0; round < 40; round++) {
      const files = await Promise.all(
        Array.from({ length: 8 }, async (_, writer) => {
          const own = path.join(place, `source-${writer}`);
          writeFileSync(own, `writer ${writer}`);
          return problem(storeFile(folder, `${round}`, own, { replace: false }));
        }),
      );
      expect(files.filter((outcome) => outcome === 'none')).toHaveLength(1);
      expect(files.filter((outcome) => outcome === 'FILE_EXISTS')).toHaveLength(7);
      expect(readFileSync(path.join(folder, `${round}`), 'utf8')).toBe(`writer ${files.indexOf('none')}`);
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('goes nowhere through a link', async () => {
    symlinkSync(folder, path.join(place, 'link'));
    expect(await problem(storeFile(path.join(place, 'link'), 'a', source, { replace: false }))).toBe('STORAGE_UNAVAILABLE');
    expect(await problem(storeFile(path.join(place, 'nowhere'), 'a', source, { replace: false }))).toBe('STORAGE_UNAVAILABLE');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves nothing behind when the bytes cannot be had', async () => {
    expect(await problem(storeFile(folder, 'a', path.join(place, 'missing'), { replace: true }))).toBe('STORAGE_UNAVAILABLE');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('removing a file', () => {
  it('removes it, also from a folder below', async () => {
    mkdirSync(path.join(folder, 'd'));
    writeFileSync(path.join(folder, 'd', '가'), '');
    await removeFile(folder, diskName('d/가'));
    expect(readdirSync(path.join(folder, 'd'))).toEqual([]);
    expect(await problem(removeFile(folder, diskName('d/가')))).toBe('FILE_NOT_FOUND');
  });

  it('removes no folder, no link, and nothing behind a link', async () => {
    mkdirSync(path.join(folder, 'd'));
    symlinkSync('../source', path.join(folder, 'l'));
    symlinkSync(place, path.join(folder, 'up'));
    expect(await problem(removeFile(folder, 'd'))).toBe('FILE_NOT_FOUND');
    expect(await problem(removeFile(folder, 'l'))).toBe('FILE_NOT_FOUND');
    expect(await problem(removeFile(folder, 'up/source'))).toBe('STORAGE_UNAVAILABLE');
    expect(readFileSync(source, 'utf8')).toBe('bytes');
  });
});

describe('what a process left that ended in the middle', () => {
  it('is removed when it is old, and nothing else is', async () => {
    for (const name of ['.tmp-1-aaaaaaaaaaaa', '.tmp-mine', 'a.hwp', '.hidden']) writeFileSync(path.join(folder, name), 'x');
    utimesSync(path.join(folder, 'a.hwp'), 0, 0);
    await removeAbandoned(folder);
    expect(readdirSync(folder)).toHaveLength(4);
    await removeAbandoned(folder, Date.now() + 2 * 3_600_000);
    expect(readdirSync(folder).sort()).toEqual(['.hidden', '.tmp-mine', 'a.hwp']);
  });
});
