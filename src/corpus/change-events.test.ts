import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChangeEvents } from './change-events.ts';

let place: string;
let folder: string;
let events: ChangeEvents;
let heard: string[];
const temporary = () => path.join(place, 'tmp');
const put = (name: string, text = 'x') => writeFileSync(path.join(folder, name), text);

beforeEach(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'events-'));
  folder = path.join(place, 'folder');
  mkdirSync(folder);
  mkdirSync(temporary());
  events = (await ChangeEvents.open({ temporary: temporary() })) as ChangeEvents;
  heard = [];
});
afterEach(() => {
  events.close();
  rmSync(place, { recursive: true, force: true });
});
const listen = () => events.watch(folder, (name) => heard.push(name));

describe('change events', () => {
  it('have all arrived when that is said', async () => {
    listen();
    for (let round = 0; round < 300; round++) {
      put(`${round}.txt`);
      expect(await events.arrived()).toBe(true);
      expect(heard).toContain(`${round}.txt`);
    }
  });

  it('have arrived for everybody who asks at once, and one bell does for many', async () => {
    listen();
    const asked: Promise<void>[] = [];
    for (let round = 0; round < 200; round++) {
      put(`${round}.txt`);
      asked.push(
        events.arrived().then((whole) => {
          expect(whole).toBe(true);
          expect(heard).toContain(`${round}.txt`);
        }),
      );
    }
    await Promise.all(asked);
    expect(events.counts.bells).toBeLessThan(10);
  });

  it('tell of a rename, a removal and a name that is no UTF-8', async () => {
    put('a');
    listen();
    renameSync(path.join(folder, 'a'), path.join(folder, 'b'));
    rmSync(path.join(folder, 'b'));
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xb0, 0xa1])]), '');
    await events.arrived();
    expect(new Set(heard)).toEqual(new Set(['a', 'b', '\u00b0\u00a1']));
  });

  it('are silent after a watch was closed', async () => {
    const watch = listen();
    watch.close();
    watch.close();
    put('a');
    await events.arrived();
    expect(heard).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(events.size).toBe(1);
  });

  it('are said to be lost when more came than the kernel keeps', async () => {
    let lost = 0;
    events.onLost(() => lost++);
    listen();
    // All in one go: nobody reads the queue meanwhile.
    for (let round = 0; round < 9000; round++) put(`${round}`);
    const whole = await events.arrived();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(whole && lost === 0).toBe(false);
    expect(lost).toBeGreaterThan(0);
    expect(await events.arrived()).toBe(true);
  });

  it('are said to be lost in good time where the queue is short', async () => {
    const short = (await ChangeEvents.open({ temporary: temporary(), queue: 10 })) as ChangeEvents;
    let lost = 0;
    short.onLost(() => lost++);
    short.watch(folder, () => {});
    put('a');
    put('b');
    put('c');
    expect(await short.arrived()).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(lost).toBe(1);
    short.close();
  });

  it('go on when somebody removes the bell', async () => {
    listen();
    for (const name of readdirSync(temporary())) rmSync(path.join(temporary(), name), { recursive: true });
    put('a');
    expect(await events.arrived()).toBe(true);
    expect(heard).toContain('a');
  });

  it('cannot be told to have arrived where no bell can be hung', async () => {
    rmSync(temporary(), { recursive: true });
    expect(await events.arrived()).toBe(false);
    expect(await ChangeEvents.open({ temporary: path.join(place, 'nowhere') })).toBe(null);
  });

  it('leave nothing behind', async () => {
    await events.arrived();
    events.close();
    expect(readdirSync(temporary())).toEqual([]);
    expect(await events.arrived()).toBe(false);
  });

  it('are heard although the loop was held up for longer than a bell is waited for', async () => {
    listen();
    const asked = events.arrived();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2300);
    expect(await asked).toBe(true);
  });
});
