import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { describeWithStore, storeEnv, storeLab } from './store-lab.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** What tests the contract from outside and touches what is kept; with GEUNGEO_NIGHTLY all of it. */
const CONTRACT = process.env.GEUNGEO_NIGHTLY
  ? ['tests/contract', 'tests/server', 'tests/evidence/routes.test.ts', 'tests/mcp', 'tests/clients']
  : ['tests/contract', 'tests/server/tenants.test.ts', 'tests/server/uploads.test.ts', 'tests/evidence/routes.test.ts'];

describeWithStore('the tests of the contract', () => {
  it('pass with indexes and parsed documents in an S3 store', async () => {
    const lab = await storeLab();
    const bucket = await lab.bucket('contract');
    // A test run of its own, which must not take itself for a worker of this one.
    const outside = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS)/.test(name)));
    const { status, stdout } = spawnSync('npx', ['vitest', 'run', ...CONTRACT], {
      cwd: PROJECT,
      encoding: 'utf8',
      env: { ...outside, ...storeEnv(lab.access, lab.access.endpoint), GEUNGEO_STORE_BUCKET: bucket, GEUNGEO_NIGHTLY: '' },
    });
    expect([status, status === 0 ? '' : stdout.slice(-4000)]).toEqual([0, '']);
    // They were really there: an index and parsed documents of many servers.
    const { S3Store } = await import('../../src/storage/s3/s3-store.ts');
    const store = new S3Store(lab.access, { bucket, prefix: '' });
    const worlds = new Set<string>();
    for await (const { key } of store.list('')) if (key.includes('/index/')) worlds.add(key.split('/')[0] as string);
    expect(worlds.size).toBeGreaterThan(2);
    store.close();
  }, 900_000);
});
