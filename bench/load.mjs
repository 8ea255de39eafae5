// Load on a tenant that has been read: 20 connections on /search, then /context and /answer, then /search while two large files are
// read again and again. After `npm run build`:
//   node bench/load.mjs CORPUS CACHE TENANT QUESTIONS.jsonl [SECONDS] [LARGE_FILE]
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

const [corpus, cache, tenant, questions, seconds = '15', large] = process.argv.slice(2);
if (questions === undefined)
  throw new Error('usage: node bench/load.mjs CORPUS CACHE TENANT QUESTIONS.jsonl [SECONDS] [LARGE_FILE]');
const asked = readFileSync(questions, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line).question);
const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const server = spawn(process.execPath, [cli, 'serve', '--corpus', corpus, '--cache', cache, '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, SERVICE_VECTORS: '0', SERVICE_LOG_LEVEL: 'error' },
});
const base = await new Promise((resolve) => server.stdout.on('data', (data) => resolve(/http:\S+/.exec(String(data))[0])));
const bodies = (field) => asked.map((text) => JSON.stringify({ tenant, [field]: text, limit: 10 }));

async function run(label, route, field, beside) {
  const requests = bodies(field).map((body) => ({
    method: 'POST',
    path: route,
    headers: { 'content-type': 'application/json' },
    body,
  }));
  const stop = beside?.();
  const {
    latency,
    requests: rate,
    errors,
    timeouts,
    non2xx,
  } = await autocannon({ url: base, connections: 20, duration: Number(seconds), requests });
  stop?.();
  console.log(
    `${label.padEnd(34)} p50 ${latency.p50} ms, p99 ${latency.p99} ms, ${Math.round(rate.average)}/s, errors ${errors + timeouts + non2xx}`,
  );
  return latency;
}

/** Two files at a time, new bytes each time so that nothing is cached. */
function heavy() {
  let going = true;
  const bytes = readFileSync(large);
  const read = async (n) => {
    for (let at = 0; going; at++) {
      const body = Buffer.concat([bytes, Buffer.from(`\n%${n} ${at}`)]);
      const headers = { 'content-type': 'application/octet-stream', 'x-filename': 'large.pdf' };
      await fetch(`${base}/parse`, { method: 'POST', headers, body }).then((answer) => answer.arrayBuffer());
    }
  };
  const both = Promise.all([read(1), read(2)]).catch(() => {});
  return () => {
    going = false;
    return both;
  };
}

try {
  await fetch(`${base}/search`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: bodies('query')[0] });
  await run('/search, first round', '/search', 'query');
  const search = await run('/search', '/search', 'query');
  const context = await run('/context', '/context', 'query');
  const answer = await run('/answer', '/answer', 'question');
  console.log(
    `/context p99 is ${(context.p99 / search.p99).toFixed(2)} × /search, /answer ${(answer.p99 / search.p99).toFixed(2)} ×`,
  );
  if (large !== undefined) {
    const loaded = await run('/search while two files are read', '/search', 'query', heavy);
    console.log(`p99 is ${(loaded.p99 / search.p99).toFixed(2)} × that of an idle server`);
  }
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  console.log(`server: ${(/VmHWM:\s+(\d+)/.exec(status)[1] / 1024) | 0} MB at most`);
} finally {
  server.kill('SIGTERM');
}
