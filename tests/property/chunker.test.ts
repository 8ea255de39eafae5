import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlockType } from '../../src/model/block.ts';
import { type Chunk, ChunkSchema } from '../../src/model/chunk.ts';
import type { Document } from '../../src/model/document.ts';
import type { Box } from '../../src/model/geometry.ts';
import type { Table } from '../../src/model/table.ts';
import { parseCellRange } from '../../src/reading/chunking/cell-range.ts';
import { chunkDocument } from '../../src/reading/chunking/chunk.ts';
import type { ContentBuilder, NewCell } from '../../src/reading/content.ts';
import { arrangeOutline } from '../../src/reading/structure/outline.ts';
import { tableText } from '../../src/reading/table-text.ts';
import { documentOf, newContent } from '../support/sample-document.ts';

const RUNS = Number(process.env.RUNS ?? 200);

const words = fc.constantFrom(
  '예산은',
  '1,234,567원',
  '2026. 3. 2.',
  '제3조제2항에',
  '따른다.',
  '한다.',
  '가.',
  '1.',
  '①',
  '👩‍👩‍👧‍👦',
  '🇰🇷🇰🇷',
  'á́',
  '각',
  'No. 3',
  '(이하',
  '같다)',
  'etc.',
  '?',
  '가나다라마바사아자차카타파하',
  '\t',
  '\n',
  '  ',
);
const sentence = fc.array(words, { maxLength: 30 }).map((parts) => parts.join(' '));
const longWord = fc.integer({ min: 1, max: 700 }).map((n) => '긴'.repeat(n));
const emoji = fc.integer({ min: 1, max: 150 }).map((n) => '👍🏽'.repeat(n));
const text = fc.oneof(
  { weight: 8, arbitrary: sentence },
  { weight: 1, arbitrary: longWord },
  { weight: 1, arbitrary: emoji },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
);
const cellText = fc.oneof(
  { weight: 6, arbitrary: fc.array(words, { maxLength: 6 }).map((parts) => parts.join(' ')) },
  { weight: 1, arbitrary: text },
);

interface TableSpec {
  rows: number;
  cols: number;
  texts: string[];
  merges: boolean[];
  header: boolean;
  sheet: boolean;
  inner: TableSpec | null;
}

const { table: tableSpec } = fc.letrec<{ table: TableSpec }>((tie) => ({
  table: fc.record({
    rows: fc.integer({ min: 1, max: 9 }),
    cols: fc.integer({ min: 1, max: 4 }),
    texts: fc.array(cellText, { minLength: 36, maxLength: 36 }),
    merges: fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
    header: fc.boolean(),
    sheet: fc.boolean(),
    inner: fc.option(tie('table'), { maxDepth: 2, depthIdentifier: 'nesting' }) as fc.Arbitrary<TableSpec | null>,
  }),
}));

type Item =
  | { type: Exclude<BlockType, 'table'>; text: string; level: number; page: number; boxed: boolean }
  | { type: 'table'; spec: TableSpec; page: number };
const item: fc.Arbitrary<Item> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constantFrom<Exclude<BlockType, 'table'>>(
        'paragraph',
        'paragraph',
        'list_item',
        'heading',
        'heading',
        'footnote',
        'header',
        'footer',
        'caption',
        'textbox',
        'image',
        'memo',
        'equation',
        'endnote',
      ),
      text,
      level: fc.integer({ min: 1, max: 4 }),
      page: fc.integer({ min: 1, max: 3 }),
      boxed: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('table' as const), spec: tableSpec, page: fc.integer({ min: 1, max: 3 }) }),
  },
);

const documents = fc
  .record({ title: fc.option(sentence), items: fc.array(item, { minLength: 1, maxLength: 20 }) })
  .map(({ title, items }) => build(title, items));
const budgets = fc.constantFrom(20, 60, 200, 201, 350, 1000);

function build(title: string | null, items: readonly Item[]): Document {
  const content = newContent();
  const stated = title === null || title.trim() === '' ? null : title;
  if (stated !== null) content.block({ type: 'title', text: stated });
  for (const it of items) {
    if (it.type === 'table') addTable(content, it.spec, it.page);
    else {
      const before = content.blocks.at(-1);
      content.block({
        type: it.type,
        text: it.text,
        level: it.type === 'heading' ? it.level : null,
        page: it.page,
        bbox: it.boxed ? [it.level, it.page, it.level + 10, it.page + 10] : null,
        parent: ['footnote', 'memo', 'caption', 'endnote'].includes(it.type) ? (before?.id ?? null) : null,
      });
    }
  }
  const sections = arrangeOutline(content);
  return documentOf(content, { title: stated, sections });
}

function cellsOf(spec: TableSpec, page: number): NewCell[] {
  const cells: NewCell[] = [];
  const covered = new Set<string>();
  for (let row = 0; row < spec.rows; row++) {
    for (let col = 0; col < spec.cols; col++) {
      if (covered.has(`${row} ${col}`)) continue;
      const down = col === 0 && spec.merges[row] === true && row + 1 < spec.rows && !covered.has(`${row + 1} 0`);
      if (down) covered.add(`${row + 1} 0`);
      const bbox: Box | null = spec.header ? [col, row, col + 1, row + 1] : null;
      cells.push({
        row,
        col,
        row_span: down ? 2 : 1,
        text: spec.texts[row * 4 + col] ?? '',
        page: page + (row > 5 ? 1 : 0),
        bbox,
        cell: spec.sheet ? `${'ABCD'[col]}${row + 5}` : null,
      });
    }
  }
  return cells;
}

/** The text of a table whose last cell holds the inner one, as readers make it: bottom up. */
function filledCells(spec: TableSpec, page: number): NewCell[] {
  const cells = cellsOf(spec, page);
  const last = cells.at(-1);
  if (spec.inner && last) {
    const inner = filledCells(spec.inner, page);
    const text = tableText({
      rows: spec.inner.rows,
      cells: inner.map((cell) => ({ row_span: 1, col_span: 1, header: false, page, bbox: null, cell: null, ...cell })),
    });
    last.text = [last.text, text, '뒤따르는 글'].join('\n');
  }
  return cells;
}

function addTable(content: ContentBuilder, spec: TableSpec, page: number): void {
  const cells = filledCells(spec, page);
  const header_rows = spec.header ? 1 : 0;
  const last = String.fromCharCode(64 + spec.cols);
  const outer = content.table({
    rows: spec.rows,
    cols: spec.cols,
    header_rows,
    cells,
    page,
    cell_range: spec.sheet ? `'집행 내역'!A5:${last}${spec.rows + 4}` : null,
  });
  addInner(content, spec, outer, cells, page);
}

function addInner(content: ContentBuilder, spec: TableSpec, parent: Table, cells: readonly NewCell[], page: number): void {
  const holder = cells.at(-1);
  if (!spec.inner || !holder) return;
  const inner = filledCells(spec.inner, page);
  const table = content.nestedTable({
    parent,
    parent_cell: [holder.row, holder.col],
    rows: spec.inner.rows,
    cols: spec.inner.cols,
    header_rows: spec.inner.header ? 1 : 0,
    cells: inner,
    page,
  });
  addInner(content, spec.inner, table, inner, page);
}

function everyDocument(check: (document: Document, chunks: Chunk[], budget: number) => void): void {
  fc.assert(
    fc.property(documents, budgets, (document, budget) => check(document, chunkDocument(document, budget), budget)),
    { numRuns: RUNS },
  );
}

const bare = (s: string) => s.replace(/\s+/g, '');
const points = (s: string) => [...s].length;

describe('the chunks of any document', () => {
  it('together hold every character of every block once and in order', () => {
    everyDocument((document, chunks) => {
      expect(bare(chunks.map((chunk) => chunk.text).join(''))).toBe(bare(document.blocks.map((block) => block.text).join('')));
    });
  });

  it('are verbatim: slices of their blocks with one line break between two blocks', () => {
    everyDocument((document, chunks) => {
      const texts = new Map(document.blocks.map((block) => [block.id, block.text]));
      for (const chunk of chunks)
        expect(
          isJoinOfSlices(
            chunk.text,
            chunk.blocks.map((id) => texts.get(id) ?? ''),
          ),
        ).toBe(true);
    });
  });

  it('name exactly the blocks they hold, each block in order', () => {
    everyDocument((document, chunks) => {
      const order = new Map(document.blocks.map((block, i) => [block.id, i]));
      const named = chunks.flatMap((chunk) => chunk.blocks);
      expect(named.map((id) => order.get(id))).toEqual(
        named.map((id) => order.get(id)).sort((a, b) => (a as number) - (b as number)),
      );
      expect(new Set(named)).toEqual(
        new Set(document.blocks.filter((block) => block.text.trim() !== '').map((block) => block.id)),
      );
      for (const chunk of chunks) expect(new Set(chunk.blocks).size).toBe(chunk.blocks.length);
    });
  });

  it('are no longer than the budget, save one table row of up to twice that', () => {
    everyDocument((document, chunks, budget) => {
      for (const chunk of chunks) {
        const length = points(chunk.text);
        if (length <= budget) continue;
        expect(chunk.kind).toBe('table');
        expect(length).toBeLessThanOrEqual(2 * budget);
        expect(chunk.blocks).toHaveLength(1);
        expect(
          document.tables.some((table) => table.block === chunk.blocks[0] && tableRowTexts(table).includes(chunk.text)),
        ).toBe(true);
      }
    });
  });

  it('never begin or end inside a surrogate pair or before a combining mark', () => {
    everyDocument((_document, chunks, budget) => {
      if (budget < 60) return;
      for (const chunk of chunks) {
        expect(/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(chunk.text)).toBe(false);
        if (chunk.text.includes('👍🏽')) expect(/^[\u{1f3fb}-\u{1f3ff}]/u.test(chunk.text)).toBe(false);
      }
    });
  });

  it('have the shape of the contract, ids from c1 on, and come out the same twice', () => {
    everyDocument((document, chunks, budget) => {
      for (const chunk of chunks) ChunkSchema.parse(chunk);
      expect(chunks.map((chunk) => chunk.id)).toEqual(chunks.map((_, i) => `c${i + 1}`));
      expect(chunkDocument(structuredClone(document), budget)).toEqual(chunks);
    });
  });

  it('have a path that starts at the title and goes on with the outline, without empty parts', () => {
    everyDocument((document, chunks) => {
      for (const chunk of chunks) {
        const { title } = document.structure;
        if (title !== null) expect(chunk.path[0]).toBe(title);
        expect(chunk.path.slice(title === null ? 0 : 1, (title === null ? 0 : 1) + chunk.outline.length)).toEqual(chunk.outline);
        expect(chunk.path.every((part) => part.trim() !== '')).toBe(true);
        const first = document.blocks.find((block) => block.id === chunk.blocks[0]);
        const own = chunk.path.length - chunk.outline.length - (title === null ? 0 : 1);
        // Only a note that is parted from its sentence is told more than where it stands.
        if (chunk.kind === 'paragraph')
          expect(own).toBeLessThanOrEqual(['footnote', 'endnote', 'memo', 'caption'].includes(first?.type ?? '') ? 1 : 0);
        if (title !== null) expect(chunk.outline.map(bare)).not.toContain(bare(title));
      }
    });
  });

  it('never mix text under different headings, nor paragraphs with table rows save a line above them and notes below', () => {
    everyDocument((document, chunks) => {
      const byId = new Map(document.blocks.map((block) => [block.id, block]));
      for (const chunk of chunks) {
        const blocks = chunk.blocks.map((id) => byId.get(id) as Document['blocks'][number]);
        const types = blocks.map((block) => block.type);
        if (chunk.kind === 'table')
          for (const [at, block] of blocks.entries())
            expect(
              ['table', 'heading', 'title', 'caption', 'footnote', 'endnote', 'memo'].includes(block.type) ||
                (types[at + 1] === 'table' && points(block.text.trim()) <= 80) ||
                /^\s*(?:※|\*|주|자료|출처)/.test(block.text),
            ).toBe(true);
        else expect(types).not.toContain('table');
        const bodies = blocks.filter((block) => block.type !== 'heading' && block.type !== 'title');
        expect(new Set(bodies.map((block) => headingOf(block, byId))).size).toBeLessThanOrEqual(1);
      }
    });
  });

  it('have anchors on pages of the document, boxes only where all parts have one, ranges that narrow the sheet', () => {
    everyDocument((document, chunks) => {
      for (const chunk of chunks) {
        const pages = chunk.anchors.map((anchor) => anchor.page);
        expect(new Set(pages).size).toBe(pages.length);
        if (chunk.kind === 'paragraph') expect(chunk.anchors).toEqual(anchorsOfBlocks(document, chunk));
        for (const anchor of chunk.anchors) {
          expect(anchor.page).toBeGreaterThanOrEqual(1);
          expect(anchor.page).toBeLessThanOrEqual(document.source.pages);
          if (anchor.bbox) expect(anchor.bbox[0] <= anchor.bbox[2] && anchor.bbox[1] <= anchor.bbox[3]).toBe(true);
          const table = document.tables.find((entry) => entry.parent === null && chunk.blocks.includes(entry.block));
          if (chunk.kind !== 'table' || !table?.cell_range) {
            expect(anchor.cell_range).toBeNull();
            continue;
          }
          if (anchor.cell_range === null) continue;
          const whole = parseCellRange(table.cell_range);
          const part = parseCellRange(anchor.cell_range);
          expect(part?.sheet).toBe("'집행 내역'!");
          expect(
            part && whole && part.firstRow >= whole.firstRow && part.lastRow <= whole.lastRow && part.firstRow <= part.lastRow,
          ).toBe(true);
          expect([part?.firstColumn, part?.lastColumn]).toEqual([whole?.firstColumn, whole?.lastColumn]);
        }
      }
    });
  });
});

/** One anchor a page: a box around all of a page's blocks, none if one block has none. */
function anchorsOfBlocks(document: Document, chunk: Chunk): Chunk['anchors'] {
  const byPage = new Map<number, (Box | null)[]>();
  for (const block of document.blocks)
    if (chunk.blocks.includes(block.id)) byPage.set(block.page, [...(byPage.get(block.page) ?? []), block.bbox]);
  const around = (boxes: (Box | null)[]): Box | null => {
    const known = boxes.filter((box) => box !== null);
    if (known.length < boxes.length) return null;
    return [
      Math.min(...known.map((b) => b[0])),
      Math.min(...known.map((b) => b[1])),
      Math.max(...known.map((b) => b[2])),
      Math.max(...known.map((b) => b[3])),
    ];
  };
  return [...byPage].sort(([a], [b]) => a - b).map(([page, boxes]) => ({ page, bbox: around(boxes), cell_range: null }));
}

function tableRowTexts(table: Table): string[] {
  return Array.from({ length: table.rows }, (_, row) =>
    tableText({ rows: table.rows, cells: table.cells.map((cell) => (cell.row === row ? cell : { ...cell, text: '' })) }),
  );
}

function headingOf(block: Document['blocks'][number], byId: ReadonlyMap<string, Document['blocks'][number]>): string | null {
  if (block.type === 'header' || block.type === 'footer') return null;
  for (
    let at = block.parent === null ? undefined : byId.get(block.parent);
    at;
    at = at.parent === null ? undefined : byId.get(at.parent)
  ) {
    if (at.type === 'heading') return at.id;
    if (at.type === 'header' || at.type === 'footer') return null;
  }
  return null;
}

/** Whether `whole` is one slice of each text, in order, joined by single line breaks. */
function isJoinOfSlices(whole: string, texts: readonly string[]): boolean {
  const reach = (from: number, index: number): boolean => {
    const source = texts[index] as string;
    if (index === texts.length - 1) return source.includes(whole.slice(from));
    for (let at = whole.indexOf('\n', from); at >= 0; at = whole.indexOf('\n', at + 1)) {
      if (!source.includes(whole.slice(from, at))) return false;
      if (reach(at + 1, index + 1)) return true;
    }
    return false;
  };
  return reach(0, 0);
}
