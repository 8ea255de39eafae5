// Writes documents again and again until it is killed: node writer.mjs <compiled sources> <directory> <writer> <documents>
// Every chunk of a document says which writer wrote it in which round, and their number depends on both.
// The one that is called reclass only gives them another class, again and again.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [sources, directory, writer, documents] = process.argv.slice(2);
const { SearchStore } = await import(pathToFileURL(path.join(sources, 'search/search-store.js')).href);
process.stdout.write('ready\n');
const store = await SearchStore.open({ directory, upkeep: false });

function document(number, round) {
  const mark = `${writer}-${round}`;
  const count = 1 + ((round * 7 + number + writer.length * 3) % 9);
  const docId = `sha256:${mark}`;
  return {
    name: `문서 ${number}`,
    docId,
    cls: 'open',
    stamp: mark,
    info: JSON.stringify({ mark, count }),
    chunks: Array.from({ length: count }, (_, at) => ({
      id: `c${at + 1}`,
      doc_id: docId,
      kind: 'paragraph',
      text: `예산 집행 ${mark} 조각 ${at} ${'보조금 교부 신청서 '.repeat(20)}`,
      blocks: ['b1'],
      anchors: [{ page: 1, bbox: null, cell_range: null }],
      path: [],
      outline: [],
      extractors: ['hwpx'],
    })),
  };
}

await store.use('t', async (index) => {
  for (let round = 1; ; round++) {
    for (let number = 0; number < Number(documents); number++) {
      if (writer === 'reclass') await index.reclass(new Map([[`문서 ${number}`, round % 2 === 0 ? 'open' : 'staff']]));
      else if ((round + number) % 5 === 4) await index.removeDocuments([`문서 ${number}`]);
      else await index.replaceDocuments([document(number, round)]);
      process.stdout.write(`${number} ${round}\n`);
    }
    if (round % 3 === 0)
      await index.maintain({ purge: round % 6 === 0 }).catch((error) => process.stderr.write(`${error.message}\n`));
    if (process.env.ROUNDS && round >= Number(process.env.ROUNDS)) break;
  }
  process.stdout.write(`${JSON.stringify(index.writes)}\n`);
});
await store.close();
