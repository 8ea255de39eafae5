import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';

const KEY = 'admin-key-5f1c0a97';
const ROUNDS = Number(process.env.GEUNGEO_TEST_RUNS ?? (process.env.GEUNGEO_NIGHTLY ? 1000 : 50));
const as = { headers: { 'x-api-key': KEY } };

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ env: { SERVICE_API_KEY: KEY } });
});
afterAll(() => server.stop());

const upload = (name: string, bytes: Buffer, replace = false) =>
  server.file(`/documents/upload?tenant=race${replace ? '&replace=1' : ''}`, name, bytes, as);
const remove = (name: string) => server.send('DELETE', `/documents?tenant=race&filename=${name}`, as);
const list = async (): Promise<{ filename: string; doc_id: string }[]> =>
  (await server.send('GET', '/documents?tenant=race', as)).body.documents;
const docId = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

describe('two uploads of one name at once', () => {
  it(`have one winner each time, whose bytes are stored and listed (${ROUNDS} rounds)`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const name = `${round}.xlsx`;
      const bytes = [sheetWith(`왼쪽 ${round}`), sheetWith(`오른쪽 ${round}`)];
      const answers = await Promise.all(bytes.map((each) => upload(name, each)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const won = answers.find(({ status }) => status === 201)?.body.doc_id;
      expect(docId(readFileSync(path.join(server.corpus, 'race', name)))).toBe(won);
      if (round % 10 === 9) expect((await list()).find(({ filename }) => filename === name)?.doc_id).toBe(won);
    }
    expect(readdirSync(path.join(server.corpus, 'race')).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(await list()).toHaveLength(ROUNDS);
  }, 1_800_000);
});

describe('uploads, removals and listings at once', () => {
  it('leave a listing that is one of the legal states', async () => {
    const a = sheetWith('가');
    const b = sheetWith('나');
    for (let round = 0; round < Math.max(5, ROUNDS / 10); round++) {
      const answers = await Promise.all([upload('x.xlsx', a, true), upload('x.xlsx', b, true), remove('x.xlsx'), list(), list()]);
      expect([answers[0].status, answers[1].status]).toEqual([201, 201]);
      expect([200, 404]).toContain(answers[2].status);
      const found = (await list()).find(({ filename }) => filename === 'x.xlsx')?.doc_id ?? null;
      const there = readdirSync(path.join(server.corpus, 'race')).includes('x.xlsx');
      expect(found).toBe(there ? docId(readFileSync(path.join(server.corpus, 'race', 'x.xlsx'))) : null);
    }
  }, 1_800_000);
});
