// Processor time and memory of reading hwpx or hwp: `node bench/cost-hangul.mjs [hwpx|hwp]`, after `npm run build` and `npm ci`
// in bench/. Ten files by rule: of the real files of that format in the corpus the ten with the most pages. Each contender reads them in a process
// of its own, in the same order, three times: the first pass has all start-up in it, the third is what a warm process takes.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const CORPUS = path.resolve(HERE, '../../shared/corpus');
const FILES = 10;
const FORMAT = process.argv[2] ?? 'hwpx';

const CONTENDERS = {
  kordoc: 'kordoc 4.14.1',
  reading: 'ours, without page numbers',
  pages: 'ours, with page numbers',
  engine: '@rhwp/core bare (open + layout of every page)',
};

function run(contender, files, passes = 3) {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [path.join(HERE, 'contender.mjs'), contender, ...files],
      { maxBuffer: 1 << 26, env: { ...process.env, PASSES: String(passes) } },
      (error, stdout) => {
        if (error) reject(error);
        else resolve(JSON.parse(stdout));
      },
    );
  });
}

if (!existsSync(path.join(CORPUS, 'MANIFEST.tsv'))) throw new Error(`the corpus is missing: ${CORPUS}`);
const real = readFileSync(path.join(CORPUS, 'MANIFEST.tsv'), 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(([file, format, , , , , kind]) => file?.startsWith(`${FORMAT}/`) && format === FORMAT && kind === 'real')
  .map(([file]) => path.join(CORPUS, file));
const counted = await run('pages', real, 1);
const chosen = counted.passes[0]
  .map(({ pages }, i) => ({ file: real[i], pages }))
  .filter(({ pages }) => pages > 0)
  .sort((a, b) => b.pages - a.pages || (a.file < b.file ? -1 : 1))
  .slice(0, FILES);
const pages = chosen.reduce((sum, { pages: count }) => sum + count, 0);

const results = {};
for (const name of Object.keys(CONTENDERS))
  results[name] = await run(
    name,
    chosen.map(({ file }) => file),
  );

const sum = (pass) => pass.reduce((total, { ms }) => total + ms, 0);
const perPage = (name, pass) => sum(results[name].passes[pass]) / pages;
const fixed = (value) => value.toFixed(1);
const ratio = (one, other, pass) => (perPage(one, pass) / perPage(other, pass)).toFixed(2);
function medianRatio(one, other) {
  const ratios = chosen.map((_, i) => results[one].passes[2][i].ms / results[other].passes[2][i].ms).sort((a, b) => a - b);
  return ratios[Math.floor(ratios.length / 2)].toFixed(2);
}
const lines = [
  `${FILES} files, ${pages} pages, Node ${process.version}; CPU ms (user + system, all processes of the contender).`,
  '',
  '| | first pass, ms/page | third pass, ms/page | peak RSS, MB |',
  '|---|---|---|---|',
  ...Object.entries(CONTENDERS).map(
    ([name, label]) =>
      `| ${label} | ${fixed(perPage(name, 0))} | ${fixed(perPage(name, 2))} | ${Math.round(results[name].peakMb)} |`,
  ),
  '',
  '| ratio | first pass | third pass | third pass, median of the files |',
  '|---|---|---|---|',
  ...[
    ['ours with pages / kordoc', 'pages', 'kordoc'],
    ['ours without pages / kordoc', 'reading', 'kordoc'],
    ['ours with pages / engine bare', 'pages', 'engine'],
  ].map(([label, one, other]) => `| ${label} | ${ratio(one, other, 0)} | ${ratio(one, other, 2)} | ${medianRatio(one, other)} |`),
  '',
  `| file, CPU ms of the third pass | pages | ${Object.keys(CONTENDERS).join(' | ')} |`,
  `|---|---|${Object.keys(CONTENDERS)
    .map(() => '---')
    .join('|')}|`,
  ...chosen.map(
    ({ file, pages: count }, i) =>
      `| ${path.basename(file, `.${FORMAT}`)} | ${count} | ${Object.keys(CONTENDERS)
        .map((name) => Math.round(results[name].passes[2][i].ms))
        .join(' | ')} |`,
  ),
];
console.log(lines.join('\n'));
