import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { TestServer, temporary } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';

it('the log has a line for every request and no canary in any of them', async () => {
  const keys = path.join(temporary('keys'), 'keys.json');
  writeFileSync(keys, '{"alpha":"canary-file-key"}');
  const server = await TestServer.start({
    env: {
      SERVICE_API_KEY: 'canary-admin-key',
      SERVICE_API_KEYS_FILE: keys,
      SERVICE_LLM_API_KEY: 'canary-llm-key',
      SERVICE_LOG_LEVEL: 'trace',
    },
    tenants: ['canary-tenant'],
  });
  const file = sheetWith('canary-text 카나리아본문');
  const headers = { authorization: 'Bearer canary-admin-key' };
  await server.file('/parse?x=canary-query', 'canary-name 카나리아이름.xlsx', file, { headers });
  await server.file('/chunk', 'canary-name.docx', file, { headers: { 'x-api-key': 'canary-file-key' } });
  await server.json('/parse', { filename: 'canary-name.xlsx', data_base64: 'canary-base64' }, { headers });
  await server.json(
    '/parse',
    { filename: 'canary-name.xlsx', data_base64: file.toString('base64'), note: 'canary-note' },
    { headers },
  );
  await server.file('/parse', 'canary-broken.xlsx', file.subarray(0, 400), { headers });
  await server.file('/parse', 'canary-name.xlsx', file, { headers: { 'x-api-key': 'canary-wrong-key' } });
  await server.send('GET', '/canary-path/카나리아?canary-query=1'.replace(/[^ -~]/g, encodeURIComponent), { headers });
  await server.send('GET', '/docs/canary-doc.md');
  await server.send('GET', '/%zz-canary');
  await server.json('/search', { tenant: 'canary-tenant', query: 'canary-question', principal: 'canary-principal' }, { headers });
  await server.send('POST', '/parse', {
    body: Buffer.from('{"canary-json": '),
    headers: { ...headers, 'content-type': 'application/json' },
  });
  const { err, out } = await server.stop();
  expect(err).not.toMatch(/canary|카나리아|%EC%B9%B4/i);
  expect(out).not.toContain('canary');
  const lines = server.log.filter((line) => line.msg === 'request');
  expect(lines.map(({ route, status }) => [route, status])).toEqual([
    ['/parse', 200],
    ['/chunk', 200],
    ['/parse', 400],
    ['/parse', 200],
    ['/parse', 200],
    ['/parse', 401],
    [null, 404],
    ['/docs/:name.md', 404],
    [null, 404],
    ['/search', 200],
    ['/parse', 400],
  ]);
  for (const line of lines)
    expect(Object.keys(line).sort()).toEqual(['bytes_in', 'level', 'method', 'ms', 'msg', 'route', 'status', 'time']);
  expect(lines[0]).toMatchObject({ method: 'POST', bytes_in: file.length, time: expect.stringMatching(/^\d{4}-.*Z$/) });
});

it('without a cache no text of a document stays on disk', async () => {
  const place = temporary('disk');
  const server = await TestServer.start({ env: { SERVICE_NO_CACHE: '1', TMPDIR: place, XDG_CACHE_HOME: place } });
  expect((await server.file('/chunk', 'a.xlsx', sheetWith('흔적 없는 글'))).status).toBe(200);
  const { filesBelow, until } = await import('../support/processes.ts');
  await until('nothing is left', () => filesBelow(place).length === 0);
  await server.stop();
});
