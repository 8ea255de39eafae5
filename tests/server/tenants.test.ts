import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DocumentsResponseSchema, UploadResponseSchema } from '../../src/contract/documents.ts';
import { TryResponseSchema } from '../../src/contract/try.ts';
import { makeZip } from '../makers/zip.ts';
import { expectProblem } from '../support/problem.ts';
import { type Answer, TestServer } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';

const ADMIN = 'admin-key-5f1c0a97';
const ALPHA = 'alpha-key-77b2e3d1';
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const as = (key: string) => ({ headers: { 'x-api-key': key } });
const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({
    env: {
      SERVICE_API_KEY: ADMIN,
      SERVICE_API_KEYS: JSON.stringify({ alpha: ALPHA, beta: 'beta-key-1' }),
    },
    tenants: ['alpha', 'beta'],
  });
});
afterAll(() => server.stop());

const at = (...parts: string[]) => path.join(server.corpus, ...parts);
const list = (tenant: string, key = ADMIN): Promise<Answer> => server.send('GET', `/documents?${query({ tenant })}`, as(key));
const upload = (tenant: string, name: string, bytes: Buffer, more: Record<string, string> = {}, key = ADMIN) =>
  server.file(`/documents/upload?${query({ tenant, ...more })}`, name, bytes, as(key));
const remove = (tenant: string, filename: string, key = ADMIN) =>
  server.send('DELETE', `/documents?${query({ tenant, filename })}`, as(key));
const names = async (tenant: string) => (await list(tenant)).body.documents.map(({ filename }: { filename: string }) => filename);

describe('a tenant over HTTP', () => {
  it('is listed as its folder is, by GET and by POST', async () => {
    writeFileSync(at('alpha', '요금표.xlsx'), sheetWith('수수료는 1,500원이다.'));
    writeFileSync(at('alpha', '빈.pdf'), '');
    const { status, body } = await list('alpha');
    expect(status).toBe(200);
    expect(DocumentsResponseSchema.parse(body)).toEqual(body);
    expect(body).toMatchObject({ tenant: 'alpha', readable: 1, unreadable: 1 });
    expect(body.documents.map(({ filename }: { filename: string }) => filename)).toEqual(['빈.pdf', '요금표.xlsx']);
    expect((await server.json('/documents', { tenant: 'alpha' }, as(ALPHA))).body).toEqual(body);
    writeFileSync(at('alpha', '새.xlsx'), sheetWith('새 문서'));
    expect(await names('alpha')).toEqual(['빈.pdf', '새.xlsx', '요금표.xlsx']);
    rmSync(at('alpha', '새.xlsx'));
    expect(await names('alpha')).toEqual(['빈.pdf', '요금표.xlsx']);
  });

  it('says no more than that it is not there, or not the caller’s', async () => {
    expectProblem(await list('nobody'), 'TENANT_NOT_FOUND');
    expectProblem(await list('nobody', ALPHA), 'TENANT_FORBIDDEN');
    expectProblem(await list('beta', ALPHA), 'TENANT_FORBIDDEN');
    expectProblem(await list('../beta', ALPHA), 'TENANT_INVALID');
    expectProblem(await server.send('GET', '/documents?tenant=alpha&tenant=beta', as(ALPHA)), 'BODY_INVALID');
    expectProblem(await server.send('GET', '/documents', as(ALPHA)), 'BODY_INVALID');
    symlinkSync(at('alpha'), at('linked'));
    expectProblem(await list('linked'), 'TENANT_NOT_FOUND');
  });

  it('takes a body only as JSON', async () => {
    expectProblem(
      await server.send('POST', '/documents', { body: Buffer.from('{"tenant":"alpha"}'), ...as(ADMIN) }),
      'BODY_INVALID',
    );
    const json = { headers: { 'x-api-key': ADMIN, 'content-type': 'application/json' } };
    for (const body of ['', '{', '[]', '"x"', '{"tenant":5}', '\xff']) {
      expectProblem(await server.send('POST', '/documents', { body: Buffer.from(body, 'latin1'), ...json }), 'BODY_INVALID');
    }
    expectProblem(await server.send('POST', '/documents', { body: Buffer.alloc(3_000_000, ' '), ...json }), 'TOO_LARGE');
    expectProblem(
      await server.send('POST', '/documents', { body: Buffer.alloc(3_000_000, ' '), chunked: true, ...json }),
      'TOO_LARGE',
    );
  });

  it('shows to a principal what the rules allow', async () => {
    writeFileSync(at('alpha', 'ACL.json'), JSON.stringify({ default: ['*'], rules: [{ files: '빈*', allow: ['kim'] }] }));
    expect(await names('alpha')).toEqual(['요금표.xlsx']);
    const kim = await server.json('/documents', { tenant: 'alpha', principal: 'kim' }, as(ADMIN));
    expect(kim.body.documents).toHaveLength(2);
    writeFileSync(at('alpha', 'ACL.json'), 'broken');
    expect((await list('alpha')).body).toEqual({
      tenant: 'alpha',
      readable: 0,
      unreadable: 0,
      needs_review: 0,
      chunks: 0,
      documents: [],
    });
    rmSync(at('alpha', 'ACL.json'));
  });
});

describe('an upload', () => {
  const first = sheetWith('첫째 글');
  const second = sheetWith('둘째 글', '한 줄 더');

  it('is stored, read and told', async () => {
    const { status, body } = await upload('alpha-새', '올림.xlsx', first, {}, ALPHA);
    expect(status).toBe(201);
    expect(UploadResponseSchema.parse(body)).toEqual(body);
    expect(body).toMatchObject({ tenant: 'alpha-새', filename: '올림.xlsx', bytes: first.length, readable: true, reason: null });
    expect(body.doc_id).toBe(`sha256:${sha256(first)}`);
    expect(readdirSync(at('alpha-새'))).toEqual(['올림.xlsx']);
  });

  it('is refused where the name is taken, unless it is to replace', async () => {
    expectProblem(await upload('alpha-새', '올림.xlsx', second), 'FILE_EXISTS');
    expectProblem(await upload('alpha-새', '올림.xlsx'.normalize('NFD'), second, { replace: '0' }), 'FILE_EXISTS');
    expectProblem(await upload('alpha-새', '올림.xlsx', second, { replace: 'yes' }), 'BODY_INVALID');
    expect((await upload('alpha-새', '올림.xlsx', second, { replace: '1' })).body.doc_id).toBe(`sha256:${sha256(second)}`);
    const body = { tenant: 'alpha-새', filename: '올림.xlsx', data_base64: first.toString('base64'), replace: true };
    expect((await server.json('/documents/upload', body, as(ALPHA))).status).toBe(201);
    expect(readFileSync(at('alpha-새', '올림.xlsx')).equals(first)).toBe(true);
  });

  it('needs a tenant of the caller’s own, wherever it is named', async () => {
    const body = { tenant: 'beta', filename: 'x.xlsx', data_base64: first.toString('base64') };
    expectProblem(await upload('beta', 'x.xlsx', first, {}, ALPHA), 'TENANT_FORBIDDEN');
    expectProblem(await server.json('/documents/upload', body, as(ALPHA)), 'TENANT_FORBIDDEN');
    expectProblem(await server.json('/documents/upload?tenant=alpha', body, as(ALPHA)), 'TENANT_FORBIDDEN');
    expectProblem(
      await server.json('/documents/upload?tenant=beta', { ...body, tenant: 'alpha' }, as(ALPHA)),
      'TENANT_FORBIDDEN',
    );
    expectProblem(await server.json('/documents/upload?tenant=alpha-1', { ...body, tenant: 'alpha' }, as(ALPHA)), 'BODY_INVALID');
    expectProblem(await server.file('/documents/upload', 'x.xlsx', first, as(ALPHA)), 'BODY_INVALID');
    const { tenant: _tenant, ...rest } = body;
    expect((await server.json('/documents/upload?tenant=alpha-q', rest, as(ALPHA))).status).toBe(201);
    expect(readdirSync(at('beta'))).toEqual([]);
  });

  it('never is the file of access rules', async () => {
    for (const name of ['ACL.json', 'acl.JSON', 'x/ACL.json', '..ACL.json', 'ＡＣＬ.json'])
      expectProblem(await upload('alpha', name, Buffer.from('{}'), { replace: '1' }), 'FILENAME_RESERVED');
    expect(existsSync(at('alpha', 'ACL.json'))).toBe(false);
  });

  it('of a bundle tells of its members together', async () => {
    const zip = makeZip([
      { name: '안/가.xlsx', data: first },
      { name: '빈.pdf', data: Buffer.alloc(0) },
    ]);
    const { body } = await upload('alpha-zip', '묶음.zip', zip);
    expect(body).toMatchObject({ readable: true, reason: null, doc_id: `sha256:${sha256(zip)}` });
    expect(body.chunks).toBeGreaterThan(0);
    expect(await names('alpha-zip')).toEqual(['묶음.zip/빈.pdf', '묶음.zip/안/가.xlsx']);
    expectProblem(await remove('alpha-zip', '묶음.zip/빈.pdf'), 'FILE_NOT_FOUND');
  });
});

describe('a removal', () => {
  it('is of the listed name, and once', async () => {
    mkdirSync(at('alpha', 'sub'), { recursive: true });
    writeFileSync(at('alpha', 'sub', '가.xlsx'), sheetWith('글'));
    const { status, body } = await remove('alpha', 'sub/가.xlsx'.normalize('NFD'), ALPHA);
    expect([status, body]).toEqual([200, { tenant: 'alpha', filename: 'sub/가.xlsx', deleted: true }]);
    expectProblem(await remove('alpha', 'sub/가.xlsx'), 'FILE_NOT_FOUND');
    expectProblem(await remove('alpha', '../beta/x'), 'FILE_NOT_FOUND');
    expectProblem(await remove('alpha', ''), 'FILENAME_MISSING');
    expectProblem(await remove('alpha', './ACL.json'), 'FILENAME_RESERVED');
    expectProblem(await remove('beta', 'x', ALPHA), 'TENANT_FORBIDDEN');
    expectProblem(await remove('nobody', 'x'), 'TENANT_NOT_FOUND');
    expectProblem(await server.send('DELETE', '/documents?tenant=alpha', as(ALPHA)), 'FILENAME_MISSING');
  });
});

describe('records over HTTP', () => {
  it('count what was served, by consumer', async () => {
    await list('beta', 'wrong-key');
    const all = (await server.send('GET', '/usage', as(ADMIN))).body.consumers;
    expect(all.alpha['/documents'].calls).toBeGreaterThan(0);
    expect(all.alpha['/documents/upload'].bytes_in).toBeGreaterThan(0);
    expect(all.unknown['/documents']).toMatchObject({ calls: 1, errors: 1 });
    expect(Object.keys((await server.send('GET', '/usage', as(ALPHA))).body.consumers)).toEqual(['alpha']);
    await server.send('GET', '/nothing-here', as(ADMIN));
    expect(JSON.stringify((await server.send('GET', '/usage', as(ADMIN))).body)).not.toContain('nothing-here');
  });

  it('give figures that name nobody', async () => {
    const { status, text, headers } = await server.send('GET', '/metrics', as(ADMIN));
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toContain('geungeo_requests_total{method="GET",route="/documents",status="2xx"}');
    expect(text).not.toMatch(/alpha|beta|요금표/);
  });

  it('have no place for feedback where none is configured', async () => {
    expectProblem(await server.json('/feedback', { kind: 'other', filename: 'a' }, as(ALPHA)), 'FEEDBACK_NOT_CONFIGURED');
    expectProblem(await server.send('GET', '/feedback', as(ALPHA)), 'FEEDBACK_NOT_CONFIGURED');
    expectProblem(await server.json('/feedback', { kind: 'praise', filename: 'a' }, as(ALPHA)), 'FEEDBACK_INVALID');
  });
});

describe('the trial', () => {
  it('reads a file without a key and leaves nothing', async () => {
    const bytes = sheetWith('체험용 글감');
    const { status, body } = await server.file('/try/parse', '체험.xlsx', bytes);
    expect(status).toBe(200);
    expect(TryResponseSchema.parse(body)).toEqual(body);
    expect(body.summary).toMatchObject({ format: 'xlsx', readable: true, reason: null, chunks: body.chunks.length });
    const files = readdirSync(server.cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.some(({ name }) => name === sha256(bytes))).toBe(false);
    expect(files.filter(({ parentPath }) => parentPath.includes('spool'))).toEqual([]);
    const mismatch = (await server.file('/try/parse', '체험.pdf', bytes)).body;
    expect(mismatch.summary.warnings.map(({ code }: { code: string }) => code)).toContain('EXTENSION_MISMATCH');
  });

  it('is small and has a name', async () => {
    expectProblem(await server.file('/try/parse', 'big.pdf', Buffer.alloc(10 * 1024 * 1024 + 1)), 'TRY_TOO_LARGE');
    const chunked = { chunked: true };
    expectProblem(await server.file('/try/parse', 'big.pdf', Buffer.alloc(10 * 1024 * 1024 + 1), chunked), 'TRY_TOO_LARGE');
    expectProblem(await server.send('POST', '/try/parse', { body: Buffer.from('x') }), 'FILENAME_MISSING');
  });

  it('is rare', async () => {
    let last: Answer | null = null;
    for (let call = 0; call < 20; call++) last = await server.file('/try/parse', '빈.pdf', Buffer.alloc(0));
    expectProblem(last as Answer, 'RATE_LIMITED');
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(3000);
    const claimed = { headers: { 'x-forwarded-for': '203.0.113.9' } };
    expectProblem(await server.file('/try/parse', '빈.pdf', Buffer.alloc(0), claimed), 'RATE_LIMITED');
  });
});
