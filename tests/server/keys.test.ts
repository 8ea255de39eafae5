import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATION_LIST } from '../../src/contract/operations.ts';
import { expectProblem } from '../support/problem.ts';
import { type Answer, TestServer, temporary } from '../support/server.ts';

const ADMIN = 'admin-key-5f1c0a97';
const ALPHA = 'alpha-key-77b2e3d1';
const EMPTY = Buffer.alloc(0);

const keyed = OPERATION_LIST.filter(([, { access }]) => access !== 'open');
const open = OPERATION_LIST.filter(([, { access }]) => access === 'open');

describe('a server with a key', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start({
      env: { SERVICE_API_KEY: ADMIN, SERVICE_API_KEYS: JSON.stringify({ alpha: ALPHA }) },
      tenants: ['alpha', 'beta'],
    });
  });
  afterAll(() => server.stop());

  const parse = (headers: Record<string, string>): Promise<Answer> => server.file('/parse', 'a.pdf', EMPTY, { headers });

  it.each(keyed)('%s needs it', async (_name, { method, path: route }) => {
    const without = await server.send(method, route);
    expectProblem(without, 'KEY_MISSING');
    expect(without.headers['www-authenticate']).toBe('Bearer');
    const wrong = await server.send(method, route, { headers: { authorization: 'Bearer wrong-key' } });
    expectProblem(wrong, 'KEY_INVALID');
    expect(wrong.headers['www-authenticate']).toBe('Bearer');
  });

  it.each(open)('%s does not', async (_name, { method, path: route }) => {
    expect((await server.send(method, route.replace('{name}', 'deploy'))).status).not.toBe(401);
  });

  it('takes it in either header', async () => {
    expect((await parse({ authorization: `Bearer ${ADMIN}` })).status).toBe(200);
    expect((await parse({ 'x-api-key': ADMIN })).status).toBe(200);
    expect((await parse({ 'x-api-key': ADMIN, authorization: `Bearer ${ADMIN}` })).status).toBe(200);
    expect((await parse({ 'x-api-key': ALPHA })).status).toBe(200);
  });

  it.each([
    { authorization: `Basic ${ADMIN}` },
    { authorization: `bearer ${ADMIN}` },
    { authorization: `Bearer ${ADMIN.slice(0, -1)}` },
    { authorization: `Bearer ${ADMIN.toUpperCase()}` },
    { authorization: ADMIN },
    { authorization: 'Bearer ' },
    { authorization: 'Bearer undefined' },
    { 'x-api-key': '' },
    { 'x-api-key': `${ADMIN}, ${ADMIN}` },
    { 'x-api-key': ADMIN, authorization: 'Bearer other' },
    { 'x-api-key': Buffer.from('열쇠').toString('latin1') },
    { 'x-api-key': 'x'.repeat(10_000) },
    { 'x-api-key': createHash('sha256').update(ADMIN).digest('hex') },
    { 'x-api-key': `sha256:${createHash('sha256').update(ADMIN).digest('hex')}` },
  ])('does not take %j', async (headers) => {
    expect((await parse(headers as Record<string, string>)).status).toBe(401);
  });

  it('does not take a key in the query', async () => {
    expectProblem(await server.send('POST', `/parse?filename=a.pdf&key=${ADMIN}&api_key=${ADMIN}`), 'KEY_MISSING');
  });

  it('asks for the key before it looks at anything else', async () => {
    expectProblem(await server.send('POST', '/parse', { body: Buffer.alloc(200_000_000) }), 'KEY_MISSING');
  });

  it('gives figures to the administrator only', async () => {
    expectProblem(await server.send('GET', '/metrics', { headers: { 'x-api-key': ALPHA } }), 'ADMIN_KEY_REQUIRED');
    expect((await server.send('GET', '/metrics', { headers: { 'x-api-key': ADMIN } })).status).toBe(200);
  });

  it('tells on /health how many tenants and consumers there are, and names none', async () => {
    const answer = await server.send('GET', '/health');
    expect(answer.body).toMatchObject({ tenant_count: 2, consumer_count: 2, auth: { required: true } });
    expect(answer.text).not.toMatch(/alpha|beta|admin-key/);
  });
});

describe('a keys file', () => {
  it('is looked at on every request, and a broken one shuts its consumers out', async () => {
    const file = path.join(temporary('keys'), 'keys.json');
    const write = (text: unknown) => writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text));
    write({ alpha: ALPHA });
    const server = await TestServer.start({ env: { SERVICE_API_KEY: ADMIN, SERVICE_API_KEYS_FILE: file } });
    const parse = (key: string) => server.file('/parse', 'a.pdf', EMPTY, { headers: { 'x-api-key': key } });
    expect((await parse(ALPHA)).status).toBe(200);

    write({ alpha: ALPHA, late: 'late-key' });
    expect((await parse('late-key')).status).toBe(200);
    write({ alpha: ALPHA, late: 'note-key' });
    expectProblem(await parse('late-key'), 'KEY_INVALID');
    expect((await parse('note-key')).status).toBe(200);
    write({ alpha: `sha256:${createHash('sha256').update('hashed').digest('hex')}` });
    expect((await parse('hashed')).status).toBe(200);
    expectProblem(await parse(ALPHA), 'KEY_INVALID');

    const broken = [
      '{"alpha": ',
      '["alpha"]',
      '{"alpha": 5}',
      '',
      '{"alpha":"a","alpha":"b"}',
      `{"alpha":"${'x'.repeat(2_000_000)}"}`,
    ];
    for (const text of broken) {
      write(text);
      expectProblem(await parse(ALPHA), 'KEYS_UNREADABLE');
      expectProblem(await server.send('POST', '/parse'), 'KEY_MISSING');
      expect((await parse(ADMIN)).status).toBe(200);
      write(`\ufeff${JSON.stringify({ alpha: ALPHA })}`);
      expect((await parse(ALPHA)).status).toBe(200);
    }
    rmSync(file);
    expectProblem(await parse(ALPHA), 'KEYS_UNREADABLE');
    write({});
    expectProblem(await parse(ALPHA), 'KEY_INVALID');

    const { err } = await server.stop();
    for (const secret of [ADMIN, ALPHA, 'late-key', 'note-key', 'hashed']) expect(err).not.toContain(secret);
    expect(err.match(/keys file cannot be read/g)?.length).toBe(broken.length + 1);
  });

  it('alone makes a keyed server, whatever is in it', async () => {
    const server = await TestServer.start({
      env: { SERVICE_API_KEYS_FILE: path.join(temporary('keys'), 'gone.json') },
      flags: ['--host', '0.0.0.0'],
    });
    expectProblem(await server.file('/parse', 'a.pdf', EMPTY), 'KEY_MISSING');
    expectProblem(await server.file('/parse', 'a.pdf', EMPTY, { headers: { 'x-api-key': 'x' } }), 'KEYS_UNREADABLE');
    await server.stop();
  });
});
