import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { BlockType } from '../../src/model/block.ts';
import { Budget } from '../../src/reading/container/budget.ts';
import type { Content } from '../../src/reading/content.ts';
import { hwpxReader } from '../../src/reading/formats/hwpx/reader.ts';
import { type FragmentKind, type HwpxSource, hwpxSource, sorted } from '../oracles/hwpx-source.ts';
import { corpusFiles, describeWithCorpus } from '../support/corpus.ts';

/** Blocks in which text of each kind must stand. */
const BLOCKS: Record<FragmentKind, BlockType[]> = {
  body: ['paragraph', 'heading', 'list_item', 'title'],
  cell: ['table'],
  'text box': ['textbox'],
  header: ['header'],
  footer: ['footer'],
  footnote: ['footnote'],
  endnote: ['endnote'],
  caption: ['caption'],
  memo: ['memo'],
  'hidden comment': ['memo'],
  'master page': ['header'],
  // A formula within a sentence is part of it.
  equation: ['equation', 'paragraph', 'heading', 'list_item', 'table', 'textbox'],
  'word art': ['textbox'],
  form: ['paragraph', 'list_item', 'table', 'textbox'],
  gloss: ['paragraph', 'heading', 'list_item', 'title', 'table', 'textbox'],
};
/** Kinds of which nothing at all may be lost. */
const WHOLE: FragmentKind[] = [
  'footnote',
  'endnote',
  'caption',
  'header',
  'footer',
  'hidden comment',
  'memo',
  'master page',
  'word art',
  'equation',
];

interface Subject {
  name: string;
  source: HwpxSource;
  content: Content;
}

describeWithCorpus('text of hwpx files', () => {
  const files = corpusFiles('hwpx', '.hwpx').filter((file) => !path.basename(file).startsWith('암호_'));
  const subjects: Subject[] = [];

  beforeAll(async () => {
    for (const file of files) {
      const bytes = readFileSync(file);
      const content = await hwpxReader.read(bytes, { budget: new Budget(), paginate: false });
      subjects.push({ name: path.basename(file), source: hwpxSource(bytes), content });
    }
  });

  it('stands in blocks of its kind: at least 99.8 % of all fragments, and every note, caption, header and formula', () => {
    const found = new Map<FragmentKind, { all: number; here: number }>();
    const lost: string[] = [];
    for (const { name, source, content } of subjects) {
      const texts = new Map<BlockType, string>();
      for (const block of content.blocks) texts.set(block.type, `${texts.get(block.type) ?? ''}\n${squeezed(block.text)}`);
      for (const { kind, text } of source.fragments) {
        if ([...text].length < 2) continue;
        const count = found.get(kind) ?? { all: 0, here: 0 };
        found.set(kind, count);
        count.all++;
        if (BLOCKS[kind].some((type) => texts.get(type)?.includes(text))) count.here++;
        else lost.push(`${name} ${kind}: ${text.slice(0, 60)}`);
      }
    }
    const rows = [...found].map(([kind, { all, here }]) => ({
      kind,
      fragments: all,
      found: here,
      share: `${((100 * here) / all).toFixed(2)} %`,
    }));
    console.table(rows);
    if (lost.length > 0) console.log(lost.slice(0, 40).join('\n'));
    for (const kind of WHOLE) expect(found.get(kind)?.here, kind).toBe(found.get(kind)?.all);
    const all = rows.reduce((sum, row) => sum + row.fragments, 0);
    expect(rows.reduce((sum, row) => sum + row.found, 0) / all).toBeGreaterThanOrEqual(0.998);
    expect(all).toBeGreaterThan(30_000);
  });

  it('stands there once: blocks hold the letters of the source and no others, save list labels and caption numbers', () => {
    const wrong: string[] = [];
    let letters = 0;
    let extra = 0;
    for (const { name, source, content } of subjects) {
      const expected = count(source.fragments.map((fragment) => fragment.text).join(''));
      const got = count(content.blocks.map((block) => squeezed(block.text)).join(''));
      let missing = 0;
      let more = 0;
      for (const letter of new Set([...expected.keys(), ...got.keys()])) {
        const difference = (got.get(letter) ?? 0) - (expected.get(letter) ?? 0);
        if (difference < 0) missing -= difference;
        else more += difference;
      }
      const total = [...expected.values()].reduce((sum, n) => sum + n, 0);
      letters += total;
      extra += more;
      const captions = source.fragments.filter((fragment) => fragment.kind === 'caption').length;
      // A label is a few letters, a caption number up to three.
      const allowed = source.labelled * 10 + captions * 3;
      if (more > allowed || missing > 0)
        wrong.push(`${name}: ${missing} letters missing, ${more} more of ${total} (${allowed} allowed)`);
    }
    console.log(`letters in the sources ${letters}, written beyond them ${extra} (${((100 * extra) / letters).toFixed(3)} %)`);
    expect(wrong).toEqual([]);
  });

  it('has the grid of every table as the file states it, with spans, header cells, nesting, cell texts and captions', () => {
    let tables = 0;
    let cells = 0;
    let nested = 0;
    const wrong: string[] = [];
    for (const { name, source, content } of subjects) {
      const byId = new Map(content.tables.map((table) => [table.id, table]));
      const got = content.tables.map((table) => {
        const parent = table.parent ? byId.get(table.parent) : undefined;
        return grid({
          rows: table.rows,
          cols: table.cols,
          cells: table.cells
            .map((cell) => `${cell.row},${cell.col}+${cell.row_span}×${cell.col_span}${cell.header ? ' header' : ''}`)
            .sort(),
          parent: parent ? `${parent.rows}x${parent.cols} at ${table.parent_cell?.join(',')}` : null,
        });
      });
      const stated = source.tables.map(grid);
      tables += stated.length;
      cells += source.tables.reduce((sum, table) => sum + table.cells.length, 0);
      nested += source.tables.filter((table) => table.parent !== null).length;
      if (JSON.stringify([...got].sort()) !== JSON.stringify([...stated].sort())) wrong.push(`${name}: grids differ`);
      const texts = (of: Iterable<[string, string]>) => [...of].map(([at, text]) => `${at} ${text}`).sort();
      const statedTexts = source.tables.flatMap((table) =>
        [...table.letters].filter((entry): entry is [string, string] => entry[1] !== null),
      );
      const gotTexts = new Map<string, number>();
      for (const line of texts(
        content.tables.flatMap((table) =>
          table.cells.map((cell): [string, string] => [`${cell.row},${cell.col}`, sorted(cell.text)]),
        ),
      )) {
        gotTexts.set(line, (gotTexts.get(line) ?? 0) + 1);
      }
      for (const line of texts(statedTexts)) {
        const left = (gotTexts.get(line) ?? 0) - 1;
        gotTexts.set(line, left);
        if (left < 0) wrong.push(`${name}: cell ${line.slice(0, 60)}`);
      }
      const captions = source.tables.map((table) => table.caption).filter((caption) => caption !== '');
      const gotCaptions = content.tables.filter((table) => table.caption !== null).map((table) => squeezed(table.caption ?? ''));
      if (gotCaptions.length !== captions.length) wrong.push(`${name}: ${gotCaptions.length} captions of ${captions.length}`);
    }
    console.log(`tables ${tables} (${nested} nested), cells ${cells}`);
    expect(wrong).toEqual([]);
    expect(tables).toBeGreaterThan(1000);
  });
});

function squeezed(text: string): string {
  return text.replace(/\s+/g, '');
}

function grid(table: { rows: number; cols: number; cells: string[]; parent: string | null }): string {
  return `${table.rows}x${table.cols} in ${table.parent} ${table.cells.join(' ')}`;
}

function count(text: string): Map<string, number> {
  const out = new Map<string, number>();
  for (const letter of text) out.set(letter, (out.get(letter) ?? 0) + 1);
  return out;
}
