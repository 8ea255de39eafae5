import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AccessRules } from './access-rules.ts';
import { RulesFile } from './rules-file.ts';

const MAKE_PIPE = 'mkfifo';

let root: string;
let file: string;
let rules: RulesFile;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'rules-'));
  file = path.join(root, 'ACL.json');
  rules = new RulesFile(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));
const open = { default: ['*'], rules: [] };
const load = () => rules.load('local');
const linkTo = (text: string) => {
  writeFileSync(path.join(root, 'x'), text);
  symlinkSync('x', file);
};

describe('ACL.json', () => {
  it('is public only where it is missing', async () => {
    expect(await load()).toBe(AccessRules.PUBLIC);
    expect(await rules.load('remote')).toBe(AccessRules.PUBLIC);
  });

  it.each<[string, () => void]>([
    ['a directory', () => mkdirSync(file)],
    ['a link to good rules', () => linkTo(JSON.stringify(open))],
    ['a link to nothing', () => symlinkSync('nowhere', file)],
    ['a link to itself', () => symlinkSync('ACL.json', file)],
    ['a pipe', () => spawnSync(MAKE_PIPE, [file])],
    ['more than a megabyte', () => writeFileSync(file, JSON.stringify(open).padEnd(1024 * 1024 + 1))],
    ['broken', () => writeFileSync(file, '{')],
  ])('locks where it is %s', async (_what, make) => {
    make();
    expect((await load()).locked).toBe(true);
    expect((await rules.load('remote')).locked).toBe(true);
    rmSync(file, { recursive: true });
    expect(await load()).toBe(AccessRules.PUBLIC);
  });

  it('counts as it is at each call, also within one tick of the clock', async () => {
    for (const [round, name] of ['kim', 'lee', 'han'].entries()) {
      writeFileSync(file, JSON.stringify({ default: [name], rules: [] }));
      if (round === 1) {
        renameSync(file, path.join(root, 'moved'));
        renameSync(path.join(root, 'moved'), file);
      }
      expect((await load()).acl('a').allow).toEqual([name]);
    }
    truncateSync(file, 5);
    expect((await load()).locked).toBe(true);
  });

  it('is the same object as long as it is the same rules', async () => {
    writeFileSync(file, JSON.stringify(open));
    const first = await load();
    expect(await load()).toBe(first);
    writeFileSync(file, JSON.stringify(open));
    expect(await load()).toBe(first);
    await new Promise((resolve) => setTimeout(resolve, 2200));
    expect(await load()).toBe(first);
    expect(await load()).toBe(first);
  });

  it('may be as large as a megabyte', async () => {
    writeFileSync(file, JSON.stringify(open).padEnd(1024 * 1024));
    expect((await load()).locked).toBe(false);
  });
});
