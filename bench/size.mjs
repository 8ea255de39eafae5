// What a server needs for a tenant: processor time of a start and of each kind of call, memory, disk. Processor time, not
// wall time, so that it holds on a busy machine; `time` in front of it tells that of a first read. After `npm run build`:
//   node bench/size.mjs CORPUS CACHE TENANT QUESTIONS.jsonl [CALLS]
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [corpus, cache, tenant, questions, calls = '100'] = process.argv.slice(2);
if (questions === undefined) throw new Error('usage: node bench/size.mjs CORPUS CACHE TENANT QUESTIONS.jsonl [CALLS]');
const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const asked = readFileSync(questions, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line).question);

const megabytes = (folder) => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0) / 1e6;
};

const read = spawnSync(process.execPath, [cli, 'index', tenant, '--corpus', corpus, '--cache', cache], { encoding: 'utf8' });
if (read.status !== 0) throw new Error(read.stderr);
console.log(read.stdout.trim());
console.log(
  `originals ${megabytes(path.join(corpus, tenant)).toFixed(0)} MB, cache ${megabytes(cache).toFixed(0)} MB of which parsed ${megabytes(path.join(cache, 'parsed')).toFixed(0)} MB`,
);

const server = spawn(process.execPath, [cli, 'serve', '--corpus', corpus, '--cache', cache, '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, SERVICE_VECTORS: '0', SERVICE_LOG_LEVEL: 'error' },
});
const base = await new Promise((resolve) => server.stdout.on('data', (data) => resolve(/http:\S+/.exec(String(data))[0])));
const cpu = async () => Number(/^process_cpu_seconds_total (\S+)$/m.exec(await (await fetch(`${base}/metrics`)).text())[1]);
const send = async (route, body) => {
  const reply = await fetch(base + route, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenant, ...body }),
  });
  if (!reply.ok) throw new Error(`${route}: ${reply.status}`);
  await reply.arrayBuffer();
};
try {
  const started = await cpu();
  await send('/search', { query: asked[0] });
  console.log(`start ${started.toFixed(2)} s of CPU, first answer ${((await cpu()) - started).toFixed(2)} s`);
  for (const [route, field] of [
    ['/search', 'query'],
    ['/context', 'query'],
    ['/answer', 'question'],
  ]) {
    const from = await cpu();
    for (let at = 0; at < Number(calls); at++) await send(route, { [field]: asked[at % asked.length] });
    console.log(`${route}: ${((1000 * ((await cpu()) - from)) / Number(calls)).toFixed(1)} ms of CPU a call`);
  }
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  console.log(`server: ${(/VmHWM:\s+(\d+)/.exec(status)[1] / 1024) | 0} MB at most`);
} finally {
  server.kill('SIGTERM');
}
