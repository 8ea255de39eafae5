// How often the page that answers a question is among the first, on a public set of Korean questions over pages of reports.
//   npm run build && node bench/autorag.mjs
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = process.env.GEUNGEO_DIST ?? fileURLToPath(new URL('../dist', import.meta.url));
const { SearchStore } = await import(path.join(dist, 'search/search-store.js'));
const root = fileURLToPath(new URL('../../shared/corpus/eval/autorag_ko', import.meta.url));
const rows = (file) =>
  readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const pages = rows('ocr_corpus_v3.jsonl').filter(({ contents }) => contents.trim() !== '');
const questions = rows('qa_v4.jsonl');
const store = await SearchStore.open({ directory: null, upkeep: false });
await store.use('autorag', async (index) => {
  const documents = pages.map(({ doc_id, contents }) => {
    const docId = `sha256:${createHash('sha256').update(doc_id).digest('hex')}`;
    const chunk = {
      id: 'c1',
      doc_id: docId,
      kind: 'paragraph',
      text: contents,
      blocks: ['b1'],
      path: [],
      outline: [],
      extractors: ['pdf'],
    };
    // The name tells nothing: a page is to be found by what stands on it.
    const anchors = [{ page: 1, bbox: null, cell_range: null }];
    return { name: docId.slice(7, 31), docId, cls: 'open', stamp: '1', info: doc_id, chunks: [{ ...chunk, anchors }] };
  });
  const idOf = new Map(documents.map(({ name, info }) => [name, info]));
  for (let from = 0; from < documents.length; from += 500) await index.replaceDocuments(documents.slice(from, from + 500));
  await index.maintain();
  const view = await index.view();
  const ranks = [];
  for (const { query, retrieval_gt } of questions) {
    const { hits } = await view.search({ text: query, classes: null, limit: 20 });
    const wanted = new Set(retrieval_gt.flat(2));
    const at = hits.findIndex(({ filename }) => wanted.has(idOf.get(filename)));
    ranks.push(at < 0 ? Number.POSITIVE_INFINITY : at + 1);
  }
  const share = (depth) => ((100 * ranks.filter((rank) => rank <= depth).length) / ranks.length).toFixed(1);
  console.log(`${pages.length} pages, ${ranks.length} questions`);
  for (const depth of [1, 3, 5, 10]) console.log(`hit@${depth} ${share(depth)} %`);
  const mrr = ranks.reduce((sum, rank) => sum + (rank <= 10 ? 1 / rank : 0), 0) / ranks.length;
  console.log(`MRR@10 ${mrr.toFixed(3)}`);
});
await store.close();
