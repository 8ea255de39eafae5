import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Box } from '../../src/model/geometry.ts';
import type { Content } from '../../src/reading/content.ts';
import { hasPdfReferee } from '../oracles/pdf-pages.ts';
import { type Place, placeOf, wordPages } from '../oracles/pdf-words.ts';
import { describeWithCorpus } from '../support/corpus.ts';
import { readPdf } from '../support/read-pdf.ts';

const TEN_MINUTES = 600_000;
/** Bytes: the larger files are the long ones, and their pages are like those of the others. */
const LARGEST = process.env.GEUNGEO_NIGHTLY ? Number.POSITIVE_INFINITY : 700_000;

describeWithCorpus('boxes of PDFs held against what Poppler reads at the same place', (root) => {
  const counts: Record<'blocks' | 'cells', Record<Place, number>> = {
    blocks: { right: 0, outside: 0, 'text elsewhere': 0, 'not judged': 0 },
    cells: { right: 0, outside: 0, 'text elsewhere': 0, 'not judged': 0 },
  };
  const wrong: string[] = [];
  let files = 0;

  beforeAll(async () => {
    if (!hasPdfReferee()) throw new Error('pdftotext is missing: apt-get install poppler-utils poppler-data');
    for (const name of readdirSync(path.join(root, 'pdf')).sort()) {
      const file = path.join(root, 'pdf', name);
      if (!name.endsWith('.pdf') || statSync(file).size > LARGEST) continue;
      let content: Content;
      try {
        content = await readPdf(readFileSync(file));
      } catch {
        // Scans and files with a password have tests of their own.
        continue;
      }
      files++;
      const pages = wordPages(file);
      const judge = (kind: 'blocks' | 'cells', text: string, page: number, box: Box | null): void => {
        const { width, height } = content.pages[page - 1] ?? {};
        const place = box && width && height ? placeOf(text, page, box, pages, { width, height }) : 'outside';
        counts[kind][place]++;
        if (place === 'outside' || place === 'text elsewhere')
          wrong.push(`${name} page ${page} ${place} ${box}: ${text.slice(0, 40)}`);
      };
      for (const block of content.blocks)
        if (block.type !== 'table' && block.type !== 'image') judge('blocks', block.text, block.page, block.bbox);
      for (const table of content.tables) for (const cell of table.cells) judge('cells', cell.text, cell.page, cell.bbox);
    }
  }, TEN_MINUTES);

  for (const kind of ['blocks', 'cells'] as const)
    it(`lie inside the page and hold their text for at least 99 % of ${kind}`, () => {
      const { right, outside, 'text elsewhere': elsewhere, 'not judged': unjudged } = counts[kind];
      const judged = right + outside + elsewhere;
      console.log(
        `${files} files, ${kind}: ${right} of ${judged} right (${((100 * right) / judged).toFixed(2)} %), outside ${outside}, not judged ${unjudged}`,
      );
      expect(judged).toBeGreaterThan(1500);
      expect(
        outside,
        wrong
          .filter((line) => line.includes('outside'))
          .slice(0, 40)
          .join('\n'),
      ).toBe(0);
      expect(right / judged, wrong.slice(0, 60).join('\n')).toBeGreaterThanOrEqual(0.99);
    });
});
