import { describe, expect, it } from 'vitest';
import type { ParagraphHint } from './hints.ts';
import { agree } from './stored-lines.ts';

/** One line a paragraph unless `bottom` says otherwise. */
function at(top: number | null, more: Partial<ParagraphHint> = {}): ParagraphHint {
  return {
    section: 0,
    pageBreak: false,
    columnBreak: false,
    top,
    bottom: top,
    bottomHeight: 1000,
    wraps: false,
    floating: false,
    ...more,
  };
}

describe('pages by the engine and by the stored lines', () => {
  it('stay as they are where both agree', () => {
    expect(agree([at(0), at(2000), at(0), at(2000)], [0, 0, 1, 1])).toMatchObject({ pages: [0, 0, 1, 1], shift: 0, open: false });
  });

  it('lose a break that the engine makes in the middle of plain text that runs on', () => {
    const agreed = agree([at(0), at(60_000), at(62_000), at(0), at(2000)], [0, 0, 1, 2, 2]);
    expect(agreed).toMatchObject({ pages: [0, 0, 0, 1, 1], shift: -1, open: false });
  });

  it('gain a break that the engine misses', () => {
    const agreed = agree([at(0), at(60_000), at(0), at(2000)], [0, 0, 0, 0]);
    expect(agreed).toMatchObject({ pages: [0, 0, 1, 1], shift: 1, open: false });
  });

  it('move a break to where the stored lines have it', () => {
    const agreed = agree([at(0), at(60_000), at(0), at(2000), at(4000)], [0, 0, 0, 1, 1]);
    expect(agreed.pages).toEqual([0, 0, 1, 1, 1]);
    expect(agreed.shift).toBe(0);
  });

  it('count the page that ends within a paragraph from the next paragraph on', () => {
    const agreed = agree([at(0), at(70_000, { bottom: 1000, wraps: true }), at(3000), at(5000)], [0, 0, 0, 1]);
    expect(agreed.pages).toEqual([0, 0, 1, 1]);
  });

  it('follow the engine around what floats', () => {
    // A table hangs from the second paragraph and fills two pages; the lines behind it stand at any height.
    const agreed = agree([at(0), at(2000, { floating: true }), at(30_000), at(32_000)], [0, 0, 2, 2]);
    expect(agreed).toMatchObject({ pages: [0, 0, 2, 2], shift: 0, open: false });
  });

  it('leave a floating table to the engine when the text around it moves back', () => {
    // The table did not fit and went to the next page; the lines after it filled the page that it left.
    const agreed = agree([at(0), at(60_000, { floating: true }), at(62_000), at(35_000), at(37_000)], [0, 1, 1, 1, 1]);
    expect(agreed.pages).toEqual([0, 0, 0, 1, 1]);
    expect(agreed.inside).toEqual([0, 0, -1, 0, 0]);
  });

  it('take two paragraphs at one height for the tops of two pages when the engine does', () => {
    expect(agree([at(0), at(0), at(0)], [0, 1, 2]).pages).toEqual([0, 1, 2]);
  });

  it('begin a page after a line that is as high as a table', () => {
    const agreed = agree([at(0, { bottomHeight: 70_000 }), at(4000), at(6000)], [0, 0, 0]);
    expect(agreed.pages).toEqual([0, 1, 1]);
  });

  it('follow the engine where lines are not stored', () => {
    expect(agree([at(null), at(null), at(null)], [0, 1, 1])).toMatchObject({ pages: [0, 1, 1], shift: 0, open: false });
  });

  it('give a paragraph that the engine does not place the page of the one before it', () => {
    expect(agree([at(0), at(2000), at(4000)], [0, -1, 0]).pages).toEqual([0, 0, 0]);
  });

  it('are open where stored breaks outnumber those of the engine beside something that floats', () => {
    const agreed = agree([at(0), at(50_000, { floating: true }), at(60_000), at(0), at(60_000), at(0)], [0, 0, 1, 1, 1, 1]);
    expect(agreed).toMatchObject({ pages: [0, 0, 0, 1, 1, 2], shift: 1, open: true });
  });
});
