// Processor time and memory of reading PDFs: `node bench/cost-pdf.mjs`, after `npm run build` and `npm ci` in bench/. Ten files by
// rule: of the real PDFs of the corpus with Hangul in their text layer the ten with the most pages below 200.
// Each contender reads them in a process of its own, in the same order, three times: the first pass has all start-up in it, the
// third is what a warm process takes. `bare` opens every page with the same PDFium and asks for its text, and does no more.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const CORPUS = path.resolve(HERE, '../../shared/corpus');
const FILES = 10;
const MOST_PAGES = 200;
const FEWEST_HANGUL = 100;

const CONTENDERS = {
  bare: 'PDFium, bare text of every page',
  text: 'ours: text, boxes, tables, structure',
  liteparse: 'liteparse',
  kordoc: 'kordoc',
};

function run(contender, files) {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [path.join(HERE, 'contender.mjs'), contender, ...files],
      { maxBuffer: 1 << 26 },
      (error, stdout) => {
        if (error) reject(error);
        else resolve(JSON.parse(stdout));
      },
    );
  });
}

if (!existsSync(path.join(CORPUS, 'MANIFEST.tsv'))) throw new Error(`the corpus is missing: ${CORPUS}`);
const chosen = readFileSync(path.join(CORPUS, 'MANIFEST.tsv'), 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(([file, format, , , , , kind]) => file?.startsWith('pdf/') && format === 'pdf' && kind === 'real')
  .map(([file]) => path.join(CORPUS, file))
  .map((file) => {
    try {
      const text = execFileSync('pdftotext', ['-enc', 'UTF-8', file, '-'], {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const hangul = text.match(/[가-힣]/g)?.length ?? 0;
      return { file, pages: hangul < FEWEST_HANGUL ? 0 : text.split('\f').length - 1 };
    } catch {
      return { file, pages: 0 };
    }
  })
  .filter(({ pages }) => pages > 0 && pages < MOST_PAGES)
  .sort((a, b) => b.pages - a.pages || (a.file < b.file ? -1 : 1))
  .slice(0, FILES);
const pages = chosen.reduce((sum, { pages: count }) => sum + count, 0);

const results = {};
for (const name of Object.keys(CONTENDERS)) {
  try {
    results[name] = await run(
      name,
      chosen.map(({ file }) => file),
    );
  } catch (error) {
    // A peer whose native part has no build for this machine.
    console.error(`${name} did not run: ${/^Error: .*$/m.exec(String(error.message))?.[0] ?? error.message}`);
  }
}
// One that opened no file at all lacks a part of itself; its time says nothing.
const reads = (name) => results[name]?.passes[2].some(({ pages: count }) => count > 0);
for (const name of Object.keys(CONTENDERS)) if (results[name] && !reads(name)) console.error(`${name} read none of the files`);
const present = Object.entries(CONTENDERS).filter(([name]) => reads(name));

const perPage = (name, pass) => results[name].passes[pass].reduce((total, { ms }) => total + ms, 0) / pages;
const fixed = (value) => value.toFixed(1);
const ratio = (one, other, pass) => (perPage(one, pass) / perPage(other, pass)).toFixed(2);
const lines = [
  `${chosen.length} files, ${pages} pages, Node ${process.version}; CPU ms (user + system).`,
  '',
  '| | first pass, ms/page | third pass, ms/page | peak RSS, MB |',
  '|---|---|---|---|',
  ...present.map(
    ([name, label]) =>
      `| ${label} | ${fixed(perPage(name, 0))} | ${fixed(perPage(name, 2))} | ${Math.round(results[name].peakMb)} |`,
  ),
  '',
  '| ratio | first pass | third pass |',
  '|---|---|---|',
  ...[
    ['ours / bare PDFium', 'text', 'bare'],
    ['ours / liteparse', 'text', 'liteparse'],
    ['ours / kordoc', 'text', 'kordoc'],
  ]
    .filter(([, , other]) => reads(other))
    .map(([label, one, other]) => `| ${label} | ${ratio(one, other, 0)} | ${ratio(one, other, 2)} |`),
  '',
  `| file, CPU ms of the third pass | pages | ${present.map(([name]) => name).join(' | ')} |`,
  `|---|---|${present.map(() => '---').join('|')}|`,
  ...chosen.map(
    ({ file, pages: count }, i) =>
      `| ${path.basename(file, '.pdf')} | ${count} | ${present
        .map(([name]) => Math.round(results[name].passes[2][i].ms))
        .join(' | ')} |`,
  ),
];
console.log(lines.join('\n'));
