// What a search costs on an S3 store against the same index on disk, warm, in one run; and how many requests it makes.
//   npm run build && AWS_ENDPOINT_URL=… AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=… node bench/store-search.mjs s3://BUCKET/PREFIX [chunks=100000] [directory to keep the other in]
// scripts/s3-lab.sh starts a store on loopback; it shares the cores with everything else, so that only the ratios are worth anything.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { access } from './store-access.mjs';

const dist = process.env.GEUNGEO_DIST ?? fileURLToPath(new URL('../dist', import.meta.url));
const { SearchStore } = await import(path.join(dist, 'search/search-store.js'));
const { parseStoreAddress } = await import(path.join(dist, 'shared/store-address.js'));

const [uri, count = '100000'] = process.argv.slice(2);
const address = parseStoreAddress(uri ?? '');
if (address?.kind !== 's3') throw new Error('usage: node bench/store-search.mjs s3://BUCKET/PREFIX [CHUNKS]');
const chunks = Number(count);
const PER_DOCUMENT = 20;
const BATCH = 100;
const LIMIT = 20;
const PASSES = 3;
const cacheBytes = Number(process.env.CACHE_MB ?? 256) * 1024 * 1024;

const root = fileURLToPath(new URL('../../shared/corpus/eval/autorag_ko', import.meta.url));
const lines = (file) => readFileSync(path.join(root, file), 'utf8').split('\n').filter(Boolean);
const pieces = lines('ocr_corpus_v3.jsonl').flatMap((line) =>
  JSON.parse(line)
    .contents.split('\n')
    .filter((text) => text.trim().length >= 8),
);
const questions = lines('qa_v4.jsonl').map((line) => JSON.parse(line).query);
let state = 11;
const next = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 0x1_0000_0000;
};
const pick = (from) => from[Math.floor(next() * from.length)];

function made(number) {
  const name = `문서 ${number}.hwpx`;
  const docId = `sha256:${createHash('sha256').update(name).digest('hex')}`;
  const text = () => Array.from({ length: 2 + Math.floor(next() * 10) }, () => pick(pieces)).join('\n');
  const chunk = (_, at) => ({
    id: `c${at + 1}`,
    doc_id: docId,
    kind: 'paragraph',
    text: text(),
    blocks: [`b${at + 1}`],
    anchors: [{ page: 1, bbox: null, cell_range: null }],
    path: [name],
    outline: [],
    extractors: ['hwpx'],
  });
  return { name, docId, cls: '*', stamp: '1', info: '{}', chunks: Array.from({ length: PER_DOCUMENT }, chunk) };
}

/** Counts what passes to the store. */
async function counted(endpoint) {
  const target = new URL(endpoint);
  const agent = new http.Agent({ keepAlive: true });
  const counts = { requests: 0 };
  const server = http.createServer((request, response) => {
    counts.requests++;
    const { method, url, headers } = request;
    const out = http.request({ host: target.hostname, port: target.port, method, path: url, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    out.on('error', () => response.destroy());
    request.pipe(out);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { counts, endpoint: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

const kept = process.argv[4];
const directory = kept ?? mkdtempSync(path.join(tmpdir(), 'bench-store-'));
const places = {
  disk: { directory },
  s3: { directory: null, address, access },
};
const stores = {};
for (const [label, place] of Object.entries(places)) {
  state = 11;
  const store = await SearchStore.open({ ...place, cacheBytes, upkeep: false });
  stores[label] = store;
  const began = performance.now();
  await store.use('bench', async (index) => {
    if ((await index.view()).documents.size * PER_DOCUMENT >= chunks) return;
    for (let number = 0; number * PER_DOCUMENT < chunks; number += BATCH) {
      const many = Math.min(BATCH, chunks / PER_DOCUMENT - number);
      await index.replaceDocuments(Array.from({ length: many }, (_, at) => made(number + at)));
    }
    await index.maintain();
  });
  console.log(`${label}: ${chunks} chunks written and indexed in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

const ask = (store, query) =>
  store.use('bench', async (index) => (await index.view()).search({ text: query, limit: LIMIT, classes: null }));
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const at = (values, share) => values[Math.floor(values.length * share)];
for (let pass = 1; pass <= PASSES; pass++) {
  const times = { disk: [], s3: [] };
  const spent = { disk: 0, s3: 0 };
  for (const question of questions) {
    for (const [label, store] of Object.entries(stores)) {
      const began = performance.now();
      const before = process.cpuUsage();
      await ask(store, question);
      times[label].push(performance.now() - began);
      const { user, system } = process.cpuUsage(before);
      spent[label] += (user + system) / 1000 / questions.length;
    }
  }
  const [disk, s3] = [median(times.disk), median(times.s3)];
  console.log(
    `pass ${pass}: p50 disk ${disk.toFixed(1)} ms, S3 ${s3.toFixed(1)} ms = ${(s3 / disk).toFixed(2)} ×; p99 ${at(times.disk, 0.99).toFixed(0)} / ${at(times.s3, 0.99).toFixed(0)} ms; processor time ${spent.disk.toFixed(1)} / ${spent.s3.toFixed(1)} ms`,
  );
}
await stores.s3.close();

const between = await counted(access.endpoint);
// The engine would take it over what it is told.
delete process.env.AWS_ENDPOINT_URL;
const watched = await SearchStore.open({
  directory: null,
  address,
  access: { ...access, endpoint: between.endpoint },
  cacheBytes,
  upkeep: false,
});
const requests = async (work) => {
  const before = between.counts.requests;
  await work();
  return between.counts.requests - before;
};
console.log(`requests: opening and the first question ${await requests(() => ask(watched, questions[0]))}`);
const first = await requests(async () => {
  for (const question of questions.slice(1)) await ask(watched, question);
});
const again = await requests(async () => {
  for (const question of questions) await ask(watched, question);
});
console.log(
  `requests: a question asked first ${(first / (questions.length - 1)).toFixed(1)}, a warm one ${(again / questions.length).toFixed(1)}`,
);
const write = await requests(() => watched.use('bench', (index) => index.replaceDocuments([made(0)])));
console.log(`requests: replacing one document of ${PER_DOCUMENT} chunks ${write}`);
console.log(`RSS ${Math.round(process.memoryUsage().rss / 1e6)} MB with both open`);
await watched.close();
between.close();
await stores.disk.close();
if (kept === undefined) rmSync(directory, { recursive: true, force: true });
