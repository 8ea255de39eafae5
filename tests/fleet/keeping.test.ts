import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { S3Store } from '../../src/storage/s3/s3-store.ts';
import { run, temporary } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';
import { FleetNode, type Reply, room } from './fleet-node.ts';
import { describeWithStore, storeLab } from './store-lab.ts';

const TENANT = '방';

async function place(bucket: string) {
  const lab = await storeLab();
  const directory = temporary('keeping');
  const corpus = path.join(directory, 'corpus');
  mkdirSync(room(corpus, TENANT), { recursive: true });
  for (let at = 0; at < 4; at++)
    writeFileSync(path.join(room(corpus, TENANT), `${at}.xlsx`), sheetWith(`예산 낱말${at}번`, '집행'));
  const name = await lab.bucket(bucket);
  const env = lab.env(name);
  const start = (cache: string, more = {}) =>
    FleetNode.start({ corpus, cache: path.join(directory, cache), env: { ...env, ...more } });
  const store = new S3Store(lab.access, { bucket: name, prefix: 'fleet' });
  const keys = async (prefix: string) => {
    const found: string[] = [];
    for await (const { key } of store.list(prefix)) found.push(key);
    return found;
  };
  return { directory, corpus, env, start, store, keys };
}

function filesOf(reply: Reply | null): string[] {
  return reply?.body.hits.map(({ filename }: { filename: string }) => filename);
}

describeWithStore('what servers keep in a store', () => {
  it('is listed and purged by the retention tool', async () => {
    const { directory, corpus, env, start, keys } = await place('retention');
    const node = await start('a');
    expect((await node.search(TENANT, '낱말1번'))?.body.hits[0].filename).toBe('1.xlsx');
    await node.stop();
    const cache = path.join(directory, 'b');
    const listed = await run(['cache', 'list', '--cache', cache], env);
    expect(listed.out.trim().split('\n')).toHaveLength(4);
    rmSync(path.join(room(corpus, TENANT), '1.xlsx'));
    const orphans = await run(['cache', 'purge', '--orphans', '--corpus', corpus, '--cache', cache], env);
    expect([orphans.code, orphans.err]).toEqual([0, '']);
    expect(await keys('parsed/')).toHaveLength(3);
    const again = await start('c');
    expect((await again.list(TENANT))?.body.documents).toHaveLength(3);
    expect(filesOf(await again.search(TENANT, '낱말1번'))).not.toContain('1.xlsx');
    // Below a server that runs: what is needed is made anew from the corpus.
    const all = await run(['cache', 'purge', '--all', '--cache', cache], env);
    expect(all.code).toBe(0);
    expect(await keys('parsed/')).toHaveLength(0);
    expect((await again.search(TENANT, '낱말2번'))?.body.hits[0].filename).toBe('2.xlsx');
    await again.stop();
  }, 180_000);

  it('is of one version each: servers of two versions work side by side, and nothing is read anew that one has read', async () => {
    const { corpus, start, keys } = await place('versions');
    // A setting that changes what is read names other places, as another version of the readers does.
    const [older, newer] = await Promise.all([start('a'), start('b', { SERVICE_PAGINATE: '0' })]);
    for (const node of [older, newer]) expect((await node.search(TENANT, '예산'))?.body.hits).toHaveLength(4);
    expect((await older.upload(TENANT, '새.xlsx', sheetWith('예산 새로운낱말')))?.status).toBe(201);
    expect((await newer.search(TENANT, '새로운낱말'))?.body.hits[0].filename).toBe('새.xlsx');
    expect((await newer.remove(TENANT, '0.xlsx'))?.status).toBe(200);
    expect(filesOf(await older.search(TENANT, '낱말0번'))).not.toContain('0.xlsx');
    writeFileSync(path.join(room(corpus, TENANT), '2.xlsx'), sheetWith('예산 다른낱말'));
    for (const node of [older, newer]) expect((await node.search(TENANT, '다른낱말'))?.body.hits[0].filename).toBe('2.xlsx');
    expect(new Set((await keys('index/')).map((key) => key.split('/')[1])).size).toBe(2);
    await Promise.all([older.stop(), newer.stop()]);
  }, 180_000);

  it('can be lost whole: the corpus is enough', async () => {
    const { start, store, keys } = await place('lost');
    const node = await start('a');
    expect((await node.search(TENANT, '예산'))?.body.hits).toHaveLength(4);
    for (const key of [...(await keys('index/')), ...(await keys('parsed/'))]) await store.remove(key);
    const fresh = await start('b');
    for (const each of [fresh, node]) expect((await each.search(TENANT, '예산'))?.body.hits).toHaveLength(4);
    await Promise.all([node.stop(), fresh.stop()]);
  }, 180_000);
});
