// Many tenants on an S3 store: opening one and its first answer, and the server's memory after all were asked.
//   npm run build && AWS_…=… node bench/many-tenants-on-store.mjs BUCKET [TENANTS=2000]
// One tenant is read for real; the others are copies of its folder and, inside the store, of its index.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { access } from './store-access.mjs';

const dist = process.env.GEUNGEO_DIST ?? fileURLToPath(new URL('../dist', import.meta.url));
const { S3Requests } = await import(path.join(dist, 'storage/s3/s3-request.js'));
const { S3Store } = await import(path.join(dist, 'storage/s3/s3-store.js'));
const [bucket, count = '2000'] = process.argv.slice(2);
if (bucket === undefined) throw new Error('usage: node bench/many-tenants-on-store.mjs BUCKET [TENANTS]');
const tenants = Number(count);
const AT_ONCE = 16;
const prefix = `many-${process.pid}`;
const place = mkdtempSync(path.join(tmpdir(), 'bench-many-'));
const corpus = path.join(place, 'corpus');
const sources = fileURLToPath(new URL('../../shared/corpus/hwpx', import.meta.url));
const files = readdirSync(sources).sort().slice(0, 6);
const name = (number) => `t${String(number).padStart(5, '0')}`;

for (let number = 0; number < tenants; number++) {
  mkdirSync(path.join(corpus, name(number)), { recursive: true });
  for (const file of files) copyFileSync(path.join(sources, file), path.join(corpus, name(number), file));
}

async function serve() {
  const env = {
    ...process.env,
    SERVICE_INDEX_URI: `s3://${bucket}/${prefix}`,
    SERVICE_BLOBS_URI: `s3://${bucket}/${prefix}`,
    SERVICE_VECTORS: '0',
    SERVICE_LOG_LEVEL: 'error',
  };
  const args = [path.join(dist, 'cli.js'), 'serve', '--corpus', corpus, '--cache', path.join(place, 'cache'), '--port', '0'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const base = await new Promise((resolve) => child.stdout.on('data', (data) => resolve(/http:\S+/.exec(String(data))[0])));
  const ask = async (tenant) => {
    const began = performance.now();
    const answer = await fetch(`${base}/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tenant, query: '신청 서류 제출', limit: 5 }),
    });
    const body = await answer.json();
    if (answer.status !== 200 || body.chunks_searched === 0) throw new Error(`${tenant}: ${answer.status}`);
    return performance.now() - began;
  };
  return { child, ask, stop: () => new Promise((resolve) => child.once('exit', resolve) && child.kill('SIGTERM')) };
}

const first = await serve();
await first.ask(name(0));
await new Promise((resolve) => setTimeout(resolve, 6000));
await first.stop();

const requests = new S3Requests(access, bucket);
const store = new S3Store(access, { bucket, prefix });
const table = (tenant) => `t${createHash('sha256').update(`/${tenant}`).digest('hex').slice(0, 40)}`;
const keys = [];
for await (const { key } of store.list('index/')) keys.push(key);
const copies = [];
for (let number = 1; number < tenants; number++) {
  for (const key of keys) copies.push([key, key.replace(table(name(0)), table(name(number)))]);
}
if (copies.length > 0 && copies[0][0] === copies[0][1]) throw new Error('the name of the table is not as expected');
const copied = performance.now();
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let copy = copies.pop(); copy !== undefined; copy = copies.pop()) {
      const source = `/${bucket}/${prefix}/${copy[0]}`;
      const reply = await requests.send({
        method: 'PUT',
        key: `${prefix}/${copy[1]}`,
        headers: { 'x-amz-copy-source': encodeURI(source) },
      });
      for await (const _ of reply.body);
      if (reply.status !== 200) throw new Error(`copy: ${reply.status}`);
    }
  }),
);
console.log(`${keys.length} objects a tenant; copied in ${((performance.now() - copied) / 1000).toFixed(0)} s`);

const server = await serve();
const times = [];
for (let number = 0; number < tenants; number++) times.push(await server.ask(name(number)));
times.sort((a, b) => a - b);
const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
const rss = Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024;
console.log(
  `${tenants} tenants: open and first answer p50 ${times[Math.floor(tenants / 2)].toFixed(0)} ms, p99 ${times[Math.floor(tenants * 0.99)].toFixed(0)} ms; RSS ${rss.toFixed(0)} MB`,
);
await server.stop();
store.close();
requests.close();
rmSync(place, { recursive: true, force: true });
