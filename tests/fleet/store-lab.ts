import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { S3Access } from '../../src/shared/s3-access.ts';
import { S3Requests } from '../../src/storage/s3/s3-request.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/s3-lab.sh', import.meta.url));
/** Set by the global set-up of a test run, which also stops what was started there. */
export const LAB_VARIABLE = 'GEUNGEO_STORE_LAB';

/** A real S3 store on loopback, one for the whole test run: the first who needs it starts it. */
export interface StoreLab {
  readonly access: S3Access & { readonly endpoint: string };
  /** Makes a bucket. */
  bucket(name: string): Promise<string>;
  /** Variables for a program that keeps its index and parsed documents there. */
  env(bucket: string, prefix?: string): Record<string, string>;
}

export function isLabInstalled(): boolean {
  return ['ceph-mon', 'ceph-osd', 'radosgw'].every((part) => existsSync(`/usr/bin/${part}`));
}

/** With CI set a missing store fails the tests, elsewhere they are skipped with a visible line. */
export function describeWithStore(name: string, tests: () => void): void {
  if (isLabInstalled()) describe(name, tests);
  else if (process.env.CI)
    it(name, () => expect.fail('ceph-mon, ceph-osd and radosgw are missing: run scripts/setup-debian.sh --fleet'));
  else describe.skip(`${name} (skipped: no Ceph here, run scripts/setup-debian.sh --fleet)`, tests);
}

export async function storeLab(): Promise<StoreLab> {
  // One that runs already: "ENDPOINT ACCESS_KEY SECRET_KEY", as the script prints it.
  const running = process.env.GEUNGEO_STORE;
  const directory = process.env[LAB_VARIABLE] ?? path.join(tmpdir(), `geungeo-store-lab-${process.pid}`);
  const [endpoint = '', accessKeyId = '', secretAccessKey = ''] = (running ?? (await started(directory))).split(' ');
  const access = { endpoint, accessKeyId, secretAccessKey, region: 'us-east-1', sessionToken: null };
  return {
    access,
    bucket: async (name) => {
      const requests = new S3Requests(access, name);
      const reply = await requests.send({ method: 'PUT' });
      reply.body.resume();
      requests.close();
      if (reply.status !== 200) throw new Error(`bucket ${name}: ${reply.status}`);
      return name;
    },
    env: (bucket, prefix = 'fleet') => ({ ...storeEnv(access, endpoint), ...addresses(bucket, prefix) }),
  };
}

export function storeEnv(access: S3Access, endpoint: string): Record<string, string> {
  return { AWS_ENDPOINT_URL: endpoint, AWS_ACCESS_KEY_ID: access.accessKeyId, AWS_SECRET_ACCESS_KEY: access.secretAccessKey };
}

export function addresses(bucket: string, prefix: string): Record<string, string> {
  return { SERVICE_INDEX_URI: `s3://${bucket}/${prefix}`, SERVICE_BLOBS_URI: `s3://${bucket}/${prefix}` };
}

/** What the script said when it was up; whoever makes the directory starts it, the others wait. */
async function started(directory: string): Promise<string> {
  const said = path.join(directory, 'said');
  if (isFirst(directory)) {
    const port = await freePort();
    try {
      const out = execFileSync(SCRIPT, ['up', path.join(directory, 'lab'), String(port)], { encoding: 'utf8', timeout: 200_000 });
      writeFileSync(said, out.trim());
    } catch (error) {
      writeFileSync(path.join(directory, 'failed'), String(error));
      throw error;
    }
  }
  for (;;) {
    if (existsSync(said)) return readFileSync(said, 'utf8');
    const failed = path.join(directory, 'failed');
    if (existsSync(failed)) throw new Error(`the store did not start: ${readFileSync(failed, 'utf8')}`);
    await pause(200);
  }
}

function isFirst(directory: string): boolean {
  try {
    mkdirSync(directory);
    return true;
  } catch {
    return false;
  }
}

export function stopLab(directory: string): void {
  if (!existsSync(directory)) return;
  if (existsSync(path.join(directory, 'lab'))) execFileSync(SCRIPT, ['down', path.join(directory, 'lab')], { timeout: 60_000 });
  rmSync(directory, { recursive: true, force: true });
}

/** A port that is free together with the next one. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
