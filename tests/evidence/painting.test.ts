import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { corpusRoot, describeWithCorpus } from '../support/corpus.ts';
import { likeness, type Painted, type PaintedBox, paintedIn, sounds } from '../support/painted.ts';
import { PagePixels, textLayer, textLayerFrom } from '../support/read-back.ts';
import { TestServer, temporary } from '../support/server.ts';

/** Text PDFs and scans of which questions are asked; the long row takes more of both. */
const NIGHTLY = process.env.GEUNGEO_NIGHTLY === '1';
const PDFS = NIGHTLY ? 16 : 4;
const SCANS = NIGHTLY ? 6 : 1;
const WANTED = NIGHTLY ? 100 : 15;
/** Of the quotations from text layers and scans. */
const LEAST = 0.98;
/** Of those on pages that draw letters which their text layer does not have: in a substitute font they are misread by a third or more. */
const LEAST_DRAWN = 0.5;
/** Of a quotation's sounds, by a text layer and from pixels: what a recogniser misreads once it misreads a little otherwise again. */
const READ_BACK = { text: 0.85, pixels: 0.7 };
/** Of the boxes that are moved away and hold the quotation all the same, because it stands there too. */
const MOST_BY_CHANCE = 0.05;

/** Cells stand one under the other or beside each other as a reader likes: each counts by itself. */
function held(quote: string, text: string): number {
  const cells = quote.split('\t').filter((cell) => sounds(cell) !== '');
  const whole = cells.reduce((sum, cell) => sum + sounds(cell).length, 0);
  return cells.reduce((sum, cell) => sum + sounds(cell).length * Math.max(0, likeness(cell, text)), 0) / whole;
}

/** The same boxes further down, or further up where the page ends. */
function moved({ boxes, size: [, height] }: Painted): PaintedBox[] {
  const [top, bottom] = [Math.min(...boxes.map((box) => box[1])), Math.max(...boxes.map((box) => box[3]))];
  const high = bottom - top;
  const by =
    bottom + 1.5 * high <= height ? 1.5 * high : top >= 1.5 * high ? -1.5 * high : top > height - bottom ? -top : height - bottom;
  return boxes.map(([x0, y0, x1, y1]) => [x0, y0 + by, x1, y1 + by]);
}

type Kind = 'text' | 'scan' | 'drawn';

function kindOf(file: string, { quote, page }: Painted): Kind {
  if (!file.endsWith('.pdf')) return 'scan';
  return held(quote, textLayerFrom(file, page)) >= READ_BACK.text ? 'text' : 'drawn';
}

/** Whether the quotation stands in the boxes: by the text layer, else by a recogniser that reads enough of it. */
async function readBack(
  server: TestServer,
  file: string,
  { quote, page, boxes }: Painted,
  pixels: () => Promise<PagePixels>,
): Promise<boolean> {
  if (file.endsWith('.pdf') && held(quote, textLayer(file, { page, boxes })) >= READ_BACK.text) return true;
  const drawn = await pixels();
  for (const read of [() => drawn.crops(boxes, 6), () => drawn.alone(boxes, server), () => drawn.crops(boxes, 11)])
    if (held(quote, await read()) >= READ_BACK.pixels) return true;
  return false;
}

describeWithCorpus('evidence painted on the page', () => {
  it('the painted boxes hold the quoted text, and boxes beside them do not', { timeout: 1_800_000 }, async () => {
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
            .filter((line) => line.replace(/[^\p{L}\p{N}]/gu, '').length > 8)
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
      const painted = new Map<string, Painted>();
      for (const question of questions) {
        if (painted.size >= WANTED) break;
        const { text } = await server.json('/view', { tenant: 't', question, limit: 5 });
        for (const one of paintedIn(text))
          if (sounds(one.quote).length >= 8) painted.set(`${one.filename} ${one.page} ${one.quote}`, one);
      }
      const pages = new Map<string, Promise<PagePixels>>();
      const none = () => ({ held: 0, of: 0 });
      const counts = { text: none(), scan: none(), drawn: none(), elsewhere: none() };
      for (const one of painted.values()) {
        const file = path.join(folder, one.filename);
        const pixels = () => {
          const key = `${one.page} ${file}`;
          const known = pages.get(key) ?? PagePixels.of(file, one.page);
          pages.set(key, known);
          return known;
        };
        const kind = kindOf(file, one);
        const isHeld = await readBack(server, file, one, pixels);
        counts[kind].of++;
        if (isHeld) counts[kind].held++;
        else console.log(`not held: ${kind} ${one.filename} ${one.page} ${one.boxes.join(' ')} ${one.quote.slice(0, 120)}`);
        // Read by the same readers: one that finds anything anywhere would find it there too.
        const away = { ...one, boxes: moved(one) };
        const isThere =
          kind === 'text' ? held(one.quote, textLayer(file, away)) >= READ_BACK.text : await readBack(server, file, away, pixels);
        counts.elsewhere.of++;
        if (isThere) counts.elsewhere.held++;
        if (isThere) console.log(`stands elsewhere too: ${one.filename} ${one.page} ${one.quote.slice(0, 120)}`);
      }
      const { text, scan, drawn, elsewhere } = counts;
      const told = Object.entries(counts).map(([kind, { held, of }]) => `${kind} ${held} of ${of}`);
      console.log(`painted boxes that hold their quotation: ${told.join(', ')}`);
      expect(painted.size).toBeGreaterThanOrEqual(WANTED * 0.6);
      // A paragraph that goes over a page's end has one box, where it begins: one such is let pass in the short row too.
      expect(text.held + scan.held).toBeGreaterThanOrEqual(Math.floor((text.of + scan.of) * LEAST));
      expect(drawn.held).toBeGreaterThanOrEqual(drawn.of * LEAST_DRAWN);
      expect(elsewhere.held / elsewhere.of).toBeLessThanOrEqual(MOST_BY_CHANCE);
    } finally {
      await server.stop();
    }
  });
});
