import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../support/problem.ts';
import { TestServer } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';

const KEY = 'compat-key-90f1';
const headers = { authorization: `Bearer ${KEY}` };

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ env: { SERVICE_API_KEY: KEY, SERVICE_COMPAT: 'dify, open-webui' } });
  await server.file('/documents/upload?tenant=t', '요금표.xlsx', sheetWith('수수료는 88,500원이다.'), { headers });
});
afterAll(() => server.stop());

describe('routes for other products', () => {
  it('Dify: records with a share of the best score and their place', async () => {
    const asked = { knowledge_id: 't', query: '수수료', retrieval_setting: { top_k: 3, score_threshold: 0.5 } };
    const { status, body } = await server.json('/compat/dify/retrieval', asked, { headers });
    expect(status).toBe(200);
    expect(body.records[0]).toMatchObject({ score: 1, title: '요금표.xlsx', metadata: { filename: '요금표.xlsx', page: 1 } });
    expect(body.records[0].content).toContain('88,500원');
    expectProblem(await server.json('/compat/dify/retrieval', asked), 'KEY_MISSING');
    expectProblem(
      await server.json('/compat/dify/retrieval', { ...asked, knowledge_id: 'nobody' }, { headers }),
      'TENANT_NOT_FOUND',
    );
  });

  it('Open WebUI: texts of a file, or why it was not read', async () => {
    const send = (name: string, body: Buffer) =>
      server.send('PUT', '/compat/open-webui/process', {
        body,
        headers: { ...headers, 'content-type': 'application/pdf', 'x-filename': encodeURIComponent(name) },
      });
    const { body } = await send('요금표.xlsx', sheetWith('과태료는 50,000원이다.'));
    expect(body[0]).toMatchObject({ metadata: { source: '요금표.xlsx', page: 1, chunk_id: 'c1' } });
    expect(body[0].page_content).toContain('50,000원');
    expect((await send('빈.pdf', Buffer.alloc(0))).body[0].page_content).toContain('EMPTY');
  });

  it('are not there unless they are asked for', async () => {
    const plain = await TestServer.start();
    try {
      expectProblem(await plain.json('/compat/dify/retrieval', {}), 'ROUTE_NOT_FOUND');
    } finally {
      await plain.stop();
    }
  });
});
