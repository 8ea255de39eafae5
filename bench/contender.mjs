// One contender in one process: `node contender.mjs NAME FILE…` prints what each file took, in three passes.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const [name, ...files] = process.argv.slice(2);
const TICK_MS = 10;

/** Milliseconds of this process (exact) and of those below it, living or gone (to the tick). */
function processorTime() {
  const { user, system } = process.cpuUsage();
  let total = (user + system) / 1000;
  const own = stat('self');
  total += (own[13] + own[14]) * TICK_MS;
  for (const pid of children()) {
    const child = stat(pid);
    total += (child[11] + child[12] + child[13] + child[14]) * TICK_MS;
  }
  return total;
}

/** proc(5): after the command utime, stime, cutime and cstime stand at 11 to 14. */
function stat(pid) {
  return readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
}

function children() {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').trim().split(' ').filter(Boolean);
}

function peakMb(pid) {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024;
}

const CONTENDERS = {
  async kordoc() {
    const { parse } = await import('kordoc');
    return async (bytes) => {
      const result = await parse(bytes);
      return result.success ? (result.metadata?.pageCount ?? 0) : 0;
    };
  },
  reading: () => ours(false),
  pages: () => ours(true),
  async engine() {
    const { HwpDocument, initSync } = await import('@rhwp/core');
    initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('@rhwp/core/rhwp_bg.wasm'))) });
    return async (bytes) => {
      const document = new HwpDocument(bytes);
      const pages = document.pageCount();
      for (let page = 0; page < pages; page++) document.getPageTextLayout(page);
      document.free();
      return pages;
    };
  },
};

async function ours(paginate) {
  const { readDocument } = await import('../dist/reading/pipeline.js');
  const { Budget } = await import('../dist/reading/container/budget.js');
  return async (bytes) => (await readDocument(bytes, { budget: new Budget(), paginate })).source.pages;
}

// A library that prints must not spoil the answer.
console.log = () => {};
const passes = [];
let peak = 0;
const started = processorTime();
const read = await CONTENDERS[name]();
for (let pass = 0; pass < Number(process.env.PASSES ?? 3); pass++) {
  const out = [];
  for (const [i, file] of files.entries()) {
    const bytes = await readFile(file);
    // Loading the program belongs to the first file that is read.
    const before = pass === 0 && i === 0 ? started : processorTime();
    let pages = 0;
    try {
      pages = await read(bytes);
    } catch {
      // A file that a contender does not read costs it what it costs.
    }
    out.push({ pages, ms: processorTime() - before });
    peak = Math.max(peak, peakMb('self') + children().reduce((sum, pid) => sum + peakMb(pid), 0));
  }
  passes.push(out);
}
process.stdout.write(JSON.stringify({ passes, peakMb: peak }), () => process.exit(0));
