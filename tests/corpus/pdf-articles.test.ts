import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Block } from '../../src/model/block.ts';
import { describe as structureOf } from '../../src/reading/structure/structure.ts';
import { hasPdfReferee } from '../oracles/pdf-pages.ts';
import { describeWithCorpus } from '../support/corpus.ts';
import { readPdf } from '../support/read-pdf.ts';

/** A line that opens an article: its number and its title in brackets. */
const ARTICLE = /^\s*(제\s?\d+조(?:의\s?\d+)?)\s?\(/gm;
const ENDED = /(?:[.?!:;)\]>」』】”’"]|다|끝)\s*$/;
/** What stands by itself after a phrase: another item, chapter, table or note. */
const OPENS = /^\s*(?:제\s?\d+|[<[【(〈]|부\s*칙|[□○※*-])/;
const SHORTEST = 20;

describeWithCorpus('the rules of an institution as PDF', (root) => {
  const labels = { stated: 0, found: 0, missing: [] as string[] };
  const paragraphs = { all: 0, cut: [] as string[] };

  beforeAll(async () => {
    if (!hasPdfReferee()) throw new Error('pdftotext is missing: apt-get install poppler-utils poppler-data');
    for (const name of readdirSync(path.join(root, 'pdf')).filter((file) => file.startsWith('KISA_'))) {
      const file = path.join(root, 'pdf', name);
      const content = await readPdf(readFileSync(file));
      const layout = execFileSync('pdftotext', ['-layout', '-enc', 'UTF-8', file, '-'], { encoding: 'utf8', maxBuffer: 1 << 26 });
      const sections = new Map<string, number>();
      for (const { label } of structureOf(content).sections)
        if (label) sections.set(fold(label), (sections.get(fold(label)) ?? 0) + 1);
      for (const [, label = ''] of layout.matchAll(ARTICLE)) {
        labels.stated++;
        const left = sections.get(fold(label)) ?? 0;
        if (left > 0) {
          labels.found++;
          sections.set(fold(label), left - 1);
        } else labels.missing.push(`${name} ${label}`);
      }
      const text = content.blocks.filter(
        ({ type }) => type !== 'header' && type !== 'footer' && type !== 'image' && type !== 'footnote',
      );
      for (const [at, block] of text.entries()) {
        if ((block.type !== 'paragraph' && block.type !== 'list_item') || block.text.length < SHORTEST) continue;
        paragraphs.all++;
        if (isCut(block, text[at + 1])) paragraphs.cut.push(`${name} page ${block.page}: ${block.text.slice(-40)}`);
      }
    }
  }, 120_000);

  it('shows at least 98 % of its articles as sections', () => {
    console.log(
      `articles ${labels.stated}, as sections ${labels.found} (${((100 * labels.found) / labels.stated).toFixed(1)} %)`,
    );
    expect(labels.stated).toBeGreaterThan(200);
    expect(labels.found / labels.stated, labels.missing.join('\n')).toBeGreaterThanOrEqual(0.98);
  });

  it('has at most 3 % of paragraphs that end in the middle of a sentence', () => {
    const share = paragraphs.cut.length / paragraphs.all;
    console.log(`paragraphs ${paragraphs.all}, cut ${paragraphs.cut.length} (${(100 * share).toFixed(2)} %)`);
    expect(paragraphs.all).toBeGreaterThan(500);
    expect(share, paragraphs.cut.join('\n')).toBeLessThanOrEqual(0.03);
  });
});

/** Without the end of a sentence, and followed by what opens nothing new. */
function isCut(block: Block, next: Block | undefined): boolean {
  if (ENDED.test(block.text) || !next) return false;
  return (next.type === 'paragraph' || next.type === 'textbox') && !OPENS.test(next.text);
}

function fold(text: string): string {
  return text.replace(/\s+/g, '');
}
