import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inlineCell, makeXlsx } from '../../../../tests/makers/xlsx.ts';
import { Budget } from '../../container/budget.ts';
import { address } from './addresses.ts';
import { xlsxReader } from './reader.ts';

/** Places close together and far apart, so that blocks, gaps and lonely cells all come about. */
const place = fc.tuple(
  fc.oneof({ weight: 5, arbitrary: fc.nat(12) }, { weight: 1, arbitrary: fc.nat(1_048_575) }),
  fc.oneof({ weight: 5, arbitrary: fc.nat(12) }, { weight: 1, arbitrary: fc.nat(16_383) }),
);
const text = fc.string({
  unit: fc.constantFrom('가', '나', ' ', 'a', '&', '<', '"', '\n', '1', '_x000D_'),
  minLength: 1,
  maxLength: 8,
});
const sheet = fc.record({
  cells: fc.uniqueArray(fc.tuple(place, text), { selector: ([[row, col]]) => `${row} ${col}`, minLength: 1, maxLength: 60 }),
  merges: fc.array(fc.tuple(place, fc.nat(6), fc.nat(6)), { maxLength: 12 }),
});

const decoded = (value: string) => value.replaceAll('_x000D_', '\r').replace(/\r\n?/g, '\n');

describe('workbooks made at random', () => {
  it('every text is read once, at its address, and stands in every place of the grid that its cell covers', async () => {
    await fc.assert(
      fc.asyncProperty(sheet, async ({ cells, merges }) => {
        const data = cells
          .map(([[row, col], value]) => `<row r="${row + 1}">${inlineCell(address(row, col), value)}</row>`)
          .join('');
        const merged = merges.map(
          ([[row, col], down, right]) =>
            `<mergeCell ref="${address(row, col)}:${address(Math.min(row + down, 1_048_575), Math.min(col + right, 16_383))}"/>`,
        );
        const bytes = makeXlsx({ sheets: [{ name: 'S', data, after: `<mergeCells>${merged.join('')}</mergeCells>` }] });
        const expected = new Map(
          cells
            .map(([[row, col], value]) => [address(row, col), decoded(value)] as const)
            .filter(([, value]) => value.trim() !== ''),
        );
        if (expected.size === 0) return;
        const content = await xlsxReader.read(bytes, { budget: new Budget(), paginate: false });
        const shown = content.tables.flatMap((table) =>
          table.cells.filter((cell) => cell.text !== '').map((cell) => [cell.cell, cell.text] as const),
        );
        const places = content.tables.flatMap((table) => table.cells.map((cell) => cell.cell));
        expect(new Set(places).size).toBe(places.length);
        expect(shown.length).toBe(expected.size);
        expect(new Map(shown)).toEqual(expected);
        for (const table of content.tables) {
          const covered = Array.from({ length: table.rows }, () => new Array<number>(table.cols).fill(0));
          for (const cell of table.cells) {
            for (let row = cell.row; row < cell.row + cell.row_span; row++) {
              for (let col = cell.col; col < cell.col + cell.col_span; col++) {
                if (table.grid[row]?.[col] !== cell.text) throw new Error(`${cell.cell} does not stand at ${row}, ${col}`);
                const line = covered[row] as number[];
                line[col] = (line[col] as number) + 1;
              }
            }
          }
          expect(covered.flat().every((times) => times === 1)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
