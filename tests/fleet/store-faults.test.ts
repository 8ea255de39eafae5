import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporary } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';
import { FaultyStore } from './faulty-store.ts';
import { FleetNode, room } from './fleet-node.ts';
import { addresses, describeWithStore, storeEnv, storeLab } from './store-lab.ts';

/** No call waits longer than this for a store that does not do its work. */
const DEADLINE_MS = 30_000;
const TENANT = '방';

async function serverBehindFaults(bucket: string) {
  const lab = await storeLab();
  const faulty = await FaultyStore.before(lab.access.endpoint);
  const place = temporary('faults');
  const corpus = path.join(place, 'corpus');
  mkdirSync(room(corpus, TENANT), { recursive: true });
  for (let at = 0; at < 5; at++)
    writeFileSync(path.join(room(corpus, TENANT), `${at}.xlsx`), sheetWith(`예산 낱말${at}번`, '집행'));
  const env = { ...storeEnv(lab.access, faulty.endpoint), ...addresses(await lab.bucket(bucket), 'fleet') };
  const start = (cache: string) => FleetNode.start({ corpus, cache: path.join(place, cache), env });
  const node = await start('cache');
  expect((await node.search(TENANT, '예산'))?.body.hits).toHaveLength(5);
  return { faulty, node, start, corpus };
}

describeWithStore('when the store', () => {
  it.each(['cut', 'hanging'] as const)(
    'is gone (%s), calls say so in time, and all is well when it is back',
    async (fault) => {
      const { faulty, node, corpus } = await serverBehindFaults(`gone-${fault}`);
      faulty.turn(fault);
      for (const ask of [() => node.search(TENANT, '예산'), () => node.list(TENANT)]) {
        const answer = await ask();
        expect([answer?.status, answer?.body.reason]).toEqual([503, 'STORAGE_UNAVAILABLE']);
        expect(answer?.ms).toBeLessThan(DEADLINE_MS);
      }
      const refused = await node.upload(TENANT, '새.xlsx', sheetWith('예산 새로운낱말'));
      expect([refused?.status, refused?.body.reason]).toEqual([503, 'STORAGE_UNAVAILABLE']);
      expect((await node.send('GET', '/health'))?.status).toBe(200);
      // What needs no index goes on.
      const parsed = await node.send('POST', '/parse?filename=a.xlsx', sheetWith('본문'));
      expect([parsed?.status, parsed?.body.access.readable]).toEqual([200, true]);
      writeFileSync(path.join(room(corpus, TENANT), '6.xlsx'), sheetWith('예산 그사이낱말'));
      faulty.turn('none');
      const found = await node.search(TENANT, '그사이낱말');
      expect(found?.body.hits[0].filename).toBe('6.xlsx');
      expect((await node.search(TENANT, '예산', 20))?.body.hits.length).toBeGreaterThanOrEqual(6);
      await node.stop();
      faulty.close();
    },
    240_000,
  );

  it('is slow, calls are answered all the same', async () => {
    const { faulty, node } = await serverBehindFaults('slow');
    faulty.turn('slow');
    const warm = await node.search(TENANT, '낱말3번');
    expect([warm?.status, warm?.body.hits[0].filename]).toEqual([200, '3.xlsx']);
    expect(warm?.ms).toBeLessThan(DEADLINE_MS);
    const stored = await node.upload(TENANT, '새.xlsx', sheetWith('예산 새로운낱말'));
    expect(stored?.status).toBe(201);
    expect(stored?.ms).toBeLessThan(DEADLINE_MS);
    expect((await node.search(TENANT, '새로운낱말'))?.body.hits[0].filename).toBe('새.xlsx');
    console.info(
      `half a second a request: a search ${Math.round(warm?.ms ?? 0)} ms, an upload ${Math.round(stored?.ms ?? 0)} ms`,
    );
    await node.stop();
    faulty.close();
  }, 240_000);

  it('is full, questions about what is there are answered and new documents are refused with the reason', async () => {
    const { faulty, node, corpus } = await serverBehindFaults('full');
    faulty.turn('full');
    expect((await node.search(TENANT, '낱말2번'))?.body.hits[0].filename).toBe('2.xlsx');
    const refused = await node.upload(TENANT, '새.xlsx', sheetWith('예산 새로운낱말'));
    expect([refused?.status, refused?.body.reason]).toEqual([503, 'STORAGE_FULL']);
    expect(refused?.ms).toBeLessThan(DEADLINE_MS);
    faulty.turn('none');
    writeFileSync(path.join(room(corpus, TENANT), '7.xlsx'), sheetWith('예산 나중낱말'));
    expect((await node.search(TENANT, '나중낱말'))?.body.hits[0].filename).toBe('7.xlsx');
    expect((await node.search(TENANT, '새로운낱말'))?.body.hits[0].filename).toBe('새.xlsx');
    await node.stop();
    faulty.close();
  }, 240_000);

  it('is gone or not fit, a server does not start, and says why without a secret', async () => {
    const { faulty, node, start } = await serverBehindFaults('start');
    await node.stop();
    faulty.turn('cut');
    const refusal = await start('other').then(
      () => 'it started',
      (error: Error) => error.message,
    );
    expect(refusal).toContain('expected a store that answers');
    expect(refusal).not.toContain('labsecret');
    faulty.close();
  }, 120_000);
});
