import { describe, expect, it } from 'vitest';
import { gridsOf } from './grid.ts';
import type { Ruling } from './rulings.ts';

const GLYPH = 20;
const line = (at: number, from: number, to: number): Ruling => ({ at, from, to, thickness: 2 });
const places = (across: Ruling[], down: Ruling[]) =>
  gridsOf({ across, down }, GLYPH).map(({ rows, cols, cells, uncertain }) => ({
    size: [rows, cols],
    cells: cells.map(({ row, col, row_span, col_span }) => [row, col, row_span, col_span].join(' ')),
    uncertain,
  }));

describe('drawn lines as a table', () => {
  const outer = [line(0, 0, 300), line(200, 0, 300)];
  const sides = [line(0, 0, 200), line(300, 0, 200)];

  it('two rows and three columns are six cells', () => {
    const found = places([...outer, line(100, 0, 300)], [...sides, line(100, 0, 200), line(200, 0, 200)]);
    expect(found).toEqual([
      { size: [2, 3], cells: ['0 0 1 1', '0 1 1 1', '0 2 1 1', '1 0 1 1', '1 1 1 1', '1 2 1 1'], uncertain: false },
    ]);
  });

  it('a line that stops short leaves a cell over two columns, or two rows', () => {
    const across = places([...outer, line(100, 0, 300)], [...sides, line(150, 100, 200)]);
    expect(across[0]?.cells).toEqual(['0 0 1 2', '1 0 1 1', '1 1 1 1']);
    const down = places([...outer, line(100, 150, 300)], [...sides, line(150, 0, 200)]);
    expect(down[0]?.cells).toEqual(['0 0 2 1', '0 1 1 1', '1 1 1 1']);
  });

  it('lines that a scan has bent a little still meet', () => {
    const found = places(
      [line(1, 3, 298), line(199, 0, 302), line(102, 2, 297)],
      [line(2, 4, 197), line(298, 0, 199), line(151, 3, 196)],
    );
    expect(found[0]?.size).toEqual([2, 2]);
  });

  it('a lone box is no table, and two tables are two', () => {
    expect(places(outer, sides)).toEqual([]);
    const moved = (lines: Ruling[], by: number, along: boolean) =>
      lines.map(({ at, from, to, thickness }) =>
        along ? { at, from: from + by, to: to + by, thickness } : { at: at + by, from, to, thickness },
      );
    const [across, down] = [
      [...outer, line(100, 0, 300)],
      [...sides, line(150, 0, 200)],
    ];
    expect(places([...across, ...moved(across, 500, false)], [...down, ...moved(down, 500, true)])).toHaveLength(2);
  });
});
