// What a search costs over what the engine alone costs, on the same table in the same run.
//   npm run build && [CACHE_MB=256] node bench/search.mjs [chunks=10000] [directory to keep the table in]
// 1,000,000 chunks take about ten minutes to build. Figures of a shared machine are only good as ratios.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect, MatchQuery, Operator, Session } from '@lancedb/lancedb';

const dist = process.env.GEUNGEO_DIST ?? fileURLToPath(new URL('../dist', import.meta.url));
const { SearchStore } = await import(path.join(dist, 'search/search-store.js'));
const { queryTerms } = await import(path.join(dist, 'search/analysis/analyzer.js'));
const { indexGeneration } = await import(path.join(dist, 'search/generation.js'));

const chunks = Number(process.argv[2] ?? 10_000);
const kept = process.argv[3];
const directory = kept ?? mkdtempSync(path.join(tmpdir(), 'bench-search-'));
const root = fileURLToPath(new URL('../../shared/corpus/eval', import.meta.url));
const PER_DOCUMENT = 20;
const CLASSES = 50;
const LIMIT = 20;

let state = 7;
const next = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 0x1_0000_0000;
};
const pick = (from) => from[Math.floor(next() * from.length)];
const lines = (file) => readFileSync(path.join(root, file), 'utf8').split('\n').filter(Boolean);
const pieces = lines('autorag_ko/ocr_corpus_v3.jsonl').flatMap((line) =>
  JSON.parse(line)
    .contents.split('\n')
    .filter((text) => text.trim().length >= 8),
);
const questions = lines('autorag_ko/qa_v4.jsonl').map((line) => JSON.parse(line).query);

function document(number) {
  const name = `문서 ${String(number).padStart(7, '0')}.hwpx`;
  const docId = `sha256:${createHash('sha256').update(name).digest('hex')}`;
  const title = pick(pieces).slice(0, 40);
  return {
    name,
    docId,
    cls: `c${number % CLASSES}`,
    stamp: '1',
    info: '{}',
    chunks: Array.from({ length: PER_DOCUMENT }, (_, at) => ({
      id: `c${at + 1}`,
      doc_id: docId,
      kind: 'paragraph',
      text: Array.from({ length: 2 + Math.floor(next() * 10) }, () => pick(pieces)).join('\n'),
      blocks: [`b${at + 1}`],
      anchors: [{ page: 1, bbox: null, cell_range: null }],
      path: [title],
      outline: [],
      extractors: ['hwpx'],
    })),
  };
}

/** Asks every question in every way, one way after the other, so that all have the same share of a busy machine. */
async function compare(ways, passes) {
  const times = new Map(Object.keys(ways).map((label) => [label, { wall: [], cpu: 0 }]));
  for (let pass = 0; pass < passes; pass++) {
    for (const question of questions) {
      for (const [label, work] of Object.entries(ways)) {
        const cpu = process.cpuUsage();
        const started = performance.now();
        await work(question);
        const kept = times.get(label);
        kept.wall.push(performance.now() - started);
        const { user, system } = process.cpuUsage(cpu);
        kept.cpu += (user + system) / 1000;
      }
    }
  }
  let base;
  for (const [label, { wall, cpu }] of times) {
    wall.sort((a, b) => a - b);
    const figures = { p50: wall[Math.floor(wall.length / 2)], p99: wall[Math.floor(wall.length * 0.99)], cpu: cpu / wall.length };
    base ??= figures;
    const text = Object.entries(figures).map(
      ([name, ms]) => `${name} ${ms.toFixed(1).padStart(6)} ms (${(ms / base[name]).toFixed(2)} ×)`,
    );
    console.log(`  ${label.padEnd(34)} ${text.join('  ')}`);
  }
}

const peak = () => Math.round(process.resourceUsage().maxRSS / 1000);
const diskUse = (from) =>
  readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);

const store = await SearchStore.open({ directory, upkeep: false });
await store.use('bench', async (index) => {
  const there = (await index.view()).statistics(null).chunks;
  if (there < chunks) {
    const started = performance.now();
    for (let number = there / PER_DOCUMENT; number * PER_DOCUMENT < chunks; ) {
      const batch = [];
      for (; batch.length < 200 && number * PER_DOCUMENT < chunks; number++) batch.push(document(number));
      await index.replaceDocuments(batch);
    }
    const written = performance.now();
    await index.maintain();
    console.log(
      `wrote ${chunks - there} chunks in ${((written - started) / 1000).toFixed(1)} s, indexed in ${((performance.now() - written) / 1000).toFixed(1)} s`,
    );
  }
  const began = performance.now();
  await index.maintain();
  console.log(`put in order in ${((performance.now() - began) / 1000).toFixed(1)} s, peak of memory ${peak()} MB`);
});
await store.close();

// The engine alone: the same terms, the same table, the same columns that an answer needs.
const place = path.join(directory, 'index', indexGeneration(null));
const connection = await connect(place, { readConsistencyInterval: 0, session: new Session(192n << 20n, 64n << 20n) });
const table = await connection.openTable(`t${createHash('sha256').update('bench').digest('hex').slice(0, 40)}`);
const bare = (where) => (question) => {
  const query = table
    .query()
    .fullTextSearch(new MatchQuery(queryTerms(question).join(' '), 'tok', { operator: Operator.Or }))
    .select(['doc', 'ord', 'body', '_score'])
    .limit(LIMIT);
  return (where ? query.where(where) : query).toArrow();
};
console.log(
  `${await table.countRows('ord > 0')} chunks, ${questions.length} questions, ${questions.flatMap(queryTerms).length / questions.length} terms each`,
);

const cache = process.env.CACHE_MB === undefined ? {} : { cacheBytes: Number(process.env.CACHE_MB) << 20 };
const again = await SearchStore.open({ directory, upkeep: false, ...cache });
const started = performance.now();
await again.use('bench', async (index) => {
  const view = await index.view();
  await view.search({ text: questions[0], classes: null, limit: LIMIT });
  console.log(`opened and first answer after ${(performance.now() - started).toFixed(0)} ms`);
  const search = (classes) => async (text) => (await index.view()).search({ text, classes, limit: LIMIT });
  for (const share of [1, 0.5, 0.02]) {
    const some = Array.from({ length: CLASSES * share }, (_, at) => `c${at}`);
    const ways = { 'engine alone': bare(null), search: search(share === 1 ? null : new Set(some)) };
    if (share < 1) ways['engine alone, same classes'] = bare(`cls IN (${some.map((cls) => `'${cls}'`)})`);
    console.log(`${share * 100} % of the classes allowed, each term asked for the first time`);
    await compare(ways, 1);
    console.log(`${share * 100} % of the classes allowed, terms known`);
    await compare(ways, 3);
    console.log(`${share * 100} % of the classes allowed, terms known, the engine alone not asked in between`);
    await compare({ search: ways.search }, 3);
  }
});
console.log(`rss ${Math.round(process.memoryUsage.rss() / 1e6)} MB, disk ${Math.round(diskUse(place) / 1e6)} MB`);
await again.close();
connection.close();
if (!kept && existsSync(directory)) rmSync(directory, { recursive: true, force: true });
