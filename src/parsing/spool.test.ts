import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
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
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Spool, type SpoolOptions, StorageFailed, storageCode, TooLarge } from './spool.ts';
import { isAlive, ownName } from './spool-owner.ts';

let directory: string;
let root: string;
let spool: Spool;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'geungeo-spool-'));
  root = path.join(directory, 'spool');
});
afterEach(async () => {
  await spool?.close();
  rmSync(directory, { recursive: true, force: true });
});

async function open(options: Partial<SpoolOptions> = {}): Promise<void> {
  spool = await Spool.open({ roots: [root], ...options });
}

/** Every file below the directory. */
function files(below: string): string[] {
  return readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

const MB = Buffer.alloc(1024 * 1024, 'x');
const full = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));

describe('receiving a file', () => {
  it('keeps its bytes, their number and their digest, privately, until it is removed', async () => {
    await open();
    const received = await spool.receive(Readable.from([Buffer.from('근'), Buffer.from('거')]), { limit: 6 });
    expect(readFileSync(received.file, 'utf8')).toBe('근거');
    expect(received).toMatchObject({ bytes: 6, sha256: createHash('sha256').update('근거').digest('hex') });
    expect(statSync(received.file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(received.file)).mode & 0o777).toBe(0o700);
    expect(statSync(root).mode & 0o777).toBe(0o700);
    expect(spool.owns(received.file)).toBe(true);
    await received.remove();
    expect(files(root)).toEqual([]);
  });

  it('of no bytes is a file of no bytes', async () => {
    await open();
    expect(await spool.receive(Readable.from([]), { limit: 1 })).toMatchObject({ bytes: 0 });
  });

  it('that is too large stops there, leaves nothing, and leaves the stream to be drained', async () => {
    await open();
    let taken = 0;
    const stream = new Readable({
      highWaterMark: 1024 * 1024,
      read() {
        taken++;
        this.push(MB);
      },
    });
    await expect(spool.receive(stream, { limit: 3 * MB.length + 5 })).rejects.toEqual(new TooLarge(3 * MB.length + 5));
    expect(taken).toBeLessThan(10);
    expect(stream.destroyed).toBe(false);
    expect(files(root)).toEqual([]);
    stream.destroy();
  });

  it('takes no more from the sender than it has written', async () => {
    let ahead = 0;
    let most = 0;
    await open({
      write: async () => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        ahead--;
      },
    });
    async function* pieces() {
      for (let n = 0; n < 20; n++) {
        most = Math.max(most, ++ahead);
        yield MB;
      }
    }
    await spool.receive(pieces(), { limit: 100 * MB.length });
    expect(most).toBe(1);
  });

  it('that breaks off leaves nothing', async () => {
    await open();
    async function* broken() {
      yield MB;
      throw new Error('aborted');
    }
    await expect(spool.receive(broken(), { limit: 10 * MB.length })).rejects.toThrow('aborted');
    expect(files(root)).toEqual([]);
  });
});

describe('a place that cannot be written', () => {
  it('is passed over for the next', async () => {
    writeFileSync(path.join(directory, 'file'), '');
    const second = path.join(directory, 'second');
    await open({ roots: [path.join(directory, 'file', 'spool'), second] });
    const received = await spool.receive(Readable.from([MB]), { limit: MB.length });
    expect(received.file.startsWith(second)).toBe(true);
    expect((await spool.directory()).path.startsWith(second)).toBe(true);
  });

  it('that gets full half way is left for the next with all that came', async () => {
    let writes = 0;
    await open({
      roots: [root, path.join(directory, 'second')],
      write: async (handle, bytes, position) => {
        // Half of the third piece still fits.
        const fits = ++writes === 3 ? bytes.subarray(0, bytes.length / 2) : bytes;
        await handle.write(fits, 0, fits.length, position);
        if (writes === 3) await full();
      },
    });
    const pieces = ['a', 'b', 'c', 'd'].map((letter) => Buffer.alloc(100_000, letter));
    const received = await spool.receive(Readable.from(pieces), { limit: 1e6 });
    expect(readFileSync(received.file).equals(Buffer.concat(pieces))).toBe(true);
    expect(received.sha256).toBe(createHash('sha256').update(Buffer.concat(pieces)).digest('hex'));
    expect(files(directory)).toEqual([received.file]);
  });

  it('is told when there is no other', async () => {
    await open({ write: full });
    const receiving = spool.receive(Readable.from([MB]), { limit: MB.length });
    await expect(receiving).rejects.toMatchObject({ name: 'StorageFailed', code: 'STORAGE_FULL' });
    expect(files(root)).toEqual([]);
    expect(new StorageFailed('EROFS').code).toBe('STORAGE_READ_ONLY');
    expect([storageCode('failed: Error ENOSPC at write'), storageCode(new Error('x')), storageCode('exit 1')]).toEqual([
      'ENOSPC',
      null,
      null,
    ]);
  });

  it('is made again when somebody removed it', async () => {
    await open();
    await spool.directory();
    rmSync(root, { recursive: true });
    expect(existsSync((await spool.directory()).path)).toBe(true);
    expect(await spool.receive(Readable.from([MB]), { limit: MB.length })).toMatchObject({ bytes: MB.length });
  });

  it('is not trusted when it is a link that somebody put there', async () => {
    mkdirSync(path.join(directory, 'trap'));
    symlinkSync(path.join(directory, 'trap'), root);
    await open();
    await spool.receive(Readable.from([MB]), { limit: MB.length });
    expect(readdirSync(path.join(directory, 'trap'))).toEqual([]);
  });
});

describe('what an earlier process left', () => {
  it('is removed at the start, but not what a living process uses', async () => {
    const dead = spawn(process.execPath, ['-e', '0']);
    await new Promise((resolve) => dead.once('exit', resolve));
    const [machine, , start] = ownName().split('.');
    const names = {
      dead: `${machine}.${dead.pid}.${start}`,
      // The number was given to another process since: ours, which began at another time.
      reused: `${machine}.${process.pid}.1`,
      living: `${machine}.${process.ppid}.0`,
      elsewhere: `${'0'.repeat(12)}.${dead.pid}.${start}`,
      foreign: 'somebody else',
    };
    for (const name of Object.values(names)) {
      mkdirSync(path.join(root, name, 'a'), { recursive: true });
      writeFileSync(path.join(root, name, 'a', 'file-1'), 'left');
    }
    await open();
    expect(readdirSync(root).sort()).toEqual([names.living, names.elsewhere, names.foreign].sort());
    expect([isAlive(names.dead), isAlive(names.living), isAlive(names.elsewhere)]).toEqual([false, true, null]);
  });

  it('by a machine that cannot be asked is removed when it has been silent for long, not when it goes on', async () => {
    const [silent, going] = [`${'0'.repeat(12)}.7.1`, `${'1'.repeat(12)}.7.1`];
    for (const name of [silent, going]) mkdirSync(path.join(root, name), { recursive: true });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    try {
      await open();
      await spool.directory();
      for (let minute = 0; minute < 10; minute++) {
        utimesSync(path.join(root, going), minute, minute);
        vi.advanceTimersByTime(20_000);
        await new Promise((resolve) => setTimeout(resolve, 50));
        if (minute === 3) expect(existsSync(path.join(root, silent))).toBe(true);
      }
      expect([existsSync(path.join(root, silent)), existsSync(path.join(root, going))]).toEqual([false, true]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is nothing when the spool was closed', async () => {
    await open();
    await spool.receive(Readable.from([MB]), { limit: MB.length });
    const other = await Spool.open({ roots: [root] });
    const kept = await other.receive(Readable.from([MB]), { limit: MB.length });
    await spool.close();
    expect(files(root)).toEqual([kept.file]);
    await other.close();
    expect(readdirSync(root)).toEqual([]);
  });
});
