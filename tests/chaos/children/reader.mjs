// A reading child for tests of the whole desk: the file is an order that holds the Document to be "read".
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const { SOURCES, JOURNAL } = process.env;
const load = (file) => import(pathToFileURL(path.join(SOURCES, file)).href);
const { loadParsedFile, writeParsedFile } = await load('shared/parsed-file.js');
const { writeChunkFile } = await load('shared/chunk-file.js');

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const forever = () => {
  for (;;);
};

async function parse({ file, out, generation, job }) {
  process.send({ kind: 'sniffed', job, format: 'docx' });
  const order = JSON.parse(readFileSync(file, 'utf8'));
  appendFileSync(JOURNAL, `parse ${order.name}\n`);
  if (order.ms) await wait(order.ms);
  if (order.do === 'loop') forever();
  if (order.do === 'exit') process.exit(1);
  if (order.do === 'write nothing') return {};
  if (order.do === 'write nonsense') writeFileSync(out, 'nonsense');
  else if (order.do === 'die while writing') {
    writeFileSync(`${out}.half`, 'x'.repeat(100_000));
    process.kill(process.pid, 'SIGKILL');
    forever();
  } else if (order.full && out.startsWith(order.full)) throw new Error('Error ENOSPC at write');
  else await writeParsedFile(out, order.document, generation);
  return order.document?.access;
}

async function chunk({ parsed, out, budget }) {
  const document = loadParsedFile(parsed);
  appendFileSync(JOURNAL, `chunk ${document.structure.title}\n`);
  if (document.structure.title === 'chunking loops') forever();
  const chunkOf = (block, n) => ({
    id: `c${n + 1}`,
    doc_id: document.doc_id,
    kind: 'paragraph',
    text: block.text.slice(0, budget),
    blocks: [block.id],
    anchors: [{ page: block.page, bbox: null, cell_range: null }],
    path: [],
    outline: [],
    extractors: [block.extractor],
  });
  await writeChunkFile(out, document.blocks.map(chunkOf));
  return document.access;
}

process.on('message', async (request) => {
  const { job } = request;
  try {
    const access = await (request.op === 'parse' ? parse(request) : chunk(request));
    process.send({ kind: 'done', job, readable: access?.readable ?? true, reason: access?.reason ?? null });
  } catch (error) {
    process.send({ kind: 'failed', job, error: error.message });
  }
});
process.on('disconnect', () => process.exit(0));
