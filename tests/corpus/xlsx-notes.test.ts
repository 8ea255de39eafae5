import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Budget } from '../../src/reading/container/budget.ts';
import { xlsxReader } from '../../src/reading/formats/xlsx/reader.ts';
import { unzip } from '../oracles/xlsx-source.ts';
import { corpusFiles, describeWithCorpus } from '../support/corpus.ts';

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Texts of the threads, and of the notes on cells without a thread, by regular expressions over the raw XML. */
function rawNotes(parts: Map<string, Buffer>): string[] {
  const out: string[] = [];
  const threaded = new Set<string>();
  for (const [name, bytes] of parts) {
    if (!/threadedComments\/[^/]+\.xml$/i.test(name)) continue;
    for (const match of bytes.toString().matchAll(/<threadedComment[^>]*\sref="([^"]+)"[^>]*>\s*<text>([\s\S]*?)<\/text>/g)) {
      threaded.add(match[1] as string);
      out.push(unescaped(match[2] as string));
    }
  }
  for (const [name, bytes] of parts) {
    if (!/xl\/comments[^/]*\.xml$/i.test(name)) continue;
    for (const match of bytes.toString().matchAll(/<comment\s[^>]*?ref="([^"]+)"[^>]*>([\s\S]*?)<\/comment>/g)) {
      if (threaded.has(match[1] as string)) continue;
      out.push(unescaped([...(match[2] as string).matchAll(/<t(?:\s[^>]*)?>([\s\S]*?)<\/t>/g)].map((text) => text[1]).join('')));
    }
  }
  return out.map((text) => text.replace(/_x000D_/g, '').replace(/\r\n?/g, '\n'));
}

describeWithCorpus('notes of real workbooks', () => {
  let found = 0;

  it.each(['db기술서_v3.xlsx', 'docling_xlsx_comments.xlsx', 'poi_comments.xlsx'])('%s', async (name) => {
    const file = corpusFiles('xlsx', name)[0] as string;
    const content = await xlsxReader.read(readFileSync(file), { budget: new Budget(), paginate: false });
    const memos = content.blocks.filter((block) => block.type === 'memo');
    expect(memos.map((memo) => memo.text).sort()).toEqual(rawNotes(unzip(file)).sort());
    for (const memo of memos)
      expect(content.blocks.find((block) => block.id === memo.parent)?.type, path.basename(file)).toBe('table');
    found += memos.length;
  });

  it('they are all there', () => {
    console.log(`xlsx notes: ${found}`);
    expect(found).toBeGreaterThanOrEqual(11);
  });
});
