// Processor time of reading pages from pixels beside the recogniser run bare on the same crops: `node bench/cost-ocr.mjs [name…]`,
// after `npm run build`. Whole pages by rule: the first page of every scan of the corpus in JPEG. Ours is everything from decoded
// pixels to text with places: straightening, drawn lines, layout, cutting out, both readings, joining. `bare` is one run of tesseract
// over the lines that ours cut out, in the same languages; `whole` is `tesseract -l kor+eng --psm 3` on the page.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = process.env.GEUNGEO_DIST ?? fileURLToPath(new URL('../dist', import.meta.url));
const load = (file) => import(path.join(dist, 'reading', file));
const { openPicture } = await load('formats/image/decode.js');
const { recognisePage } = await load('ocr/recognise.js');
const { engineAtHand } = await load('ocr/engine-at-hand.js');
const { pgmOf } = await load('ocr/pgm.js');
const images = fileURLToPath(new URL('../../shared/corpus/image', import.meta.url));
const wanted = process.argv.slice(2);
const TICK_MS = 10;

/** Milliseconds of this process and of those below it that have ended (proc(5): cutime and cstime). */
function processorTime() {
  const { user, system } = process.cpuUsage();
  const fields = readFileSync('/proc/self/stat', 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  return (user + system) / 1000 + (fields[13] + fields[14]) * TICK_MS;
}

function bare(folder, files, languages, layout) {
  writeFileSync(path.join(folder, 'list.txt'), files.join('\n'));
  const args = [path.join(folder, 'list.txt'), path.join(folder, 'out'), '-l', languages, '--psm', layout, '--dpi', '300'];
  const { status } = spawnSync('tesseract', args, { env: { ...process.env, OMP_THREAD_LIMIT: '1' }, stdio: 'ignore' });
  if (status !== 0) throw new Error('tesseract failed');
}

const engine = await engineAtHand();
if (engine?.name !== 'tesseract') throw new Error('this needs tesseract with kor and eng');
const names = readdirSync(images).filter((name) => (wanted.length > 0 ? wanted.includes(name) : name.endsWith('.jpg')));
const sums = { ours: 0, bare: 0, whole: 0 };
for (const [at, name] of [names[0], ...names].entries()) {
  const image = await (await openPicture(readFileSync(path.join(images, name)), 'jpeg')).decode(0);
  const calls = [];
  const recording = {
    name: engine.name,
    recognise(crops, script) {
      calls.push({ crops, script });
      return engine.recognise(crops, script);
    },
  };
  const before = processorTime();
  await recognisePage(image, recording);
  const ours = processorTime() - before;
  const folder = mkdtempSync(path.join(tmpdir(), 'cost-'));
  const jobs = calls.flatMap(({ crops, script }) =>
    [true, false].map((isLine) => ({
      languages: script === 'korean' ? 'kor' : 'eng',
      layout: isLine ? '7' : '6',
      images: crops.filter((crop) => crop.isLine === isLine).map((crop) => crop.image),
    })),
  );
  const written = jobs
    .filter((job) => job.images.length > 0)
    .map((job, n) => ({
      ...job,
      files: job.images.map((crop, m) => {
        const file = path.join(folder, `${n}-${m}.pgm`);
        writeFileSync(file, pgmOf(crop));
        return file;
      }),
    }));
  let start = processorTime();
  for (const { files, languages, layout } of written) bare(folder, files, languages, layout);
  const alone = processorTime() - start;
  writeFileSync(path.join(folder, 'page.pgm'), pgmOf(image));
  start = processorTime();
  bare(folder, [path.join(folder, 'page.pgm')], 'kor+eng', '3');
  const whole = processorTime() - start;
  rmSync(folder, { recursive: true });
  // The first page is read twice: what starts up and what is compiled counts once.
  if (at === 0) continue;
  sums.ours += ours;
  sums.bare += alone;
  sums.whole += whole;
  const seconds = (ms) => (ms / 1000).toFixed(2).padStart(6);
  console.log(
    name.padEnd(32),
    'ours',
    seconds(ours),
    'bare',
    seconds(alone),
    'whole page',
    seconds(whole),
    'ratio',
    (ours / alone).toFixed(2),
  );
}
const pages = names.length;
console.log(
  `CPU seconds a page: ours ${(sums.ours / pages / 1000).toFixed(2)}, bare on the same crops ${(sums.bare / pages / 1000).toFixed(2)}, whole page --psm 3 ${(sums.whole / pages / 1000).toFixed(2)}; ours/bare ${(sums.ours / sums.bare).toFixed(2)}`,
);
