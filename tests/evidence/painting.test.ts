import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { corpusRoot, describeWithCorpus } from '../support/corpus.ts';
import { TestServer, temporary } from '../support/server.ts';

/** Text PDFs and scans of which questions are asked; the long row takes more of both. */
const NIGHTLY = process.env.GEUNGEO_NIGHTLY === '1';
const PDFS = NIGHTLY ? 16 : 4;
const SCANS = NIGHTLY ? 6 : 1;
const WANTED = NIGHTLY ? 100 : 15;
const LEAST = 0.98;
/** Of quotations from pixels: what was misread once is misread otherwise by another reader. */
const LEAST_READ_AGAIN = 0.6;
/** Of a quotation's pairs of letters: another reader takes a number apart from its line, and a recogniser reads a crop otherwise. */
const READ_BACK = { pdf: 0.85, scan: 0.7 };

interface Painted {
  readonly filename: string;
  readonly page: number;
  readonly boxes: readonly (readonly [number, number, number, number])[];
  readonly quote: string;
}

const letters = (text: string) => text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
const plain = (html: string) =>
  html
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');

/** What the page itself says: each citation with the boxes that carry its number. */
function paintedIn(html: string): Painted[] {
  const figures = [...html.matchAll(/<figure id="p\d+">([\s\S]*?)<\/figure>/g)].map(([, inside = '']) => {
    const [, filename = '', page = ''] = /<figcaption>(.*?) · (\d+)쪽/.exec(inside) ?? [];
    const marks: { numbers: number[]; box: [number, number, number, number] }[] = [];
    let numbers: number[] = [];
    for (const [, x, y, width, height, label] of inside.matchAll(
      /<rect class="mark" x="([\d.-]+)" y="([\d.-]+)" width="([\d.-]+)" height="([\d.-]+)"\/>(?:<g class="badge">.*?>([\d·]+)<\/text><\/g>)?/g,
    )) {
      if (label !== undefined) numbers = label.split('·').map(Number);
      const [left, top] = [Number(x), Number(y)];
      marks.push({ numbers, box: [left, top, left + Number(width), top + Number(height)] });
    }
    return { filename: plain(filename), page: Number(page), marks };
  });
  return [...html.matchAll(/<section class="citation" id="c(\d+)"[\s\S]*?<blockquote>([\s\S]*?)<\/blockquote>/g)].flatMap(
    ([, n, quote = '']) =>
      figures.flatMap(({ filename, page, marks }) => {
        const boxes = marks.filter(({ numbers }) => numbers.includes(Number(n))).map(({ box }) => box);
        return boxes.length === 0 ? [] : [{ filename, page, boxes, quote: plain(quote) }];
      }),
  );
}

/** The same from the pixels of the page, where its text layer is not what it shows. */
function readPixels(file: string, { page, boxes }: Painted): string {
  let text = '';
  for (const [x0, y0, x1, y1] of boxes) {
    const dot = 200 / 72;
    const place = [x0 - 2, y0 - 2, x1 - x0 + 4, y1 - y0 + 4].map((length) => String(Math.max(1, Math.round(length * dot))));
    const [x = '', y = '', width = '', height = ''] = place;
    const args = [
      '-r',
      '200',
      '-f',
      String(page),
      '-l',
      String(page),
      '-x',
      x,
      '-y',
      y,
      '-W',
      width,
      '-H',
      height,
      '-gray',
      '-png',
      file,
    ];
    text += recognised(spawnSync('pdftoppm', args, { maxBuffer: 1 << 28 }).stdout);
  }
  return letters(text);
}

function recognised(picture: Buffer): string {
  const env = { ...process.env, OMP_THREAD_LIMIT: '1' };
  return spawnSync('tesseract', ['-', '-', '-l', 'kor+eng', '--psm', '6'], { input: picture, encoding: 'utf8', env }).stdout;
}

/** The letters inside the boxes, by another reader than ours. */
async function readBack(file: string, { page, boxes }: Painted): Promise<string> {
  let text = '';
  for (const [x0, y0, x1, y1] of boxes) {
    if (file.endsWith('.pdf')) {
      const place = ['-x', x0 - 1, '-y', y0 - 1, '-W', x1 - x0 + 2, '-H', y1 - y0 + 2].map((part) =>
        typeof part === 'number' ? String(Math.round(part)) : part,
      );
      text += spawnSync('pdftotext', ['-r', '72', '-f', String(page), '-l', String(page), ...place, file, '-'], {
        encoding: 'utf8',
      }).stdout;
    } else {
      const image = sharp(file, { page: page - 1 }).rotate();
      const { width = 1, height = 1 } = await sharp(await image.toBuffer()).metadata();
      const left = Math.max(0, Math.floor(x0) - 4);
      const top = Math.max(0, Math.floor(y0) - 4);
      const area = {
        left,
        top,
        width: Math.min(width - left, Math.ceil(x1 - x0) + 8),
        height: Math.min(height - top, Math.ceil(y1 - y0) + 8),
      };
      const crop = await sharp(await image.png().toBuffer())
        .extract(area)
        .png()
        .toBuffer();
      text += recognised(crop);
    }
  }
  return letters(text);
}

/** The share of the quotation's pairs of letters that stand in the text. */
function share(quote: string, text: string): number {
  const wanted = letters(quote);
  if (wanted.length < 2) return text.includes(wanted) ? 1 : 0;
  let found = 0;
  for (let at = 0; at + 1 < wanted.length; at++) if (text.includes(wanted.slice(at, at + 2))) found++;
  return found / (wanted.length - 1);
}

describeWithCorpus('evidence painted on the page', () => {
  it('the painted boxes hold the quoted text, read back by other readers', { timeout: 900_000 }, async () => {
    const root = corpusRoot() as string;
    const folder = path.join(temporary('painting'), 'corpus', 't');
    mkdirSync(folder, { recursive: true });
    const pdfs = readdirSync(path.join(root, 'pdf'))
      .filter((name) => /^[가-힣A-Z].*\.pdf$/.test(name) && !/스캔|scan/i.test(name))
      .sort()
      .slice(0, PDFS);
    const scans = readdirSync(path.join(root, 'image'))
      .filter((name) => /^scan_(gongmun|kisa|annex_allow|approval|fiscal|plan).*\.(png|jpg)$/.test(name))
      .sort()
      .slice(0, SCANS);
    for (const name of pdfs) copyFileSync(path.join(root, 'pdf', name), path.join(folder, name));
    for (const name of scans) copyFileSync(path.join(root, 'image', name), path.join(folder, name));
    const server = await TestServer.start({ flags: ['--corpus', path.dirname(folder)] });
    try {
      // In turn, so that no document takes all the places.
      const asked: string[][] = [];
      for (const name of scans) {
        const truth = readFileSync(path.join(root, 'image', 'gt', `${path.parse(name).name}.txt`), 'utf8');
        asked.push(
          truth
            .split('\n')
            .filter((line) => letters(line).length > 8)
            .map((line) => line.slice(0, 60)),
        );
      }
      for (const name of pdfs) {
        const { hits } = (await server.json('/search', { tenant: 't', query: name.replace(/[_.]/g, ' '), limit: 20 })).body;
        const own = (hits as { filename: string; text: string }[]).filter(({ filename }) => filename === name);
        asked.push(own.map(({ text }) => text.split('\n')[0]?.slice(0, 60) ?? ''));
      }
      const longest = Math.max(...asked.map(({ length }) => length));
      const questions = new Set(Array.from({ length: longest }, (_, at) => asked.flatMap((own) => own[at] ?? [])).flat());
      const seen = new Set<string>();
      const painted: Painted[] = [];
      for (const question of questions) {
        if (painted.length >= WANTED) break;
        const { text } = await server.json('/view', { tenant: 't', question, limit: 5 });
        for (const one of paintedIn(text)) {
          const key = `${one.filename} ${one.page} ${one.quote}`;
          if (seen.has(key) || letters(one.quote).length < 4) continue;
          seen.add(key);
          painted.push(one);
        }
      }
      // A quotation that goes over a page's end is on two pages: what counts is the best of them.
      const best = new Map<string, { share: number; scan: boolean }>();
      for (const one of painted) {
        const file = path.join(folder, one.filename);
        const key = `${one.filename} ${one.quote}`;
        let scan = !file.endsWith('.pdf');
        let found = share(one.quote, await readBack(file, one));
        if (!scan && found < READ_BACK.pdf) {
          scan = true;
          found = share(one.quote, readPixels(file, one));
        }
        if (found >= (best.get(key)?.share ?? 0)) best.set(key, { share: found, scan });
      }
      const results = [...best];
      const covered = results.filter(([, { share: found, scan }]) => found >= (scan ? READ_BACK.scan : READ_BACK.pdf));
      for (const [key, { share: found }] of results)
        if (!covered.some(([name]) => name === key)) console.log(`not covered: ${found.toFixed(2)} ${key.slice(0, 120)}`);
      const of = (scan: boolean) => results.filter(([, result]) => result.scan === scan);
      const held = (scan: boolean) => covered.filter(([, result]) => result.scan === scan).length;
      console.log(`painted evidence: ${held(false)} of ${of(false).length} boxes hold their quotation by the text layer`);
      console.log(`  and ${held(true)} of ${of(true).length} by a recogniser, which reads a crop otherwise than a page`);
      expect(results.length).toBeGreaterThanOrEqual(WANTED * 0.6);
      expect(held(false) / of(false).length).toBeGreaterThanOrEqual(LEAST);
      expect(held(true)).toBeGreaterThanOrEqual(of(true).length * LEAST_READ_AGAIN);
    } finally {
      await server.stop();
    }
  });
});
