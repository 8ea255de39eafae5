import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { Budget } from '../../src/reading/container/budget.ts';
import { readDocument } from '../../src/reading/pipeline.ts';
import { compareWords, percents, together, type WordsRead } from '../oracles/words-read.ts';
import { describeWithCorpus } from '../support/corpus.ts';

const NIGHTLY = Boolean(process.env.GEUNGEO_NIGHTLY);

/** Least percent of words both ways, for the group together; `always`: those that are read in every run. */
const GROUPS = {
  'clean renderings at 200 and 300 dots an inch': {
    least: 95,
    always: ['multipage_g4_3p.tif', 'scan_gongmun_clean_300.png'],
    nightly: [],
  },
  'skewed, noisy, low-resolution or turned ones': {
    least: 88,
    always: [
      'scan_annex_allowance_200.jpg',
      'scan_exif_orientation6.jpg',
      'scan_press_p1_150.jpg',
      'scan_skew5_150.jpg',
      'scan_upside_down_180.jpg',
    ],
    nightly: [
      'multipage_lzw_2p.tiff',
      'scan_annex.gif',
      'scan_annex.webp',
      'scan_annex_1bit.bmp',
      'scan_approval_doc_150.png',
      'scan_fiscal_table_200.jpg',
      'scan_gongmun_200.jpg',
      'scan_kisa_articles_200.jpg',
      'scan_lowres_72.png',
      'scan_plan_toc_150.jpg',
      'scan_press_p2_table_200.jpg',
    ],
  },
} as const;

/** One page in three kinds shares its truth. */
const TRUTHS: Record<string, string> = {
  'scan_annex.gif': 'scan_annex',
  'scan_annex.webp': 'scan_annex',
  'scan_annex_1bit.bmp': 'scan_annex',
};

describeWithCorpus('text read from images', (root) => {
  const folder = path.join(root, 'image');
  const truthOf = (name: string) =>
    readFileSync(path.join(folder, 'gt', `${TRUTHS[name] ?? name.replace(/\.[^.]+$/, '')}.txt`), 'utf8');

  for (const [group, { least, always, nightly }] of Object.entries(GROUPS)) {
    const names = NIGHTLY ? [...always, ...nightly] : always;
    it(`${group}: ${least} % of the words both ways`, { timeout: 3_600_000 }, async () => {
      const ours: WordsRead[] = [];
      const bare: WordsRead[] = [];
      for (const name of names) {
        const truth = truthOf(name);
        const document = await readDocument(readFileSync(path.join(folder, name)), { budget: new Budget(), paginate: false });
        const read = compareWords(truth, document.blocks.map((block) => block.text).join('\n'));
        ours.push(read);
        expect(document.blocks.every((block) => block.extractor === 'ocr' && block.confidence < 1 && block.bbox !== null)).toBe(
          true,
        );
        const beside = NIGHTLY ? compareWords(truth, await bareTesseract(path.join(folder, name))) : null;
        if (beside) bare.push(beside);
        console.log(name.padEnd(30), ...percents(read), beside ? ['bare tesseract', ...percents(beside)] : '');
      }
      const [found, right] = percents(together(ours));
      console.log(`${group}: ${found} % of the truth read, ${right} % of what was read is true`);
      if (bare.length > 0) console.log('  tesseract -l kor+eng --psm 3:', ...percents(together(bare)));
      expect(found).toBeGreaterThanOrEqual(least);
      expect(right).toBeGreaterThanOrEqual(least);
    });
  }
});

/** What a person gets who runs the recogniser on the file; turned by its flag first, which the program does not look at. */
async function bareTesseract(file: string): Promise<string> {
  const place = mkdtempSync(path.join(tmpdir(), 'bare-'));
  try {
    const pages = file.endsWith('.bmp') ? 1 : ((await sharp(file).metadata()).pages ?? 1);
    let text = '';
    for (let page = 0; page < (/\.tiff?$/.test(file) ? pages : 1); page++) {
      const plain = path.join(place, `${page}.png`);
      if (!file.endsWith('.bmp')) await sharp(file, { page }).autoOrient().png().toFile(plain);
      const args = [file.endsWith('.bmp') ? file : plain, 'stdout', '-l', 'kor+eng', '--psm', '3'];
      text += execFileSync('tesseract', args, {
        env: { ...process.env, OMP_THREAD_LIMIT: '1' },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    }
    return text;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
