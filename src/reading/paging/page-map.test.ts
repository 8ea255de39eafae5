import { expect, it } from 'vitest';
import type { LayoutHints, ParagraphHint } from './hints.ts';
import type { Layout } from './layout.ts';
import { PageMap } from './page-map.ts';

function layoutOf(more: Partial<Layout>): Layout {
  return { pages: 3, paragraphs: [[0, 0, 2]], endnotes: [[]], footnotes: {}, inside: {}, after: {}, complete: true, ...more };
}

function hintsOf(paragraphs: Partial<ParagraphHint>[][]): LayoutHints {
  return {
    sections: paragraphs.map(() => ({ width: 595, height: 842, columns: 1 })),
    paragraphs: paragraphs.flatMap((list, section) =>
      list.map((p) => ({ section, pageBreak: false, columnBreak: false, top: null, bottom: null, ...p })),
    ),
    stored: { complete: 3, missing: 0 },
  };
}

const THREE = hintsOf([[{}, { floating: true }, {}]]);
const step = (control: number, cell: number, paragraph: number) => ({ control, cell, paragraph });

it('a cell of a table over pages has its own page', () => {
  const map = new PageMap(layoutOf({ inside: { '0.1/0:0:0': 0, '0.1/0:4:0': 1 } }), THREE);
  expect(map.find({ section: 0, paragraph: 1, inside: [step(0, 4, 0)] })).toEqual({ page: 1, exact: true });
});

it('all that a paragraph holds stands on its page when it does not run over', () => {
  const map = new PageMap(layoutOf({}), THREE);
  expect(map.find({ section: 0, paragraph: 2, inside: [step(0, 4, 0), step(1, 2, 0)] })).toEqual({ page: 2, exact: true });
});

it('a cell that was not seen in a table over pages is not found, only what it stands in', () => {
  const map = new PageMap(layoutOf({ inside: { '0.1/0:0:0': 0 } }), THREE);
  expect(map.find({ section: 0, paragraph: 1, inside: [step(0, 9, 0)] })).toEqual({ page: 0, exact: false });
});

it('a table is found although the engine leaves out the table of one cell around it', () => {
  const map = new PageMap(layoutOf({ inside: { '0.1/0:6:0': 1 } }), THREE);
  expect(map.find({ section: 0, paragraph: 1, inside: [step(0, 0, 0), step(0, 6, 0)] })).toEqual({ page: 1, exact: true });
});

it('a nested cell that was not seen stands with the cell around it', () => {
  const map = new PageMap(layoutOf({ inside: { '0.1/0:2:3': 1 } }), THREE);
  expect(map.find({ section: 0, paragraph: 1, inside: [step(0, 2, 3), step(0, 1, 0)] })).toEqual({ page: 1, exact: false });
});

it('a footnote stands on the page that the engine names, not where its paragraph begins', () => {
  const map = new PageMap(layoutOf({ footnotes: { '0.1/0:0:0': 1 } }), THREE);
  expect(map.find({ section: 0, paragraph: 1, inside: [step(0, 0, 0)] })).toEqual({ page: 1, exact: true });
});

it('what stands inside a paragraph moves with it when the stored lines take a break back', () => {
  const hints = hintsOf([
    [
      { top: 0, bottom: 0 },
      { top: 60_000, bottom: 60_000 },
      { top: 62_000, bottom: 62_000 },
      { top: 0, bottom: 0 },
    ],
  ]);
  const map = new PageMap(layoutOf({ pages: 4, paragraphs: [[0, 0, 1, 2]], inside: { '0.3/0:8:0': 3 } }), hints);
  expect(map.find({ section: 0, paragraph: 3, inside: [] })).toEqual({ page: 1, exact: true });
  expect(map.find({ section: 0, paragraph: 3, inside: [step(0, 8, 0)] })).toEqual({ page: 2, exact: true });
  expect(map.pages).toBe(3);
  expect(map.doubtful).toBe(false);
});

it('a shift in one section moves the next', () => {
  const one = { top: 0, bottom: 0 };
  const hints = hintsOf([[one, { top: 60_000, bottom: 60_000 }, { top: 62_000, bottom: 62_000 }], [one]]);
  const map = new PageMap(layoutOf({ pages: 3, paragraphs: [[0, 0, 1], [2]] }), hints);
  expect(map.find({ section: 1, paragraph: 0, inside: [] })).toEqual({ page: 1, exact: true });
  expect(map.sections).toEqual([0, 1]);
});

it('a table over pages that does not end where the stored line says makes the numbers doubtful', () => {
  const hints = hintsOf([
    [
      { top: 0, bottom: 0 },
      { top: 2000, bottom: 2000, floating: true },
      { top: 38_000, bottom: 38_000 },
    ],
  ]);
  expect(new PageMap(layoutOf({ after: { '0.2': 37_500 } }), hints).doubtful).toBe(false);
  expect(new PageMap(layoutOf({ after: { '0.2': 30_800 } }), hints).doubtful).toBe(true);
});

it('another count of paragraphs than the reader has makes the numbers doubtful', () => {
  expect(new PageMap(layoutOf({ paragraphs: [[0, 0]] }), THREE).doubtful).toBe(true);
  expect(new PageMap(layoutOf({ paragraphs: [[0, 0, 2], [2]] }), THREE).doubtful).toBe(true);
});

it('an endnote that the engine left out stands with the last of its section', () => {
  const map = new PageMap(layoutOf({ endnotes: [[1, 2]] }), THREE);
  expect([map.endnote(0, 0), map.endnote(0, 1), map.endnote(0, 2), map.endnote(1, 0)]).toEqual([1, 2, 2, null]);
});

it('the text of a paragraph stands below the table that hangs from it', () => {
  const map = new PageMap(layoutOf({ inside: { '0.1': 1, '0.1/0:0:0': 0 } }), THREE);
  expect(map.find({ section: 0, paragraph: 1, inside: [] })).toEqual({ page: 1, exact: true });
});
