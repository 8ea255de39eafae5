import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../support/problem.ts';
import { descendants, filesBelow, openFiles, until } from '../support/processes.ts';
import { fileHead, piece, RawConnection } from '../support/raw-connection.ts';
import { TestServer } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';

const KB = 1024;
const MB = 1024 * KB;
const spooled = (server: TestServer) => filesBelow(path.join(server.cache, 'spool'));

describe('SERVICE_MAX_UPLOAD', () => {
  const LIMIT = 300_000;
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start({ env: { SERVICE_MAX_UPLOAD: String(LIMIT) } });
  });
  afterAll(() => server.stop());

  const doors: [string, (bytes: Buffer) => ReturnType<TestServer['send']>][] = [
    ['raw', (bytes) => server.file('/parse', 'a.pdf', bytes)],
    ['raw without a length', (bytes) => server.file('/chunk', 'a.pdf', bytes, { chunked: true })],
    ['base64', (bytes) => server.json('/parse', { filename: 'a.pdf', data_base64: bytes.toString('base64') })],
    [
      'base64 without a length',
      (bytes) => server.json('/chunk', { data_base64: bytes.toString('base64'), filename: 'a.pdf' }, { chunked: true }),
    ],
  ];

  it.each(doors)('%s: exactly the limit is taken, one byte more is not', async (_door, send) => {
    expect((await send(Buffer.alloc(LIMIT, 1))).status).toBe(200);
    expectProblem(await send(Buffer.alloc(LIMIT + 1, 1)), 'TOO_LARGE');
    expectProblem(await send(Buffer.alloc(LIMIT * 10, 1)), 'TOO_LARGE');
    await until('the spool is empty', () => spooled(server).length === 0);
  });

  it('is told at once, whatever length is announced, and the connection is closed', async () => {
    const connection = await RawConnection.open(server.port);
    await connection.write(fileHead('/parse', { 'content-length': String(5_000 * MB) }));
    await until('an answer', () => connection.status !== null, 1000);
    expect(connection.status).toBe(413);
    expect(connection.received.toLowerCase()).toContain('connection: close');
    await connection.closed;
  });

  it('is seen by a client that sends on without looking, with and without a length', async () => {
    for (const chunked of [false, true]) {
      const connection = await RawConnection.open(server.port);
      const bytes = Buffer.alloc(64 * KB);
      const length = chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(8 * MB) };
      connection.socket.pause();
      await connection.write(fileHead('/parse', length));
      for (let sent = 0; sent < 8 * MB; sent += bytes.length)
        expect(await connection.write(chunked ? piece(bytes) : bytes)).toBe(true);
      connection.socket.resume();
      await connection.closed;
      expect(connection.status).toBe(413);
      expect(connection.received).toContain('"reason":"TOO_LARGE"');
    }
  });

  it('does not keep the server reading what never ends', async () => {
    const connection = await RawConnection.open(server.port);
    await connection.write(fileHead('/parse', { 'transfer-encoding': 'chunked' }));
    const bytes = piece(Buffer.alloc(64 * KB));
    let sent = 0;
    while (sent < 200 * MB && (await connection.write(bytes))) sent += bytes.length;
    expect(sent).toBeLessThan(60 * MB);
    expect(connection.status).toBe(413);
  });

  it('holds for a body of nothing but line breaks', async () => {
    const connection = await RawConnection.open(server.port);
    await connection.write(fileHead('/parse', { 'transfer-encoding': 'chunked', 'content-type': 'application/json' }));
    await connection.write(piece(Buffer.from('{"filename":"a.pdf","data_base64":"')));
    const breaks = piece(Buffer.alloc(64 * KB, '\n'));
    for (let sent = 0; sent < 4 * MB && connection.status === null; sent += breaks.length) await connection.write(breaks);
    await connection.closed;
    expect(connection.status).toBe(413);
  });
});

describe('SERVICE_REQUEST_TIMEOUT', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start({ env: { SERVICE_REQUEST_TIMEOUT: '1', SERVICE_PARSE_CHILDREN: '1' } });
  });
  afterAll(() => server.stop());

  it.each([
    ['headers', 'POST /parse HTTP/1.1\r\nhost: localhost\r\n'],
    ['a body', `${fileHead('/parse', { 'content-length': '1000' })}some bytes`],
    ['a body without a length', `${fileHead('/parse', { 'transfer-encoding': 'chunked' })}5\r\nbytes\r\n`],
    ['base64', `${fileHead('/parse', { 'content-length': '1000', 'content-type': 'application/json' })}{"data_base64":"QUJD`],
  ])('ends %s that come too slowly with 408', async (_what, beginning) => {
    const connection = await RawConnection.open(server.port);
    const began = performance.now();
    await connection.write(beginning);
    await connection.closed;
    expect(connection.status).toBe(408);
    expect(connection.received).toContain('application/problem+json');
    expect(connection.received).toContain('"reason":"REQUEST_TIMEOUT"');
    expect(performance.now() - began).toBeLessThan(3500);
    await until('the spool is empty', () => spooled(server).length === 0);
    expect((await server.send('GET', '/health')).body.limits.parsing_now).toBe(0);
  });

  it('does not end a reading that takes long', async () => {
    expect((await server.file('/parse', 'warm.xlsx', sheetWith('준비'))).status).toBe(200);
    const child = descendants(server.pid);
    for (const pid of child) process.kill(pid, 'SIGSTOP');
    const answer = server.file('/parse', 'a.xlsx', sheetWith('느린 문서'));
    await new Promise((resolve) => setTimeout(resolve, 2500));
    for (const pid of child) process.kill(pid, 'SIGCONT');
    expect((await answer).status).toBe(200);
  });
});

describe('SERVICE_MAX_PARALLEL', () => {
  const file = sheetWith('기다리는 문서');
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start({ env: { SERVICE_MAX_PARALLEL: '1', SERVICE_PARSE_CHILDREN: '1' } });
    // A child that is being started must not be stopped: it would take the server with it.
    expect((await server.file('/parse', 'warm.xlsx', sheetWith('준비'))).status).toBe(200);
  });
  afterAll(() => server.stop());

  const readingNow = async () => (await server.send('GET', '/health')).body.limits.parsing_now as number;

  it('refuses at once who comes while all places are taken, also who began to send before', async () => {
    const early = await RawConnection.open(server.port);
    await early.write(fileHead('/parse', { 'content-length': String(file.length), connection: 'close' }));
    await early.write(file.subarray(0, 100));
    for (const pid of descendants(server.pid)) process.kill(pid, 'SIGSTOP');
    const first = server.file('/parse', 'a.xlsx', file);
    await until('the first is in reading', async () => (await readingNow()) === 1);
    const began = performance.now();
    for (const refused of [
      await server.file('/parse', 'b.xlsx', file),
      await server.file('/chunk', 'b.xlsx', file),
      await server.json('/parse', { filename: 'b.xlsx', data_base64: file.toString('base64') }),
      await server.file('/parse', 'b.xlsx', Buffer.alloc(20 * MB)),
    ]) {
      expectProblem(refused, 'BUSY');
      expect(refused.headers['retry-after']).toBe('5');
    }
    expect(performance.now() - began).toBeLessThan(2000);
    const unsent = await RawConnection.open(server.port);
    await unsent.write(fileHead('/parse', { 'content-length': String(90 * MB) }));
    await until('an answer before the file is sent', () => unsent.status === 503, 1000);
    unsent.destroy();
    await early.write(file.subarray(100));
    await early.closed;
    expect(early.status).toBe(503);
    for (const pid of descendants(server.pid)) process.kill(pid, 'SIGCONT');
    expect((await first).status).toBe(200);
    expect(await readingNow()).toBe(0);
  });

  it('gives the place back whatever came of the reading', async () => {
    for (let i = 0; i < 3; i++) {
      expect((await server.file('/parse', 'x.pdf', Buffer.alloc(0))).status).toBe(200);
      expect((await server.file('/parse', 'x.xlsx', file.subarray(0, 300))).status).toBe(200);
      expect((await server.json('/parse', { filename: 'x.xlsx', data_base64: '***' })).status).toBe(400);
    }
    expect((await server.file('/chunk', 'y.xlsx', file)).status).toBe(200);
  });

  it('gives the place back when the client has gone away during the reading', async () => {
    for (const pid of descendants(server.pid)) process.kill(pid, 'SIGSTOP');
    const other = sheetWith('떠난 사람의 문서');
    const connection = await RawConnection.open(server.port);
    await connection.write(Buffer.concat([Buffer.from(fileHead('/parse', { 'content-length': String(other.length) })), other]));
    await until('it is in reading', async () => (await readingNow()) === 1);
    connection.destroy();
    await until('the place is free', async () => (await readingNow()) === 0);
    await until('the spool is empty', () => spooled(server).length === 0);
    expect((await server.file('/parse', 'y.xlsx', file)).status).toBe(200);
    expect(server.stderr).not.toContain('request failed');
  });
});

describe('clients that go away', () => {
  it('in the middle of an upload leave nothing behind, a hundred times', async () => {
    const server = await TestServer.start();
    const file = sheetWith('끊긴 문서');
    await server.file('/parse', 'a.xlsx', file);
    const before = openFiles(server.pid);
    const base64 = `{"filename":"a.xlsx","data_base64":"${file.toString('base64')}`;
    for (let i = 0; i < 100; i++) {
      const connection = await RawConnection.open(server.port);
      const json = i % 3 === 0;
      const headers = i % 2 === 0 ? { 'content-length': '10000000' } : { 'transfer-encoding': 'chunked' };
      const body = json ? Buffer.from(base64) : Buffer.alloc(100 * KB + i);
      await connection.write(
        fileHead(i % 5 === 0 ? '/chunk' : '/parse', { ...headers, ...(json ? { 'content-type': 'application/json' } : {}) }),
      );
      await connection.write(i % 2 === 0 ? body : piece(body));
      if (i % 4 === 0) await until('it arrived', () => spooled(server).length > 0);
      connection.destroy();
    }
    await until('the spool is empty', () => spooled(server).length === 0);
    await until('nothing is held open', () => openFiles(server.pid) <= before + 2);
    expect((await server.send('GET', '/health')).body.limits.parsing_now).toBe(0);
    const { err } = await server.stop();
    expect(err).not.toContain('request failed');
    expect(err.match(/"aborted":true/g)?.length).toBe(100);
  });

  it('in the middle of an answer leave nothing open', async () => {
    const server = await TestServer.start();
    const long = sheetWith(...Array.from({ length: 30_000 }, (_, i) => `${i}번째 줄의 글은 길지 않다.`));
    expect((await server.file('/parse', 'a.xlsx', long)).bytes.length).toBeGreaterThan(4 * MB);
    const before = openFiles(server.pid);
    for (let i = 0; i < 20; i++) {
      const connection = await RawConnection.open(server.port);
      await connection.write(fileHead(i % 2 ? '/parse' : '/chunk', { 'content-length': String(long.length) }));
      await connection.write(long);
      await until('an answer', () => connection.received.length > 0);
      connection.destroy();
    }
    await until('nothing is held open', () => openFiles(server.pid) <= before + 2);
    await until('the spool is empty', () => spooled(server).length === 0);
    expect((await server.stop()).code).toBe(0);
  });
});

describe('SERVICE_RATE_LIMIT', () => {
  it('is counted by consumer, exactly, and not for open routes', async () => {
    const server = await TestServer.start({
      env: { SERVICE_RATE_LIMIT: '5', SERVICE_API_KEY: 'admin', SERVICE_API_KEYS: '{"alpha":"one","beta":"two"}' },
    });
    const empty = (key: string) => server.file('/parse', 'a.pdf', Buffer.alloc(0), { headers: { 'x-api-key': key } });
    for (let i = 0; i < 12; i++) expect((await server.send('GET', '/health')).status).toBe(200);
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => empty('one')))).map((answer) => answer.status);
    expect([200, 429].map((status) => statuses.filter((each) => each === status).length)).toEqual([5, 15]);
    const refused = await empty('one');
    expectProblem(refused, 'RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    for (const key of ['two', 'admin']) expect((await empty(key)).status).toBe(200);
    expectProblem(await empty('wrong'), 'KEY_INVALID');
    await server.stop();
  });
});
