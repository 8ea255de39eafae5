import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HealthResponseSchema } from '../../src/contract/health.ts';
import { ENDPOINTS, OPERATION_LIST } from '../../src/contract/operations.ts';
import { DOC_NAMES } from '../../src/contract/pages.ts';
import { expectProblem } from '../support/problem.ts';
import { RawConnection } from '../support/raw-connection.ts';
import { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ tenants: ['room', '기획과'.normalize('NFD'), '.hidden'] });
  symlinkSync(path.join(server.corpus, 'room'), path.join(server.corpus, 'link'));
  writeFileSync(path.join(server.corpus, 'file'), '');
});
afterAll(() => server.stop());

describe('the route table', () => {
  const OPEN = ['home', 'demo', 'tryPage', 'doc', 'asset', 'health', 'openapi'];

  it.each(OPERATION_LIST)('%s is there', async (_name, { method, path: template }) => {
    const answer = await server.send(method, template.replace('{name}', 'x'));
    expect([answer.status, answer.body?.reason]).not.toEqual([404, 'ROUTE_NOT_FOUND']);
    expect(answer.status).not.toBe(405);
    expect(answer.status).not.toBe(500);
  });

  it.each(OPERATION_LIST.filter(([name]) => !OPEN.includes(name)))(
    '%s does not allow what it does not have',
    async (_name, { path: route }) => {
      const answer = await server.send('PATCH', route);
      expectProblem(answer, 'METHOD_NOT_ALLOWED');
      const methods = OPERATION_LIST.filter(([, other]) => other.path === route).map(([, other]) => other.method);
      for (const method of methods) expect(answer.headers.allow).toContain(method);
    },
  );

  it('answers 403 for what needs a key on a server without one', async () => {
    expectProblem(await server.send('GET', '/usage'), 'KEY_REQUIRED');
    expectProblem(await server.send('DELETE', '/documents?tenant=room&filename=x'), 'KEY_REQUIRED');
  });

  it.each([
    '/nowhere',
    '/parse/',
    '/Parse',
    '//parse',
    '/parse%2f',
    '/%zz',
    '/docs',
    `/${'x'.repeat(5000)}`,
    `/docs/${'x'.repeat(500)}.md`,
  ])('%s does not exist', async (target) => {
    expectProblem(await server.send('GET', target), 'ROUTE_NOT_FOUND');
  });

  it.each(['OPTIONS', 'TRACE', 'PROPFIND', 'PUT', 'HEAD'])('%s of a route for POST is not allowed', async (method) => {
    const answer = await server.send(method, '/parse');
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('POST');
  });
});

describe('every answer', () => {
  it.each(['/', '/health', '/nowhere', '/usage', '/%zz', '/docs/deploy.md'])(
    'carries the security headers: %s',
    async (target) => {
      const { headers } = await server.send('GET', target);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it('of a keyed route is not to be stored', async () => {
    const parsed = await server.file('/parse', 'empty.pdf', Buffer.alloc(0));
    const refused = await server.send('GET', '/usage');
    expect([parsed.headers['cache-control'], refused.headers['cache-control']]).toEqual(['no-store', 'no-store']);
  });

  it('to a request without a Host, or with an expectation nobody knows, has the same shape', async () => {
    const connection = await RawConnection.open(server.port);
    await connection.write('GET /health HTTP/1.1\r\nconnection: close\r\n\r\n');
    await connection.closed;
    expect(connection.status).toBe(400);
    expect(connection.received).toContain('"reason":"BODY_INVALID"');
    const old = await RawConnection.open(server.port);
    await old.write('GET / HTTP/1.0\r\n\r\n');
    await old.closed;
    expect(old.status).toBe(200);
    expect((await server.send('GET', '/health', { headers: { expect: 'something' } })).status).toBe(200);
  });

  it('to bytes that are no HTTP is a problem too', async () => {
    const answer = await server.send('GET', '/health', { headers: { 'x-long': 'x'.repeat(50_000) } });
    expectProblem(answer, 'BODY_INVALID');
  });
});

describe('/docs', () => {
  it.each(DOC_NAMES)('%s.md is the document of the repository, byte for byte', async (name) => {
    const answer = await server.send('GET', `/docs/${name}.md`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/markdown/);
    expect(answer.bytes).toEqual(readFileSync(new URL(`../../docs/${name}.md`, import.meta.url)));
  });

  it.each([
    '/docs/other.md',
    '/docs/api',
    '/docs/',
    '/docs/README.md',
    '/docs/api.md.bak',
    '/docs/API.MD',
    '/docs/api.md/',
    '/docs/api%00.md',
    '/docs/../package.json',
    '/docs/..%2fpackage.json',
    '/docs/%2e%2e/package.json',
    '/docs/..%5cpackage.json',
    '/docs/....//package.json',
    '/docs/api.md/../../package.json',
    '/docs/%2e%2e%2f%2e%2e%2fetc%2fpasswd.md',
    '/docs//etc/passwd',
    '/assets/../docs/deploy.md',
    '/assets/..%2f..%2fpackage.json',
    '/assets/__proto__',
  ])('%s reaches nothing', async (target) => {
    const answer = await server.send('GET', target);
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  });

  it('an asset or document that is none is a file that is not found', async () => {
    expectProblem(await server.send('GET', '/assets/nothing.css'), 'FILE_NOT_FOUND');
    expectProblem(await server.send('GET', '/docs/nothing.md'), 'FILE_NOT_FOUND');
  });
});

describe('/health', () => {
  it('is as the contract says', async () => {
    const { body } = await server.send('GET', '/health');
    expect(HealthResponseSchema.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      ok: true,
      auth: { required: false },
      endpoints: ENDPOINTS,
      max_upload: 104_857_600,
      limits: { rate_limit: null, max_parallel: null, parsing_now: 0 },
      llm: { configured: false, host: '', model: '', external: false },
    });
  });

  it('names the tenants: directories, no links, no files, none that is hidden, composed', async () => {
    const { body } = await server.send('GET', '/health');
    expect(body.tenants).toEqual(['room', '기획과']);
    expect(body).not.toHaveProperty('tenant_count');
  });

  it('tells where a gateway is and not its key', async () => {
    const other = await TestServer.start({
      env: {
        SERVICE_LLM_BASE_URL: 'https://llm.example.org/v1',
        SERVICE_LLM_API_KEY: 'canary-gateway-key',
        SERVICE_LLM_MODEL: 'm',
        SERVICE_RATE_LIMIT: '4321',
        SERVICE_MAX_PARALLEL: '17',
        SERVICE_MAX_UPLOAD: '7654321',
      },
    });
    const answer = await other.send('GET', '/health');
    await other.stop();
    expect(answer.body).toMatchObject({
      llm: { configured: true, host: 'llm.example.org', model: 'm', external: true },
      limits: { rate_limit: 4321, max_parallel: 17 },
      max_upload: 7_654_321,
    });
    expect(answer.text).not.toContain('canary');
  });
});

describe('pages', () => {
  it.each(['/', '/try', '/demo'])('%s is a page in Korean that loads nothing from elsewhere', async (target) => {
    const { text, headers } = await server.send('GET', target);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toMatch(/^<!doctype html>\n<html lang="ko">/);
    expect(text).toMatch(/[가-힣]{3}/);
    expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(text).not.toContain('style="');
  });

  it('show how to call this very server, and repeat no host of another form', async () => {
    expect((await server.send('GET', '/')).text).toContain(`curl -sS http://127.0.0.1:${server.port}/parse`);
    const odd = await server.send('GET', '/', { headers: { host: '"><script>alert(1)</script>' } });
    expect(odd.text ?? '').not.toContain('<script>');
  });

  it('have their style from here', async () => {
    const { text } = await server.send('GET', '/');
    const [, href = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(text) ?? [];
    expect((await server.send('GET', href)).headers['content-type']).toMatch(/^text\/css/);
  });
});

it('/openapi.json describes the interface and is the same every time', async () => {
  const [once, again] = [await server.send('GET', '/openapi.json'), await server.send('GET', '/openapi.json')];
  expect(once.body).toMatchObject({ openapi: '3.1.0', info: { version: '0.1.0' } });
  expect(again.text).toBe(once.text);
});
