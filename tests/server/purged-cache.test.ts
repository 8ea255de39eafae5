import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { run, TestServer } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';

const KEY = 'admin-key-5f1c0a97';
const as = { headers: { 'x-api-key': KEY } };

it('a cache that is purged or removed below a running server is made anew, and no call fails for it', async () => {
  const server = await TestServer.start({ env: { SERVICE_API_KEY: KEY } });
  const purged = async () => expect((await run(['cache', 'purge', '--all', '--cache', server.cache])).code).toBe(0);
  const removed = async () => rmSync(server.cache, { recursive: true, force: true });
  const upload = async (name: string) =>
    expect((await server.file('/documents/upload?tenant=room', name, sheetWith(`글 ${name}`), as)).status).toBe(201);
  const search = async () => {
    const answer = await server.json('/search', { tenant: 'room', query: '글' }, as);
    expect(answer.status).toBe(200);
    return answer.body.hits.map(({ filename }: { filename: string }) => filename).sort();
  };
  const names: string[] = [];
  for (const [round, gone] of [purged, removed].entries()) {
    await upload(`${round}a.xlsx`);
    names.push(`${round}a.xlsx`);
    await gone();
    expect(await search()).toEqual(names);
    await gone();
    await upload(`${round}b.xlsx`);
    await gone();
    expect((await server.send('DELETE', `/documents?tenant=room&filename=${round}b.xlsx`, as)).status).toBe(200);
    await gone();
    expect(await Promise.all([search(), search(), search()])).toEqual([names, names, names]);
    expect((await server.file('/parse', 'a.xlsx', sheetWith(`새 글 ${round}`), as)).body.access.readable).toBe(true);
  }
  await server.stop();
});
