import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Geungeo, GeungeoError } from '../../clients/ts/src/client.ts';
import { GeungeoLoader, GeungeoRetriever } from '../../clients/ts/src/langchain.ts';
import { GeungeoReader } from '../../clients/ts/src/llamaindex.ts';
import { TestServer } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';

const KEY = 'client-key-41c0';
const file = { filename: '요금표.xlsx', data: new Uint8Array(sheetWith('수수료는 88,500원이다.')) };
const empty = { filename: '빈.pdf', data: new Uint8Array() };

let server: TestServer;
let options: { url: string; key: string };
let client: Geungeo;
beforeAll(async () => {
  server = await TestServer.start({ env: { SERVICE_API_KEY: KEY } });
  options = { url: `http://127.0.0.1:${server.port}/`, key: KEY };
  client = new Geungeo(options);
});
afterAll(() => server.stop());

describe('the TypeScript client', () => {
  it('has the types that the contract gives', () => {
    const { status, stderr } = spawnSync('node', ['scripts/make-client-types.mjs', '--check'], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  it('reads a file, and tells one that cannot be read without throwing', async () => {
    expect((await client.health()).ok).toBe(true);
    expect((await client.parse(file)).source.filename).toBe('요금표.xlsx');
    expect((await client.chunk(file, { budget: 300 })).chunks[0]?.text).toContain('88,500원');
    expect((await client.parse(empty)).access).toMatchObject({ readable: false, reason: 'EMPTY' });
  });

  it('names the tenant where a proxy can see it', async () => {
    const named: (string | null)[] = [];
    const watched = new Geungeo({
      ...options,
      fetch: (url, init) => {
        named.push(new Headers(init?.headers).get('x-geungeo-tenant'));
        return fetch(url, init);
      },
    });
    await watched.upload(file, { tenant: '총무과', replace: true });
    await watched.search({ tenant: '총무과', query: '수수료' });
    await watched.health();
    expect(named).toEqual([encodeURIComponent('총무과'), encodeURIComponent('총무과'), null]);
  });

  it('goes the whole way: upload, evidence, a checked answer, the painted page, removal', async () => {
    expect((await client.upload(file, { tenant: 't' })).stored).toBe(true);
    await expect(client.upload(file, { tenant: 't' })).rejects.toMatchObject({ status: 409, reason: 'FILE_EXISTS' });
    expect((await client.upload(file, { tenant: 't', replace: true })).readable).toBe(true);
    expect((await client.documents({ tenant: 't' })).readable).toBe(1);
    const { context, sources } = await client.context({ tenant: 't', query: '수수료' });
    expect(context).toContain('88,500원');
    const named = sources.map(({ doc_id, chunk_id }) => ({ doc_id, chunk_id }));
    expect((await client.verify({ tenant: 't', answer: '수수료는 88,500원이다 [1].', sources: named })).grounded).toBe(true);
    expect((await client.verify({ tenant: 't', answer: '수수료는 99,500원이다 [1].', sources: named })).grounded).toBe(false);
    expect((await client.answer({ tenant: 't', question: '수수료는 얼마인가?' })).citations[0]?.quote).toContain('88,500원');
    expect(await client.view({ tenant: 't', question: '수수료는 얼마인가?' })).toContain('88,500원');
    expect((await client.delete('t', '요금표.xlsx')).deleted).toBe(true);
  });

  it('gives the reason of a refusal', async () => {
    const refused = await client.search({ tenant: 'nobody', query: 'x' }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GeungeoError);
    expect(refused).toMatchObject({ status: 404, reason: 'TENANT_NOT_FOUND' });
    await expect(new Geungeo({ ...options, key: 'wrong' }).usage()).rejects.toMatchObject({ status: 401, reason: 'KEY_INVALID' });
  });
});

describe('frameworks', () => {
  it('LangChain.js: the loader gives chunks with their places, the retriever keeps the order of the service', async () => {
    const [document] = await new GeungeoLoader([file], options).load();
    expect(document?.pageContent).toContain('88,500원');
    expect(document?.metadata).toMatchObject({ filename: '요금표.xlsx', page: 1, chunk_id: 'c1' });
    await expect(new GeungeoLoader([empty], options).load()).rejects.toThrow('EMPTY');
    await client.upload(file, { tenant: 'chain' });
    const found = await new GeungeoRetriever({ ...options, tenant: 'chain', limit: 3 }).invoke('수수료');
    const { hits } = await client.search({ tenant: 'chain', query: '수수료', limit: 3 });
    expect(found.map(({ pageContent }) => pageContent)).toEqual(hits.map(({ text }) => text));
    expect(found[0]?.metadata).toMatchObject({ filename: '요금표.xlsx', found_by: 'lexical' });
  });

  it('LlamaIndex.TS: the reader gives chunks with their places', async () => {
    const [document] = await new GeungeoReader(options).loadData(file);
    expect(document?.getText()).toContain('88,500원');
    expect(document?.metadata).toMatchObject({ filename: '요금표.xlsx', page: 1 });
    await expect(new GeungeoReader(options).loadData(empty)).rejects.toThrow('EMPTY');
  });
});
