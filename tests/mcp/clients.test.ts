import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../support/problem.ts';
import { TestServer } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';

const ADMIN = 'admin-key-1d9f2c';
const ALPHA = 'alpha-key-7a10e4';
const NAMES = [
  'read_document',
  'list_documents',
  'search_documents',
  'get_evidence',
  'verify_answer',
  'add_document',
  'remove_document',
];

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({
    env: { SERVICE_API_KEY: ADMIN, SERVICE_API_KEYS: JSON.stringify({ alpha: ALPHA }) },
    tenants: ['alpha', 'beta'],
  });
  writeFileSync(path.join(server.corpus, 'alpha', '요금표.xlsx'), sheetWith('수수료는 88,500원이다.'));
});
afterAll(() => server.stop());

interface Connected {
  listTools(): Promise<{ tools: { name: string; description?: string | undefined }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

const info = { name: 'check', version: '1' };
const address = () => new URL(`http://127.0.0.1:${server.port}/mcp`);
const sending = { requestInit: { headers: { authorization: `Bearer ${ALPHA}` } } };

const GENERATIONS: Record<string, () => Promise<Connected>> = {
  'the first SDK': async () => {
    const client = new FirstClient(info);
    // Its own types do not agree under exactOptionalPropertyTypes.
    await client.connect(new FirstTransport(address(), sending) as unknown as Parameters<FirstClient['connect']>[0]);
    return client as unknown as Connected;
  },
  'the second SDK, protocol of 2025': async () => {
    const client = new Client(info);
    await client.connect(new StreamableHTTPClientTransport(address(), sending));
    return client as unknown as Connected;
  },
  'the second SDK, protocol of 2026': async () => {
    const client = new Client(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new StreamableHTTPClientTransport(address(), sending));
    return client as unknown as Connected;
  },
};

describe.each(Object.entries(GENERATIONS))('the official client: %s', (_name, connect) => {
  let client: Connected;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  async function call(name: string, given: Record<string, unknown>) {
    const result = (await client.callTool({ name, arguments: given })) as { isError?: boolean; content: { text: string }[] };
    return { failed: result.isError === true, said: JSON.parse(result.content[0]?.text ?? 'null') };
  }

  it('lists the seven tools, each with a description', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([...NAMES].sort());
    for (const { description } of tools) expect(description?.length).toBeGreaterThan(10);
  });

  it('reads, lists, searches, takes evidence and verifies an answer', async () => {
    const data = sheetWith('과태료는 50,000원이다.').toString('base64');
    expect((await call('read_document', { filename: '과태료.xlsx', data_base64: data })).said.chunks[0].text).toContain(
      '50,000원',
    );
    expect((await call('list_documents', { tenant: 'alpha' })).said.documents[0].filename).toBe('요금표.xlsx');
    const found = await call('search_documents', { tenant: 'alpha', query: '수수료' });
    expect(found.said.hits[0].text).toContain('88,500원');
    const evidence = await call('get_evidence', { tenant: 'alpha', query: '수수료' });
    const sources = evidence.said.sources.map(({ doc_id, chunk_id }: { doc_id: string; chunk_id: string }) => ({
      doc_id,
      chunk_id,
    }));
    const wrong = await call('verify_answer', { tenant: 'alpha', answer: '수수료는 99,500원이다 [1].', sources });
    expect(wrong.said).toMatchObject({ grounded: false, unsupported_numbers: ['99,500'] });
    expect((await call('verify_answer', { tenant: 'alpha', answer: '수수료는 88,500원이다 [1].', sources })).said.grounded).toBe(
      true,
    );
  });

  it('stores and removes a document', async () => {
    const data = sheetWith('추가한 문서').toString('base64');
    expect((await call('add_document', { tenant: 'alpha', filename: '추가.xlsx', data_base64: data })).said.stored).toBe(true);
    const again = await call('add_document', { tenant: 'alpha', filename: '추가.xlsx', data_base64: data });
    expect(again).toMatchObject({ failed: true, said: { reason: 'FILE_EXISTS' } });
    expect((await call('remove_document', { tenant: 'alpha', filename: '추가.xlsx' })).said.deleted).toBe(true);
    expect(existsSync(path.join(server.corpus, 'alpha', '추가.xlsx'))).toBe(false);
  });

  it('is refused the tenant of another consumer', async () => {
    await expect(client.callTool({ name: 'list_documents', arguments: { tenant: 'beta' } })).rejects.toThrow(
      /403|TENANT_FORBIDDEN/,
    );
  });
});

describe('messages by hand', () => {
  const headers = { 'x-api-key': ADMIN, accept: 'application/json' };

  it('a client that accepts JSON alone is served, a notification is taken with no body', async () => {
    const pong = await server.json('/mcp', { jsonrpc: '2.0', id: 7, method: 'ping' }, { headers });
    expect([pong.status, pong.body]).toEqual([200, { jsonrpc: '2.0', id: 7, result: {} }]);
    const taken = await server.json('/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' }, { headers });
    expect([taken.status, taken.text]).toEqual([202, '']);
  });

  it('a page of another site is refused, also one whose name points here', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expectProblem(
      await server.json('/mcp', message, { headers: { ...headers, origin: 'https://evil.example' } }),
      'ORIGIN_FORBIDDEN',
    );
    const open = await TestServer.start({ tenants: ['a'] });
    try {
      const rebound = { origin: 'http://evil.example:80', host: 'evil.example:80' };
      expectProblem(await open.json('/mcp', message, { headers: rebound }), 'ORIGIN_FORBIDDEN');
      const own = `127.0.0.1:${open.port}`;
      expect((await open.json('/mcp', message, { headers: { origin: `http://${own}`, host: own } })).status).toBe(200);
    } finally {
      await open.stop();
    }
  });

  it('a file of forty megabytes in the arguments does not stand in memory', async () => {
    const before = memoryOf(server.pid);
    const data = Buffer.alloc(40 * 1024 * 1024, 7).toString('base64');
    const { body } = await server.json(
      '/mcp',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'read_document', arguments: { filename: 'x.bin', data_base64: data } },
      },
      { headers },
    );
    expect(body.result.content[0].text).toContain('UNSUPPORTED_FORMAT');
    expect(memoryOf(server.pid) - before).toBeLessThan(80);
  });
});

/** The most megabytes that the process has had so far. */
function memoryOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
