import { expect, it } from 'vitest';
import { estimatePages } from './estimate.ts';
import type { LayoutHints, ParagraphHint } from './hints.ts';

function hints(columns: number, paragraphs: Partial<ParagraphHint>[]): LayoutHints {
  const sections = [...new Set(paragraphs.map((p) => p.section ?? 0))].map(() => ({ width: null, height: null, columns }));
  return {
    sections,
    paragraphs: paragraphs.map((p) => ({
      section: 0,
      pageBreak: false,
      columnBreak: false,
      top: null,
      bottom: p.top ?? null,
      ...p,
    })),
    stored: { complete: 0, missing: paragraphs.length },
  };
}

it('an explicit break begins a page', () => {
  expect(estimatePages(hints(1, [{}, { pageBreak: true }, {}]))).toEqual([[0, 1, 1]]);
});

it('a line that stands higher than the one before it begins a page', () => {
  expect(estimatePages(hints(1, [{ top: 0 }, { top: 60_000 }, { top: 0 }]))).toEqual([[0, 0, 1]]);
});

it('in two columns every second turn begins a page', () => {
  expect(estimatePages(hints(2, [{ top: 0 }, { top: 60_000 }, { top: 0 }, { top: 60_000 }, { top: 0 }]))).toEqual([
    [0, 0, 0, 0, 1],
  ]);
});

it('a section begins a page', () => {
  expect(estimatePages(hints(1, [{ section: 0 }, { section: 1 }, { section: 1 }]))).toEqual([[0], [1, 1]]);
});

it('what follows a paragraph that runs over a page is on the next', () => {
  expect(estimatePages(hints(1, [{ top: 70_000, bottom: 2000 }, { top: 4000 }]))).toEqual([[0, 1]]);
});
