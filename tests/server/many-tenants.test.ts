import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { memory } from '../support/processes.ts';
import { TestServer } from '../support/server.ts';
import { madeBook } from './fixtures/made-books.ts';

const NIGHTLY = Boolean(process.env.GEUNGEO_NIGHTLY);
const TENANTS = Number(process.env.GEUNGEO_TEST_TENANTS ?? (NIGHTLY ? 500 : 12));
const DOCUMENTS = NIGHTLY ? 20 : 5;
const CHUNKS = 3;
const ROUNDS = 2;
const MOST_RESIDENT = 600 * 2 ** 20;

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ env: { SERVICE_LOG_LEVEL: 'warn' } });
  const shared = Array.from({ length: DOCUMENTS - 1 }, (_, number) => madeBook(number, CHUNKS, '공통낱말'));
  for (let tenant = 0; tenant < TENANTS; tenant++) {
    const directory = path.join(server.corpus, `방${tenant}`);
    mkdirSync(directory);
    for (const [number, bytes] of shared.entries()) writeFileSync(path.join(directory, `${number}.xlsx`), bytes);
    writeFileSync(path.join(directory, '고유.xlsx'), madeBook(10_000 + tenant, CHUNKS, `고유${tenant}번 공통낱말`));
  }
}, 600_000);
afterAll(() => server.stop());

it(`${TENANTS} tenants visited in turn answer for themselves, in bounded memory`, async () => {
  let resident = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (let tenant = 0; tenant < TENANTS; tenant++) {
      const search = async (query: string) =>
        (await server.json('/search', { tenant: `방${tenant}`, query, limit: 20 })).body as {
          chunks_searched: number;
          hits: { filename: string; text: string }[];
        };
      const common = await search('공통낱말');
      expect(common.chunks_searched).toBe(DOCUMENTS * CHUNKS);
      expect(common.hits.filter(({ text }) => text.includes('공통낱말'))).toHaveLength(DOCUMENTS);
      for (const { text } of common.hits) if (text.includes('고유')) expect(text).toContain(`고유${tenant}번 `);
      expect((await search(`고유${tenant}번`)).hits[0]?.filename).toBe('고유.xlsx');
      const foreign = await search(`고유${(tenant + 1) % TENANTS}번`);
      expect(foreign.hits.filter(({ text }) => text.includes(`고유${(tenant + 1) % TENANTS}번 `))).toEqual([]);
      resident = Math.max(resident, memory(server.pid, 'VmRSS'));
    }
  }
  console.info(
    `${TENANTS} tenants of ${DOCUMENTS} documents, ${ROUNDS} rounds: at most ${Math.round(resident / 2 ** 20)} MB resident`,
  );
  expect(resident).toBeLessThan(MOST_RESIDENT);
}, 3_600_000);
