// Two processes against one, each pinned to a core, on one S3 store: questions a second, and bulk reading.
//   npm run build && AWS_…=… node bench/fleet.mjs questions BUCKET CORPUS [SECONDS]
//   npm run build && AWS_…=… node bench/fleet.mjs reading BUCKET CORPUS
// CORPUS is a directory of tenants. The store and the callers take their share of the same cores, and while one process runs they
// have the other core to themselves: the ratio is a lower bound. With STORE="$(pgrep -d ' ' 'radosgw|ceph-')" they are held to the
// cores that the servers have, so that it tells what a second core with a second process on it brings.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

const [what, bucket, corpus, seconds = '20'] = process.argv.slice(2);
if (corpus === undefined) throw new Error('usage: node bench/fleet.mjs questions|reading BUCKET CORPUS [SECONDS]');
const cli = path.join(process.env.GEUNGEO_DIST ?? fileURLToPath(new URL('../dist', import.meta.url)), 'cli.js');
const place = mkdtempSync(path.join(tmpdir(), 'bench-fleet-'));
const cores = cpus().length;
const QUESTIONS = ['예산 집행', '개인정보 보호', '시행령 개정', '신청 서류 제출', '위원회 구성', '과태료 부과 기준'];

const store = (process.env.STORE ?? '').split(' ').filter(Boolean);

/** Holds the store and this process itself to the first cores, where that was asked for. */
function holdToCores(count) {
  const list = Array.from({ length: count }, (_, at) => at % cores).join();
  for (const pid of store.length > 0 ? [...store, process.pid] : [])
    execFileSync('taskset', ['-a', '-c', '-p', list, String(pid)]);
}

function start(args, core, prefix) {
  const env = {
    ...process.env,
    SERVICE_INDEX_URI: `s3://${bucket}/${prefix}`,
    SERVICE_BLOBS_URI: `s3://${bucket}/${prefix}`,
    SERVICE_VECTORS: '0',
    SERVICE_PARSE_CHILDREN: '1',
    SERVICE_LOG_LEVEL: 'debug',
  };
  const child = spawn('taskset', ['-c', String(core), process.execPath, cli, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let read = 0;
  child.stderr.on('data', (data) => {
    read += String(data).split('a document was read').length - 1;
  });
  return { child, exited: new Promise((resolve) => child.on('exit', resolve)), read: () => read };
}

/** Seconds of processor time so far: of the workers that ended, and of the whole machine. */
function processorTime() {
  const own = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  const [user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8').split(/\s+/).slice(1, 8).map(Number);
  return { workers: (Number(own[13]) + Number(own[14])) / 100, machine: (user + nice + system + irq + softirq) / 100 };
}

async function reading() {
  const run = async (label, workers, killed) => {
    const prefix = `reading-${label}-${process.pid}`;
    holdToCores(workers);
    const began = performance.now();
    const before = processorTime();
    const index = (at) =>
      start(['index', '--all', '--corpus', corpus, '--cache', path.join(place, `${label}${at}`)], at % cores, prefix);
    const running = Array.from({ length: workers }, (_, at) => index(at));
    if (killed) {
      while (running[0].read() < 20) await new Promise((resolve) => setTimeout(resolve, 100));
      running[0].child.kill('SIGKILL');
      await running[0].exited;
      running.push(index(2));
    }
    await Promise.all(running.map(({ exited }) => exited));
    const took = (performance.now() - began) / 1000;
    const after = processorTime();
    const own = after.workers - before.workers;
    const others = after.machine - before.machine - own;
    console.log(`${label}: ${took.toFixed(0)} s; documents read by each: ${running.map(({ read }) => read()).join(', ')}`);
    console.log(`  processor time: workers ${own.toFixed(0)} s, all else on the machine (the store) ${others.toFixed(0)} s`);
    return took;
  };
  const one = await run('one', 1, false);
  const two = await run('two', 2, false);
  console.log(`two workers against one: ${(one / two).toFixed(2)} ×`);
  const three = await run('killed', 2, true);
  console.log(`two workers, one of them killed after 20 documents and started anew: ${(one / three).toFixed(2)} ×`);
}

async function questions() {
  const tenants = readdirSync(corpus, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const run = async (label, processes) => {
    holdToCores(processes);
    const servers = await Promise.all(
      Array.from({ length: processes }, async (_, at) => {
        const args = ['serve', '--corpus', corpus, '--cache', path.join(place, `${label}${at}`), '--port', '0'];
        const { child, exited } = start(args, at % cores, 'questions');
        const base = await new Promise((resolve) => child.stdout.on('data', (data) => resolve(/http:\S+/.exec(String(data))[0])));
        return { child, exited, base };
      }),
    );
    // Each tenant is asked at its own server, as a proxy that hashes tenants does it.
    const loads = await Promise.all(
      servers.map(async ({ base }, at) => {
        const own = tenants.filter((_, number) => number % processes === at);
        const requests = own.flatMap((tenant) =>
          QUESTIONS.map((query) => ({
            method: 'POST',
            path: '/search',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ tenant, query, limit: 10 }),
          })),
        );
        for (const { body, headers } of requests)
          await fetch(`${base}/search`, { method: 'POST', headers, body }).then((it) => it.arrayBuffer());
        return { url: base, connections: 8, duration: Number(seconds), requests };
      }),
    );
    const results = await Promise.all(loads.map((load) => autocannon(load)));
    const rate = results.reduce((sum, { requests }) => sum + requests.average, 0);
    const bad = results.reduce((sum, { errors, non2xx, timeouts }) => sum + errors + non2xx + timeouts, 0);
    console.log(`${label}: ${rate.toFixed(0)} questions a second, ${bad} failed`);
    for (const { child, exited } of servers) {
      child.kill('SIGTERM');
      await exited;
    }
    return rate;
  };
  const one = await run('one process', 1);
  const two = await run('two processes', 2);
  console.log(`two processes against one, each on a core: ${(two / one).toFixed(2)} ×`);
}

try {
  await (what === 'reading' ? reading() : questions());
} finally {
  holdToCores(cores);
  rmSync(place, { recursive: true, force: true });
}
