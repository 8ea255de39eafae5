import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AccessRules } from '../../src/corpus/access-rules.ts';
import { ReadingSlots } from '../../src/corpus/reading-slots.ts';
import { TenantFolder } from '../../src/corpus/tenant-folder.ts';
import { TenantReading } from '../../src/corpus/tenant-reading.ts';
import { TenantRecords } from '../../src/corpus/tenant-records.ts';
import { FakeIndex, FakeReader, type FakeSnapshot } from './fakes.ts';

const MINUTE = 60_000;
let root: string;
let reader: FakeReader;
let index: FakeIndex;
let records: TenantRecords;
let reading: TenantReading<FakeSnapshot>;
let folder: TenantFolder;

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'retries-'));
  reader = new FakeReader();
  index = new FakeIndex();
  folder = new TenantFolder(root, null);
  records = new TenantRecords(folder.files);
  reading = new TenantReading({
    folder,
    records,
    reader,
    slots: { foreground: new ReadingSlots(2), background: new ReadingSlots(1) },
    isReadElsewhere: async () => false,
    rules: async () => AccessRules.PUBLIC,
    write: (work) => work(index),
  });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const learn = async () => records.learn((await index.view()).documents);
const settle = () => expect.poll(() => reading.queue.empty).toBe(true);

describe('a document that could not be read for a reason that may pass', () => {
  it('is read again after a minute, then ever more seldom, and no more once it was read', async () => {
    writeFileSync(path.join(root, 'slow'), '!TIMEOUT');
    writeFileSync(path.join(root, 'broken'), '!CORRUPTED');
    await folder.look();
    for (const file of ['slow', 'broken']) reading.queue.add(file);
    await reading.queue.settled();
    await learn();
    const times: number[] = [];
    for (let minute = 0; minute <= 120; minute++) {
      const before = reader.reads.length;
      reading.retryPassing(minute * MINUTE);
      await settle();
      await learn();
      if (reader.reads.length > before) times.push(minute);
    }
    expect(times).toEqual([1, 5, 21, 85]);
    expect(reader.reads.filter((name) => name === 'broken')).toHaveLength(1);
    expect(reading.queue.progress.total).toBe(0);
  });

  it('is found as soon as one of the tries succeeds', async () => {
    let tries = 0;
    const read = reader.read.bind(reader);
    reader.read = async (file, signal) => {
      const given = await read(file, signal);
      if (tries++ > 0) return given;
      const died = { ...file, sha256: 'f'.repeat(64) };
      given.close();
      const { documents } = await read(died, signal);
      return { count: 1, close() {}, documents };
    };
    writeFileSync(path.join(root, 'a'), 'text');
    await folder.look();
    reading.queue.add('a');
    await reading.queue.settled();
    await learn();
    expect([...records.passing]).toEqual(['a']);
    reading.retryPassing(0);
    reading.retryPassing(2 * MINUTE);
    await settle();
    await learn();
    expect([...records.passing]).toEqual([]);
    expect((await index.view()).texts.get('a')).toEqual(['text']);
  });
});
