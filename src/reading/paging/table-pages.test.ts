import { expect, it } from 'vitest';
import type { Cell, Table } from '../../model/table.ts';
import { fillCellPages } from './table-pages.ts';

function tableOf(rows: number, cells: { row: number; row_span?: number }[]): Table {
  return {
    id: 't1',
    block: 'b1',
    page: 1,
    bbox: null,
    caption: null,
    rows,
    cols: 1,
    header_rows: 0,
    cells: cells.map(({ row, row_span = 1 }) => ({
      row,
      col: 0,
      row_span,
      col_span: 1,
      text: '',
      header: false,
      page: 1,
      bbox: null,
      cell: null,
    })),
    grid: [],
    cell_range: null,
    parent: null,
    parent_cell: null,
  };
}

function fill(table: Table, pages: (number | null)[]): { first: number; cells: number[] } {
  const found = new Map<Cell, number>();
  pages.forEach((page, i) => {
    if (page !== null) found.set(table.cells[i] as Cell, page);
  });
  return { first: fillCellPages(table, found, 7), cells: table.cells.map((cell) => cell.page) };
}

it('a row without a found cell stands with the row before it', () => {
  const table = tableOf(4, [{ row: 0 }, { row: 1 }, { row: 2 }, { row: 3 }]);
  expect(fill(table, [3, null, 4, null])).toEqual({ first: 3, cells: [3, 3, 4, 4] });
});

it('rows before the first found cell stand with it', () => {
  expect(fill(tableOf(2, [{ row: 0 }, { row: 1 }]), [null, 5])).toEqual({ first: 5, cells: [5, 5] });
});

it('rows between distant pages are spread over the pages in between', () => {
  const table = tableOf(
    6,
    [0, 1, 2, 3, 4, 5].map((row) => ({ row })),
  );
  expect(fill(table, [1, null, null, null, null, 4]).cells).toEqual([1, 2, 2, 3, 3, 4]);
});

it('a table without any found cell stands where its paragraph stands', () => {
  expect(fill(tableOf(2, [{ row: 0 }, { row: 1 }]), [null, null])).toEqual({ first: 7, cells: [7, 7] });
});

it('a merged cell keeps its own page and does not speak for the row in which it begins', () => {
  const table = tableOf(2, [{ row: 0, row_span: 2 }, { row: 0 }, { row: 1 }]);
  expect(fill(table, [2, 1, 2])).toEqual({ first: 1, cells: [2, 1, 2] });
});
