import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unreadableAccess } from '../../src/model/access.ts';
import { type Document, DocumentSchema } from '../../src/model/document.ts';
import { type DeskOptions, ReadingDesk, type ReadRequest } from '../../src/parsing/reading-desk.ts';
import { type Build, build } from '../support/build.ts';
import { sampleBundle, sampleDocument } from '../support/parsed-sample.ts';
import { eventually, processesWith } from './process-table.ts';

const READER = fileURLToPath(new URL('./children/reader.mjs', import.meta.url));

let built: Build;
let directory: string;
let desk: ReadingDesk;

beforeAll(() => {
  built = build('shared/parsed-file.ts', 'shared/chunk-file.ts');
});
afterAll(() => built?.remove());

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'geungeo-desk-'));
  mkdirSync(path.join(directory, 'tmp'));
});
afterEach(async () => {
  const spooled = files().filter((file) => !file.startsWith('cache/parsed/') && !file.startsWith('journal'));
  await desk.close();
  expect(processesWith(directory)).toEqual([]);
  expect(readdirSync(path.join(directory, 'tmp')).flatMap((name) => readdirSync(path.join(directory, 'tmp', name)))).toEqual([]);
  rmSync(directory, { recursive: true, force: true });
  // What waits for nobody has been removed before the end already.
  expect(spooled).toEqual([]);
});

const cache = () => path.join(directory, 'cache');

async function open(options: Partial<DeskOptions> = {}): Promise<void> {
  const env = { SOURCES: built.directory, JOURNAL: path.join(directory, 'journal') };
  desk = await ReadingDesk.open({
    cache: cache(),
    temporary: path.join(directory, 'tmp'),
    ...options,
    pool: { script: READER, size: 2, env, deadline: 20_000, silence: 20_000, ...options.pool },
  });
}

/** What the children were asked to do. */
function journal(): string[] {
  const file = path.join(directory, 'journal');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

function files(): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)));
}

/** An upload that orders the given document; its own digest stands in the document, as a reader would put it there. */
async function upload(order: {
  name: string;
  document?: Document;
  [key: string]: unknown;
}): Promise<ReadRequest & { remove(): Promise<void> }> {
  const receive = () => desk.spool.receive(Readable.from([Buffer.from(JSON.stringify(order))]), { limit: 1e9 });
  // A digest cannot stand in what it is the digest of: the child is told where to find the rest.
  const spooled = await receive();
  if (order.document) {
    order.document.doc_id = `sha256:${spooled.sha256}`;
    order.document.source.sha256 = spooled.sha256;
    writeFileSync(spooled.file, JSON.stringify(order));
  }
  return spooled;
}

async function parsed(request: ReadRequest, filename = '공고.docx'): Promise<Document> {
  const document = await desk.parse(request);
  const stream = document.stream({ filename });
  document.close();
  return JSON.parse(await text(stream));
}

const good = (name: string) => ({ name, document: sampleDocument(name, { format: 'docx' }) });

describe('a document at the desk', () => {
  it('is read once and comes from the cache from then on, under whatever name', async () => {
    await open();
    const request = await upload(good('하나'));
    const first = await parsed(request, '하나.docx');
    const second = await parsed(request, '둘.hwp');
    await request.remove();
    expect(journal()).toEqual(['parse 하나']);
    expect(DocumentSchema.parse(first)).toEqual(first);
    expect([first.source.filename, second.source.filename]).toEqual(['하나.docx', '둘.hwp']);
    expect(second.warnings.map((warning) => warning.code)).toEqual(['PAGES_UNKNOWN', 'EXTENSION_MISMATCH']);
    expect(desk.counts).toEqual({ hits: 1, misses: 1 });
  });

  it('is read again when its cache entry was damaged, with the same answer', async () => {
    await open();
    const request = await upload(good('하나'));
    const first = await parsed(request);
    const entry = path.join(directory, files().find((file) => file.startsWith('cache/parsed/')) as string);
    const bytes = readFileSync(entry);
    bytes[100] = (bytes[100] as number) ^ 1;
    writeFileSync(entry, bytes);
    expect(await parsed(request)).toEqual(first);
    expect([desk.damaged, journal()]).toEqual([1, ['parse 하나', 'parse 하나']]);
    await request.remove();
  });

  it('leaves nothing on the disk without a cache', async () => {
    await open({ cache: null });
    const request = await upload(good('하나'));
    expect((await parsed(request)).blocks[0]?.text).toBe('하나');
    await parsed(request);
    expect(journal()).toHaveLength(2);
    await request.remove();
    expect(existsSync(cache())).toBe(false);
    expect(await eventually(() => files().every((file) => file === 'journal'))).toBe(true);
  });

  it('that is not to be stored leaves the cache alone, and is not looked up there', async () => {
    await open();
    const request = await upload(good('하나'));
    await parsed({ ...request, store: false });
    expect(await eventually(() => !files().some((file) => file.startsWith('cache/parsed/')))).toBe(true);
    await parsed(request);
    await parsed({ ...request, store: false });
    expect(journal()).toHaveLength(3);
    await request.remove();
    await eventually(() => !files().some((file) => file.startsWith('cache/spool/')));
  });

  it('is read although the cache directory cannot be used', async () => {
    writeFileSync(path.join(directory, 'file'), '');
    await open({ cache: path.join(directory, 'file', 'cache') });
    const request = await upload(good('하나'));
    expect((await parsed(request)).access.readable).toBe(true);
    await request.remove();
    rmSync(path.join(directory, 'file'));
    await eventually(() => files().every((file) => file === 'journal'));
  });

  it('is read in another place when the disk is full, and else the caller is told', async () => {
    await open();
    const request = await upload({ ...good('하나'), full: path.join(cache(), 'spool') });
    expect((await parsed(request)).access.readable).toBe(true);
    expect(journal()).toHaveLength(2);
    await request.remove();
    const hopeless = await upload({ ...good('둘'), full: directory });
    await expect(desk.parse(hopeless)).rejects.toMatchObject({ name: 'StorageFailed', code: 'STORAGE_FULL' });
    await hopeless.remove();
    await eventually(() => !files().some((file) => file.startsWith('tmp/')));
  });
});

describe('a reading that dies', () => {
  it.each([
    ['loop', 'TIMEOUT'],
    ['exit', 'PARSER_FAILED'],
    ['die while writing', 'PARSER_FAILED'],
    ['write nothing', 'PARSER_FAILED'],
    ['write nonsense', 'PARSER_FAILED'],
  ])('by "%s" is a document that says so, and is never cached', async (behaviour, reason) => {
    // Long enough for a child to start on a machine with other work to do.
    await open({ pool: { deadline: 6000 } });
    const request = await upload({ name: behaviour, do: behaviour });
    for (let time = 0; time < 2; time++) {
      const document = await parsed(request, '공고.docx');
      expect(DocumentSchema.parse(document)).toEqual(document);
      expect(document).toMatchObject({
        doc_id: `sha256:${request.sha256}`,
        source: { filename: '공고.docx', bytes: request.bytes, pages: 0 },
        access: unreadableAccess(reason as 'TIMEOUT'),
        blocks: [],
      });
      if (!behaviour.startsWith('write')) expect(document.source.format).toBe('docx');
    }
    expect(journal()).toHaveLength(2);
    await request.remove();
  });
});

describe('the same bytes asked for at the same time', () => {
  it('are read once, and each caller counts', async () => {
    await open();
    const [one, two] = [await upload({ ...good('하나'), ms: 300 }), await upload({ ...good('하나'), ms: 300 })];
    expect(one.sha256).toBe(two.sha256);
    const both = [parsed(one, '가.docx'), parsed(two, '나.docx')];
    expect(desk.running).toBe(2);
    expect((await Promise.all(both)).map((document) => document.source.filename)).toEqual(['가.docx', '나.docx']);
    expect(desk.running).toBe(0);
    expect(journal()).toEqual(['parse 하나']);
    await Promise.all([one.remove(), two.remove()]);
  });

  it('are still read when the caller whose copy it was has gone', async () => {
    await open({ pool: { size: 1 } });
    const busy = await upload({ ...good('먼저'), ms: 400 });
    const [one, two] = [await upload({ ...good('하나'), ms: 1 }), await upload({ ...good('하나'), ms: 1 })];
    const controller = new AbortController();
    const before = parsed(busy);
    const left = desk.parse({ ...one, signal: controller.signal });
    const stays = parsed(two);
    // The first caller goes while its job still waits for a child, and takes its file along.
    await eventually(() => desk.pool.waiting === 1);
    controller.abort();
    await expect(left).rejects.toBe(controller.signal.reason);
    await one.remove();
    expect((await stays).blocks[0]?.text).toBe('하나');
    await before;
    await Promise.all([busy.remove(), two.remove()]);
  });

  it('are given up when nobody waits for them any more', async () => {
    await open();
    const request = await upload({ name: 'loop', do: 'loop' });
    const controller = new AbortController();
    const reading = desk.parse({ ...request, signal: controller.signal });
    await eventually(() => journal().length === 1);
    controller.abort();
    await expect(reading).rejects.toBe(controller.signal.reason);
    expect(await eventually(() => desk.pool.running === 0, 2000)).toBe(true);
    await request.remove();
    await eventually(() => !files().some((file) => file.startsWith('cache/spool/')));
  });
});

describe('a document with its chunks', () => {
  async function chunked(request: ReadRequest, budget = 1000) {
    const result = await desk.chunk({ ...request, budget });
    const stream = result.stream({ filename: '공고.docx' });
    result.close();
    return JSON.parse(await text(stream));
  }
  const settled = () => eventually(() => !files().some((file) => /^(cache\/spool|tmp)\//.test(file)));

  it.each([true, false])('is one JSON object (with a cache: %s)', async (cached) => {
    await open(cached ? {} : { cache: null });
    const request = await upload(good('하나\n둘'));
    const { document, chunks } = await chunked(request);
    expect(DocumentSchema.parse(document)).toEqual(document);
    expect(chunks.map((chunk: { text: string }) => chunk.text)).toEqual(['하나', '둘', expect.stringContaining('칸')]);
    expect((await chunked(request, 1)).chunks[0].text).toBe('하');
    await request.remove();
    expect(await settled()).toBe(true);
  });

  it('can be taken chunk by chunk', async () => {
    await open();
    const request = await upload(good('하나\n둘'));
    const result = await desk.chunk({ ...request, budget: 1000 });
    const ids: string[] = [];
    for await (const chunk of result.chunks()) ids.push(chunk.id);
    result.close();
    expect(ids).toEqual(['c1', 'c2', 'c3']);
    await request.remove();
    expect(await settled()).toBe(true);
  });

  it('needs no child when nothing in it could be read', async () => {
    await open();
    const request = await upload({ name: '빈', document: { ...sampleDocument(''), access: unreadableAccess('EMPTY') } });
    expect(await chunked(request)).toMatchObject({ document: { access: { reason: 'EMPTY' } }, chunks: [] });
    expect(journal()).toEqual(['parse 빈']);
    await request.remove();
  });

  it('needs one when the bundle is unreadable and a member is not', async () => {
    await open();
    const request = await upload({ name: '묶음', document: { ...sampleBundle('묶음'), access: unreadableAccess('CORRUPTED') } });
    await chunked(request);
    expect(journal()).toEqual(['parse 묶음', 'chunk 묶음']);
    await request.remove();
    expect(await settled()).toBe(true);
  });

  it('that cannot be cut in time says so', async () => {
    // Long enough for a child to start on a machine with other work to do.
    await open({ pool: { deadline: 6000 } });
    const request = await upload(good('chunking loops'));
    const { document, chunks } = await chunked(request);
    expect(document.access).toEqual(unreadableAccess('TIMEOUT'));
    expect(chunks).toEqual([]);
    await request.remove();
    expect(await settled()).toBe(true);
  });

  it('is whole although its cache entry was purged after it was opened', async () => {
    await open({ pool: { size: 1 } });
    const request = await upload(good('하나'));
    await parsed(request);
    const busy = await upload({ ...good('먼저'), ms: 300 });
    const before = parsed(busy);
    const asked = chunked(request);
    await eventually(() => desk.pool.waiting === 1);
    rmSync(path.join(cache(), 'parsed'), { recursive: true });
    expect((await asked).chunks).toHaveLength(2);
    await before;
    await Promise.all([request.remove(), busy.remove()]);
    expect(await settled()).toBe(true);
  });

  it('leaves nothing when the client hangs up half way', async () => {
    await open({ cache: null });
    const request = await upload(good('줄\n'.repeat(15_000)));
    for (let time = 0; time < 5; time++) {
      const result = await desk.chunk({ ...request, budget: 1000 });
      const stream = result.stream({ filename: 'a.docx' });
      result.close();
      if (time > 0) await new Promise((resolve) => stream.once('data', resolve));
      stream.destroy();
    }
    await request.remove();
    expect(await settled()).toBe(true);
    const held = readdirSync('/proc/self/fd').map((fd) => attemptLink(`/proc/self/fd/${fd}`));
    expect(held.filter((name) => name.includes(directory))).toEqual([]);
  });
});

function attemptLink(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}
