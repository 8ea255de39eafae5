// One contender in one process: `node contender.mjs NAME FILE…` prints what each file took, in three passes.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

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
    // It reads PDF only where pdfjs-dist is installed beside it.
    const { parse } = await import(process.env.KORDOC ?? 'kordoc');
    return async (bytes) => {
      const result = await parse(bytes);
      return result.success ? (result.metadata?.pageCount ?? 0) : 0;
    };
  },
  reading: () => ours(false),
  /** What a PDF says itself, without reading pictures. */
  text: () => ours(true, { ocrPages: 0 }),
  async bare() {
    const { init } = await import('@embedpdf/pdfium');
    const module = await init({ wasmBinary: readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))) });
    module.PDFiumExt_Init();
    const api = module.pdfium.wasmExports;
    return async (bytes) => {
      const file = api.malloc(bytes.length);
      Buffer.from(api.memory.buffer, file, bytes.length).set(bytes);
      const document = api.FPDF_LoadMemDocument(file, bytes.length, 0);
      const pages = document === 0 ? 0 : api.FPDF_GetPageCount(document);
      for (let index = 0; index < pages; index++) {
        const page = api.FPDF_LoadPage(document, index);
        const text = api.FPDFText_LoadPage(page);
        const count = api.FPDFText_CountChars(text);
        const buffer = api.malloc(2 * count + 2);
        api.FPDFText_GetText(text, 0, count, buffer);
        Buffer.from(api.memory.buffer, buffer, 2 * count).toString('utf16le');
        api.free(buffer);
        api.FPDFText_ClosePage(text);
        api.FPDF_ClosePage(page);
      }
      api.FPDF_CloseDocument(document);
      api.free(file);
      return pages;
    };
  },
  async liteparse() {
    const { LiteParse } = await import('@llamaindex/liteparse');
    const parser = new LiteParse({ outputFormat: 'markdown', imageMode: 'off', ocrEnabled: false });
    return async (bytes) => (await parser.parse(bytes)).totalPages;
  },
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

async function ours(paginate, more = {}) {
  const built = pathToFileURL(`${process.env.GEUNGEO_DIST ?? fileURLToPath(new URL('../dist', import.meta.url))}/`);
  const { readDocument } = await import(new URL('reading/pipeline.js', built).href);
  const { Budget } = await import(new URL('reading/container/budget.js', built).href);
  return async (bytes) => (await readDocument(bytes, { budget: new Budget(), paginate, ...more })).source.pages;
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
