import { describe, expect, it } from 'vitest';
import type { Ruling } from './drawing.ts';
import { gridOf } from './grid.ts';
import { meetingLines } from './line-sets.ts';

const across = (at: number, from: number, to: number): Ruling => ({ horizontal: true, at, from, to, weight: 0.4 });
const down = (at: number, from: number, to: number): Ruling => ({ horizontal: false, at, from, to, weight: 0.4 });
const shape = (horizontal: Ruling[], vertical: Ruling[]): string[] | null =>
  gridOf(horizontal, vertical)?.cells.map((cell) => `${cell.row},${cell.col}+${cell.rowSpan}x${cell.colSpan}`) ?? null;

const FRAME = { h: [across(0, 0, 200), across(100, 0, 200)], v: [down(0, 0, 100), down(200, 0, 100)] };

describe('a grid of lines', () => {
  it('has a cell for every rectangle that lines enclose', () => {
    expect(shape([...FRAME.h, across(50, 0, 200)], [...FRAME.v, down(80, 0, 100)])).toEqual([
      '0,0+1x1',
      '0,1+1x1',
      '1,0+1x1',
      '1,1+1x1',
    ]);
  });

  it('merges cells where a line is missing', () => {
    expect(shape([...FRAME.h, across(50, 0, 200)], [...FRAME.v, down(80, 50, 100)])).toEqual(['0,0+1x2', '1,0+1x1', '1,1+1x1']);
    expect(shape([...FRAME.h, across(50, 80, 200)], [...FRAME.v, down(80, 0, 100)])).toEqual(['0,0+2x1', '0,1+1x1', '1,1+1x1']);
  });

  it('is a frame of one cell where nothing divides it', () => {
    expect(shape(FRAME.h, FRAME.v)).toEqual(['0,0+1x1']);
  });

  it('takes lines that end just before another as meeting it', () => {
    expect(shape([...FRAME.h, across(50, 1, 199)], [...FRAME.v, down(80, 1, 99)])).toHaveLength(4);
  });

  it('closes a table that is drawn without its sides', () => {
    expect(
      shape([across(0, 0, 200), across(50, 0, 200), across(100, 0, 200)], [down(80, 0, 100), down(140, 0, 100)]),
    ).toHaveLength(6);
  });

  it('is unsure where a region is no rectangle', () => {
    const grid = gridOf([...FRAME.h, across(50, 0, 120)], [...FRAME.v, down(120, 50, 100), down(60, 0, 50)]);
    expect(grid?.sure).toBe(false);
  });

  it('is open below where a page break cuts the last row', () => {
    const grid = gridOf([across(0, 0, 200), across(50, 0, 200)], [down(0, 0, 100), down(80, 0, 100), down(200, 0, 100)]);
    expect([grid?.rows, grid?.openTop, grid?.openBottom]).toEqual([2, false, true]);
  });
});

describe('lines that meet', () => {
  it('are one set, and lines elsewhere another', () => {
    const sets = meetingLines(
      [...FRAME.h, across(300, 0, 200), across(340, 0, 200)],
      [...FRAME.v, down(0, 300, 340), down(200, 300, 340)],
    );
    expect(sets.map((set) => [set.horizontal.length, set.vertical.length])).toEqual([
      [2, 2],
      [2, 2],
    ]);
  });
});
