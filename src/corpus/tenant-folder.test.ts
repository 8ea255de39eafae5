import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChangeEvents } from './change-events.ts';
import { FolderGone, TenantFolder } from './tenant-folder.ts';

const MAKE_PIPE = 'mkfifo';

let place: string;
let root: string;
let events: ChangeEvents | null;
let folder: TenantFolder;
const at = (...parts: string[]) => path.join(root, ...parts);
const put = (name: string, text = 'x') => {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
};
const names = () => [...folder.files.values()].map((file) => file.name).sort();
/** Names of what a look says has changed or was touched. */
const seen = async () => {
  const { changed, touched } = await folder.look();
  return [...new Set([...changed, ...touched])].map((each) => Buffer.from(each, 'latin1').toString()).sort();
};

describe.each(['following change events', 'scanning'])('a tenant’s folder, %s', (way) => {
  beforeEach(async () => {
    place = mkdtempSync(path.join(tmpdir(), 'folder-'));
    root = path.join(place, 'tenant');
    mkdirSync(root);
    events = way === 'scanning' ? null : await ChangeEvents.open();
    folder = new TenantFolder(root, events);
  });
  afterEach(() => {
    folder.close();
    events?.close();
    rmSync(place, { recursive: true, force: true });
  });

  it('tells all its files at the first look, and nothing at the next', async () => {
    put('a.hwp');
    put('깊은/곳/b.hwp');
    expect(await seen()).toEqual(['a.hwp', '깊은/곳/b.hwp']);
    expect(names()).toEqual(['a.hwp', '깊은/곳/b.hwp']);
    expect(await seen()).toEqual([]);
    expect(folder.counts.scans).toBe(way === 'scanning' ? 2 : 1);
  });

  it('sees a file that is put in, changed, appended to and removed', async () => {
    await folder.look();
    put('a.hwp', 'one');
    expect(await seen()).toEqual(['a.hwp']);
    put('a.hwp', 'other');
    expect(await seen()).toEqual(['a.hwp']);
    appendFileSync(at('a.hwp'), '!');
    expect(await seen()).toEqual(['a.hwp']);
    rmSync(at('a.hwp'));
    expect(await seen()).toEqual(['a.hwp']);
    expect(names()).toEqual([]);
  });

  it('sees other bytes of the same size with the same date', async () => {
    put('a.hwp', 'one');
    await folder.look();
    const { atime, mtime } = statSync(at('a.hwp'));
    writeFileSync(at('a.hwp'), 'two');
    utimesSync(at('a.hwp'), atime, mtime);
    expect(await seen()).toEqual(['a.hwp']);
  });

  it('sees a file that takes another’s place, with its size and date', async () => {
    put('a.hwp', 'one');
    await folder.look();
    const { atime, mtime } = statSync(at('a.hwp'));
    put('.b', 'two');
    utimesSync(at('.b'), atime, mtime);
    renameSync(at('.b'), at('a.hwp'));
    expect(await seen()).toEqual(['a.hwp']);
  });

  it('sees a file under its new name', async () => {
    put('a.hwp');
    await folder.look();
    renameSync(at('a.hwp'), at('b.hwp'));
    expect(await seen()).toEqual(['a.hwp', 'b.hwp']);
    expect(names()).toEqual(['b.hwp']);
  });

  it('sees what comes with a folder that is moved in, renamed within and moved out', async () => {
    await folder.look();
    mkdirSync(path.join(place, 'outside/deep'), { recursive: true });
    writeFileSync(path.join(place, 'outside/deep/a.hwp'), 'x');
    renameSync(path.join(place, 'outside'), at('in'));
    expect(await seen()).toEqual(['in/deep/a.hwp']);
    renameSync(at('in'), at('other'));
    await folder.look();
    expect(names()).toEqual(['other/deep/a.hwp']);
    put('other/deep/b.hwp');
    expect(await seen()).toEqual(['other/deep/b.hwp']);
    renameSync(at('other'), path.join(place, 'outside'));
    await folder.look();
    expect(names()).toEqual([]);
    writeFileSync(path.join(place, 'outside/deep/c.hwp'), 'x');
    expect(await seen()).toEqual([]);
  });

  it('sees files in folders that were made a moment ago, at any depth', async () => {
    await folder.look();
    const deep = Array.from({ length: 40 }, (_, level) => `f${level}`).join('/');
    put(`${deep}/a.hwp`);
    await folder.look();
    put(`${deep}/b.hwp`);
    await folder.look();
    expect(names()).toEqual([`${deep}/a.hwp`, `${deep}/b.hwp`]);
  });

  it('sees a folder that was removed and made again at once', async () => {
    put('d/a.hwp');
    await folder.look();
    rmSync(at('d'), { recursive: true });
    put('d/b.hwp');
    await folder.look();
    expect(names()).toEqual(['d/b.hwp']);
    put('d/c.hwp');
    await folder.look();
    expect(names()).toEqual(['d/b.hwp', 'd/c.hwp']);
  });

  it('sees that it was itself removed, made again or replaced', async () => {
    put('a.hwp');
    await folder.look();
    rmSync(root, { recursive: true });
    await expect(folder.look()).rejects.toThrow(FolderGone);
    put('b.hwp');
    await folder.look();
    expect(names()).toEqual(['b.hwp']);
    rmSync(root, { recursive: true });
    put('c.hwp');
    await folder.look();
    expect(names()).toEqual(['c.hwp']);
    put('d.hwp');
    await folder.look();
    expect(names()).toEqual(['c.hwp', 'd.hwp']);
    renameSync(root, `${root}-old`);
    put('e.hwp');
    await folder.look();
    expect(names()).toEqual(['e.hwp']);
  });

  it('is none where a link stands in its place', async () => {
    renameSync(root, `${root}-real`);
    symlinkSync(`${root}-real`, root);
    await expect(folder.look()).rejects.toThrow(FolderGone);
  });

  it('has no hidden files, rules, links or special files', async () => {
    put('.hidden.hwp');
    put('.folder/a.hwp');
    put('ACL.json');
    put('sub/acl.JSON');
    put('ok.hwp');
    writeFileSync(path.join(place, 'outside.hwp'), 'x');
    symlinkSync(path.join(place, 'outside.hwp'), at('link.hwp'));
    symlinkSync(place, at('up'));
    symlinkSync(at('nowhere'), at('dangling.hwp'));
    symlinkSync(at('loop'), at('loop'));
    spawnSync(MAKE_PIPE, [at('pipe.hwp')]);
    await folder.look();
    expect(names()).toEqual(['ok.hwp']);
    rmSync(at('ok.hwp'));
    symlinkSync(path.join(place, 'outside.hwp'), at('ok.hwp'));
    await folder.look();
    expect(names()).toEqual([]);
  });

  it('does not go through a folder that became a link', async () => {
    put('d/a.hwp');
    await folder.look();
    mkdirSync(path.join(place, 'outside'));
    writeFileSync(path.join(place, 'outside/b.hwp'), 'x');
    renameSync(at('d'), path.join(place, 'd'));
    symlinkSync(path.join(place, 'outside'), at('d'));
    await folder.look();
    expect(names()).toEqual([]);
  });

  it('notices rules under a name that is not quite theirs', async () => {
    await folder.look();
    expect(folder.hasMisnamedRules).toBe(false);
    put('acl.json');
    await folder.look();
    expect(folder.hasMisnamedRules).toBe(true);
    renameSync(at('acl.json'), at('ACL.json'));
    await folder.look();
    expect(folder.hasMisnamedRules).toBe(false);
    put('sub/ACL.JSON');
    await folder.look();
    expect(folder.hasMisnamedRules).toBe(false);
  });

  it('lists decomposed names composed, and names of Korean Windows as text', async () => {
    put('자모.hwp'.normalize('NFD'));
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xb0, 0xa1, 0xb3, 0xaa]), Buffer.from('.hwp')]), 'x');
    await folder.look();
    expect(names()).toEqual(['가나.hwp', '자모.hwp']);
    expect(readFileSync(folder.diskPath(folder.fileNamed('가나.hwp')?.path ?? ''), 'utf8')).toBe('x');
  });

  it('numbers files whose names look the same, and matches rules on what they look like', async () => {
    const composed = '자모.hwp';
    put(composed.normalize('NFD'), 'NFD');
    await folder.look();
    expect(names()).toEqual([composed]);
    put(composed, 'NFC');
    await folder.look();
    expect(names()).toEqual(['자모 (2).hwp', composed]);
    expect([...folder.files.values()].map((file) => file.plain)).toEqual([composed, composed]);
    const second = folder.fileNamed('자모 (2).hwp');
    const first = folder.fileNamed(composed);
    expect(second?.path).not.toBe(first?.path);
    rmSync(folder.diskPath(first?.path ?? ''));
    const { changed } = await folder.look();
    expect(changed.size).toBe(2);
    expect(names()).toEqual([composed]);
  });

  it('does not take a number that is a file’s own name', async () => {
    put('자모.hwp');
    put('자모.hwp'.normalize('NFD'));
    put('자모 (2).hwp');
    await folder.look();
    expect(names()).toEqual(['자모 (2).hwp', '자모 (3).hwp', '자모.hwp']);
  });

  it('sees a change made through another name of the same file', async () => {
    put('a.hwp', 'one');
    linkSync(at('a.hwp'), path.join(place, 'elsewhere'));
    await folder.look();
    writeFileSync(path.join(place, 'elsewhere'), 'two');
    expect(await seen()).toEqual(['a.hwp']);
    rmSync(path.join(place, 'elsewhere'));
    await folder.look();
    put('a.hwp', 'three');
    expect(await seen()).toEqual(['a.hwp']);
  });

  it('does not mistake a file that is called like a number', async () => {
    await folder.look();
    for (let number = 0; number < 40; number++) put(String(number));
    await folder.look();
    expect(folder.files.size).toBe(40);
    put('7', 'other');
    expect(await seen()).toContain('7');
  });

  it('is complete after more changes than the kernel keeps', async () => {
    put('old.hwp');
    await folder.look();
    // In one go, so that nobody reads the queue meanwhile.
    for (let file = 0; file < 9000; file++) put(`many/${file}.hwp`);
    rmSync(at('old.hwp'));
    await folder.look();
    expect(folder.files.size).toBe(9000);
    put('many/new/a.hwp');
    await folder.look();
    expect(folder.files.size).toBe(9001);
  });
});

describe('a folder that follows change events', () => {
  beforeEach(async () => {
    place = mkdtempSync(path.join(tmpdir(), 'folder-'));
    root = path.join(place, 'tenant');
    mkdirSync(root);
    events = await ChangeEvents.open();
    folder = new TenantFolder(root, events);
  });
  afterEach(() => {
    folder.close();
    events?.close();
    rmSync(place, { recursive: true, force: true });
  });

  it('watches each folder once, and none that is gone', async () => {
    put('a/b/c/x.hwp');
    put('d/x.hwp');
    await folder.look();
    const tick = () => new Promise((resolve) => setTimeout(resolve, 20));
    await tick();
    // Root, a, b, c, d, and the bell.
    expect(events?.size).toBe(6);
    rmSync(at('a'), { recursive: true });
    await folder.look();
    await tick();
    expect(events?.size).toBe(3);
    folder.close();
    await tick();
    expect(events?.size).toBe(1);
  });

  it('finds nothing in an audit where everything was reported', async () => {
    put('a.hwp');
    await folder.look();
    put('b.hwp');
    put('c/d.hwp');
    expect(await folder.audit()).toBe(0);
    expect(folder.follows).toBe(true);
    expect(await seen()).toEqual(['b.hwp', 'c/d.hwp']);
  });

  it('stops relying on reports when an audit finds that one is missing', async () => {
    put('a.hwp', 'one');
    await folder.look();
    // A name made after the look, through which nobody sees the change.
    linkSync(at('a.hwp'), path.join(place, 'elsewhere'));
    writeFileSync(path.join(place, 'elsewhere'), 'two');
    rmSync(path.join(place, 'elsewhere'));
    expect(await seen()).toEqual([]);
    expect(await folder.audit()).toBe(1);
    expect(folder.follows).toBe(false);
    expect(await seen()).toEqual(['a.hwp']);
  });

  it('scans where the kernel has no watch left', async () => {
    const full = {
      onLost: () => () => {},
      arrived: async () => true,
      watch: () => {
        throw Object.assign(new Error(), { code: 'ENOSPC' });
      },
    };
    const poor = new TenantFolder(root, full as unknown as ChangeEvents);
    put('a.hwp');
    await poor.look();
    put('b/c.hwp');
    await poor.look();
    expect(poor.files.size).toBe(2);
    expect(poor.follows).toBe(false);
  });

  it('scans where reports do not arrive', async () => {
    const deaf = { onLost: () => () => {}, arrived: async () => false, watch: () => ({ close() {} }) };
    const poor = new TenantFolder(root, deaf as unknown as ChangeEvents);
    await poor.look();
    put('a.hwp');
    await poor.look();
    expect(poor.files.size).toBe(1);
    expect(poor.counts.scans).toBe(2);
  });
});
