import { describe, expect, it } from 'vitest';
import { Budget } from '../container/budget.ts';
import { ContentBuilder, type Place } from '../content.ts';
import type { LayoutHints } from './hints.ts';
import type { Layout } from './layout.ts';
import type { LayoutOutcome } from './layout-client.ts';
import { paginate } from './paginate.ts';

const place = (paragraph: number, ...inside: [control: number, cell: number, paragraph: number][]): Place => ({
  section: 0,
  paragraph,
  inside: inside.map(([control, cell, at]) => ({ control, cell, paragraph: at })),
});

function hintsOf(paragraphs: number, missing = 0): LayoutHints {
  return {
    sections: [{ width: 595.28, height: 841.89, columns: 1 }],
    paragraphs: Array.from({ length: paragraphs }, () => ({
      section: 0,
      pageBreak: false,
      columnBreak: false,
      top: null,
      bottom: null,
    })),
    stored: { complete: paragraphs - missing, missing },
  };
}

async function run(content: ContentBuilder, hints: LayoutHints, outcome: Partial<Layout> | LayoutOutcome): Promise<void> {
  const layout: Layout = {
    pages: 3,
    paragraphs: [[]],
    endnotes: [[]],
    footnotes: {},
    inside: {},
    after: {},
    complete: true,
    ...outcome,
  };
  await paginate({
    bytes: Buffer.alloc(0),
    format: 'hwpx',
    content,
    hints,
    budget: new Budget(),
    engine: true,
    layout: { outcome: Promise.resolve('failure' in outcome ? (outcome as LayoutOutcome) : { layout }), cancel() {} },
  });
}

const newContent = () => new ContentBuilder('hwpx', new Budget());
const codes = (content: ContentBuilder) => content.warnings.map((w) => w.code);

describe('pages of a document', () => {
  it('go to blocks, cells and tables, and say how large a page is', async () => {
    const content = newContent();
    const text = content.block({ type: 'paragraph', text: '앞', place: place(0) });
    const table = content.table({
      rows: 2,
      cols: 1,
      cells: [
        { row: 0, col: 0, text: '첫 줄', place: place(1, [0, 0, 0]) },
        { row: 1, col: 0, text: '둘째 줄', place: place(1, [0, 1, 0]) },
      ],
      place: place(1),
    });
    const end = content.block({ type: 'paragraph', text: '뒤', place: place(2) });
    await run(content, hintsOf(3), { paragraphs: [[0, 0, 2]], inside: { '0.1/0:0:0': 1, '0.1/0:1:0': 2 } });
    expect([text.page, end.page]).toEqual([1, 3]);
    expect(table.cells.map((cell) => cell.page)).toEqual([2, 3]);
    expect(table.page).toBe(2);
    expect(content.blocks[1]?.page).toBe(2);
    expect(content.pages).toEqual(Array(3).fill({ width: 595.28, height: 841.89, unit: 'pt' }));
    expect(content.warnings).toEqual([]);
  });

  it('are estimates where stored lines are missing', async () => {
    const content = newContent();
    content.block({ type: 'paragraph', text: '글', place: place(0) });
    await run(content, hintsOf(2, 1), { pages: 1, paragraphs: [[0, 0]] });
    expect(codes(content)).toEqual(['PAGES_ESTIMATED']);
  });

  it('are estimates where the engine ran out of time', async () => {
    const content = newContent();
    content.block({ type: 'paragraph', text: '글', place: place(0) });
    await run(content, hintsOf(1), { pages: 1, paragraphs: [[0]], complete: false });
    expect(codes(content)).toEqual(['PAGES_ESTIMATED']);
  });

  it('are estimates where few of the texts are found', async () => {
    const content = newContent();
    for (let i = 0; i < 5; i++) content.block({ type: 'paragraph', text: '글', place: place(i < 4 ? 0 : 9) });
    await run(content, hintsOf(1), { pages: 1, paragraphs: [[0]] });
    expect(codes(content)).toEqual(['PAGES_ESTIMATED']);
  });

  it.each(['timeout', 'refused', 'died', 'memory', 'unavailable'] as const)(
    'come from breaks alone after "%s"',
    async (failure) => {
      const content = newContent();
      const first = content.block({ type: 'paragraph', text: '앞', place: place(0) });
      const second = content.block({ type: 'paragraph', text: '뒤', place: place(1) });
      const hints = hintsOf(2);
      Object.assign(hints.paragraphs[1] as object, { pageBreak: true });
      await run(content, hints, { failure });
      expect([first.page, second.page]).toEqual([1, 2]);
      expect(content.pages).toHaveLength(2);
      expect(codes(content)).toEqual(['PAGES_ESTIMATED']);
    },
  );

  it('are given to a block without a place by its parent, else by what follows it', async () => {
    const content = newContent();
    const master = content.block({ type: 'header', text: '바탕쪽' });
    const text = content.block({ type: 'paragraph', text: '글', place: place(1) });
    const note = content.block({ type: 'footnote', text: '각주', parent: text.id });
    const end = content.block({ type: 'paragraph', text: '끝', place: place(2) });
    await run(content, hintsOf(3), { paragraphs: [[0, 1, 2]] });
    expect([master.page, text.page, note.page, end.page]).toEqual([2, 2, 2, 3]);
  });

  it('send endnotes to the end of their section', async () => {
    const content = newContent();
    const text = content.block({ type: 'paragraph', text: '글', place: place(0) });
    const one = content.block({ type: 'endnote', text: '하나\n이어서', parent: text.id, place: place(0, [0, 0, 0]) });
    const two = content.block({ type: 'endnote', text: '둘', parent: text.id, place: place(0, [1, 0, 0]) });
    await run(content, hintsOf(1), { paragraphs: [[0]], endnotes: [[1, 1, 2]] });
    expect([text.page, one.page, two.page]).toEqual([1, 2, 3]);
  });

  it('of a nested table that was not seen are those of the cell around it', async () => {
    const content = newContent();
    const outer = content.table({
      rows: 1,
      cols: 1,
      cells: [{ row: 0, col: 0, text: '밖', place: place(0, [0, 0, 2]) }],
      place: place(0),
    });
    const inner = content.nestedTable({
      rows: 1,
      cols: 1,
      cells: [{ row: 0, col: 0, text: '안', place: place(0, [0, 0, 2], [0, 0, 0]) }],
      parent: outer,
      parent_cell: [0, 0],
    });
    await run(content, hintsOf(1), { paragraphs: [[0]], inside: { '0.0/0:0:0': 0, '0.0/0:0:2': 1, '0.0/0:0:2/0:5:0': 2 } });
    expect([outer.cells[0]?.page, inner.cells[0]?.page, inner.page]).toEqual([2, 2, 2]);
  });
});
