// Drives a pool from a process that holds nothing else, as a server would: node drive-pool.mjs <compiled sources> <work directory> <jobs>
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [sources, directory, jobsFile] = process.argv.slice(2);
const { Pool } = await import(pathToFileURL(path.join(sources, 'parsing/pool.js')).href);
const script = fileURLToPath(new URL('./children/obedient.mjs', import.meta.url));
const MB = 1024 * 1024;
const jobs = JSON.parse(readFileSync(jobsFile, 'utf8'));
const scratch = path.join(directory, 'scratch');
mkdirSync(scratch);

const pool = await Pool.open({ script, size: 6, memory: 160 * MB, deadline: 6000, silence: 3000, recycleAfter: 20, scratch });

let peak = 0;
const sampler = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 20);
let lag = 0;
let last = performance.now();
const ticker = setInterval(() => {
  lag = Math.max(lag, performance.now() - last - 10);
  last = performance.now();
}, 10);

const started = performance.now();
const outcomes = await Promise.all(
  jobs.map(async (order, number) => {
    const file = path.join(directory, `job-${number}`);
    writeFileSync(file, JSON.stringify(order));
    const out = `${file}.out`;
    const outcome = await pool.run({ op: 'parse', file, sha256: '', out, generation: 'v1', paginate: false });
    const expected = createHash('sha256').update(JSON.stringify(order)).digest('hex');
    return { ...outcome, order: order.do, right: outcome.kind === 'done' && readFileSync(out, 'utf8') === expected };
  }),
);
const seconds = (performance.now() - started) / 1000;
const { running, waiting, counts } = pool;
await pool.close();
clearInterval(sampler);
clearInterval(ticker);
// The kernel's own peak tells what the samples may have missed.
const maxRss = process.resourceUsage().maxRSS * 1024;
process.stdout.write(
  JSON.stringify({ outcomes, peak: Math.max(peak, maxRss), seconds, lag, running, waiting, counts, pid: process.pid }),
);
