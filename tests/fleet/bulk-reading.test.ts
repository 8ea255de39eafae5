import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { productCli } from '../support/product.ts';
import { cleanEnv, temporary } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';
import { FleetNode, room } from './fleet-node.ts';
import { describeWithStore, storeLab } from './store-lab.ts';

const TENANTS = ['총무과', '예산과', '감사과'];
const FILES = 30;

interface Worker {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  /** Digests of the documents that it has read to the end, in order. */
  read(): string[];
}

describeWithStore('geungeo index --all on several hosts', () => {
  it('shares the reading: killed in the middle, nothing is read twice and nothing is missing', async () => {
    const lab = await storeLab();
    const place = temporary('bulk');
    const corpus = path.join(place, 'corpus');
    for (const tenant of TENANTS) {
      mkdirSync(room(corpus, tenant), { recursive: true });
      for (let at = 0; at < FILES; at++)
        writeFileSync(path.join(room(corpus, tenant), `${at}.xlsx`), sheetWith(`예산 ${tenant} 낱말${at}번`, '집행'));
    }
    const env = lab.env(await lab.bucket('bulk'));
    const start = (name: string): Worker => {
      const args = [productCli(), 'index', '--all', '--corpus', corpus, '--cache', path.join(place, name)];
      const own = cleanEnv({ ...env, SERVICE_LOG_LEVEL: 'debug', SERVICE_PARSE_CHILDREN: '1' });
      const child = spawn(process.execPath, args, { env: own, stdio: ['ignore', 'pipe', 'pipe'] });
      let err = '';
      child.stderr.on('data', (data) => {
        err += data;
      });
      const exited = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
      return {
        child,
        exited,
        read: () => [...err.matchAll(/"sha256":"([0-9a-f]{64})"[^\n]*a document was read/g)].map(([, sha]) => sha as string),
      };
    };
    const [first, second] = [start('a'), start('b')];
    while (first.read().length < 10) await pause(50);
    first.child.kill('SIGKILL');
    await first.exited;
    const third = start('c');
    expect(await Promise.all([second.exited, third.exited])).toEqual([0, 0]);
    const reads = [first, second, third].map((worker) => worker.read());
    console.info(`read by each: ${reads.map((some) => some.length).join(', ')}`);
    const all = reads.flat();
    expect(new Set(all).size).toBe(TENANTS.length * FILES);
    // What the first had read and not yet put into the store when it was killed: one document at most.
    expect(all.length - new Set(all).size).toBeLessThanOrEqual(1);
    expect(reads.every((some) => some.length > 0)).toBe(true);
    const node = await FleetNode.start({ corpus, cache: path.join(place, 'd'), env });
    for (const tenant of TENANTS) {
      const { body } = (await node.list(tenant)) ?? { body: null };
      expect(body.documents).toHaveLength(FILES);
      const found = await node.search(tenant, '낱말7번');
      expect(found?.body.hits[0].filename).toBe('7.xlsx');
    }
    await node.stop();
  }, 300_000);
});
