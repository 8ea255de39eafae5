import { mkdirSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { descendants, isRunning, until } from '../support/processes.ts';
import { fileHead, RawConnection } from '../support/raw-connection.ts';
import { run, TestServer, temporary } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';

const file = sheetWith('멈추는 서버의 문서');
/** A child that has read once stands still where a signal finds it; one that is being started would take the server with it. */
async function warm(server: TestServer): Promise<void> {
  expect((await server.file('/parse', 'warm.xlsx', sheetWith('준비'))).status).toBe(200);
}

const serveIn = (corpus: string, ...more: string[]) => ['serve', '--corpus', corpus, '--no-cache', '--port', '0', ...more];

describe('the start', () => {
  it('says on stdout where it listens and nothing else; the log is JSON lines', async () => {
    const server = await TestServer.start({ env: { SERVICE_NO_SUCH_THING: '1' } });
    await server.send('GET', '/health');
    expect(server.stdout).toBe(`listening on http://127.0.0.1:${server.port}\n`);
    expect(server.log).toContainEqual(expect.objectContaining({ level: 'warn', variable: 'SERVICE_NO_SUCH_THING' }));
    await server.stop();
  });

  it.each([
    ['SERVICE_PORT', 'ninety'],
    ['SERVICE_RATE_LIMIT', '-1'],
    ['SERVICE_MAX_UPLOAD', '10MB'],
    ['SERVICE_VECTORS', 'perhaps'],
    ['SERVICE_LLM_BASE_URL', 'not a url'],
    ['SERVICE_LOG_LEVEL', 'loud'],
  ])('%s=%s ends it with exit code 2, and the message says which', async (name, value) => {
    const flags =
      name === 'SERVICE_PORT' ? ['serve', '--corpus', temporary('corpus'), '--no-cache'] : serveIn(temporary('corpus'));
    const { code, out, err } = await run(flags, { [name]: value });
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(name);
    expect(err).toContain('expected');
    expect(err).not.toContain('    at ');
  });

  it.each([
    [['--no-such-flag'], '--no-such-flag'],
    [['--port'], '--port'],
    [['more'], 'more'],
    [['--cache', '/tmp/x'], '--no-cache'],
    [['--host', '0.0.0.0'], 'SERVICE_API_KEY'],
    [['--host', '::'], 'SERVICE_API_KEY'],
  ])('%j ends it with exit code 2', async (flags, named) => {
    const { code, out, err } = await run(serveIn(temporary('corpus'), ...flags));
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(named);
  });

  it('takes an empty key for none', async () => {
    expect((await run(serveIn(temporary('corpus'), '--host', '0.0.0.0'), { SERVICE_API_KEY: '' })).code).toBe(2);
  });

  it('does not print a secret that is wrong', async () => {
    const { code, err } = await run(serveIn(temporary('corpus')), { SERVICE_API_KEYS: '{"alpha": "super-secret-value' });
    expect(code).toBe(2);
    expect(err).toContain('SERVICE_API_KEYS');
    expect(err).not.toContain('super-secret');
  });

  it('needs a corpus that is there, and a cache outside of it', async () => {
    const corpus = temporary('corpus');
    for (const args of [
      ['serve', '--no-cache'],
      ['serve', '--no-cache', '--corpus', path.join(corpus, 'gone')],
      ['serve', '--corpus', corpus, '--cache', path.join(corpus, 'cache')],
    ]) {
      const { code, err } = await run([...args, '--port', '0']);
      expect(code).toBe(2);
      expect(err).toMatch(/SERVICE_(CORPUS|CACHE)/);
    }
    mkdirSync(path.join(corpus, 'geungeo'));
    expect((await run(['serve', '--corpus', corpus, '--port', '0'], { XDG_CACHE_HOME: corpus })).code).toBe(2);
  });

  it('on a port that is taken fails with exit code 1', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as net.AddressInfo;
    const { code, err } = await run(['serve', '--corpus', temporary('corpus'), '--no-cache', '--port', String(port)]);
    taken.close();
    expect(code).toBe(1);
    expect(err).toContain('EADDRINUSE');
  });

  it('with no command, or an unknown one, ends with exit code 2', async () => {
    for (const args of [[], ['sevre'], ['__proto__']]) expect((await run(args)).code).toBe(2);
  });
});

describe('the stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('on %s ends with 0 and leaves no child and no spool', async (signal) => {
    const server = await TestServer.start();
    expect((await server.file('/parse', 'a.xlsx', file)).status).toBe(200);
    const children = descendants(server.pid);
    expect(children.length).toBeGreaterThan(0);
    const began = performance.now();
    server.process.kill(signal);
    expect(await server.exited).toMatchObject({ code: 0, signal: null });
    expect(performance.now() - began).toBeLessThan(5000);
    await until('the children are gone', () => !children.some(isRunning));
  });

  it('takes no new connections and finishes what is under way', async () => {
    const server = await TestServer.start({ env: { SERVICE_PARSE_CHILDREN: '1' } });
    await warm(server);
    for (const pid of descendants(server.pid)) process.kill(pid, 'SIGSTOP');
    const silent = await RawConnection.open(server.port);
    const used = await RawConnection.open(server.port);
    await used.write('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const reading = server.file('/parse', 'a.xlsx', file);
    const sending = await RawConnection.open(server.port);
    await sending.write(fileHead('/parse', { 'content-length': String(file.length) }));
    await sending.write(file.subarray(0, 50));
    await until('it is in reading', async () => (await server.send('GET', '/health')).body.limits.parsing_now === 1);
    server.process.kill('SIGTERM');
    await Promise.all([silent.closed, used.closed]);
    expect(used.status).toBe(200);
    await expect(RawConnection.open(server.port)).rejects.toThrow('ECONNREFUSED');
    for (const pid of descendants(server.pid)) process.kill(pid, 'SIGCONT');
    expect((await reading).status).toBe(200);
    await sending.write(file.subarray(50));
    await sending.closed;
    expect(sending.status).toBe(200);
    expect(sending.received.toLowerCase()).toContain('connection: close');
    expect((await server.exited).code).toBe(0);
  });

  it('is not held up by a second signal', async () => {
    const server = await TestServer.start({ env: { SERVICE_PARSE_CHILDREN: '1' } });
    await warm(server);
    const children = descendants(server.pid);
    for (const pid of children) process.kill(pid, 'SIGSTOP');
    const reading = server.file('/parse', 'a.xlsx', file).catch(() => null);
    await until('it is in reading', async () => (await server.send('GET', '/health')).body.limits.parsing_now === 1);
    server.process.kill('SIGTERM');
    await until('it is stopping', () => server.stderr.includes('"stopping"'));
    server.process.kill('SIGTERM');
    expect((await server.exited).code).toBe(1);
    await reading;
    await until('the children are gone', () => !children.some(isRunning));
  });
});
