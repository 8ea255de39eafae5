import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Budget } from '../../src/reading/container/budget.ts';
import { NumberFormats } from '../../src/reading/formats/xlsx/number-format.ts';
import { xlsxReader } from '../../src/reading/formats/xlsx/reader.ts';
import { rawCells, unzip } from '../oracles/xlsx-source.ts';
import { corpusFiles, describeWithCorpus } from '../support/corpus.ts';

/** What Excel shows in cells whose formats are more than simple: file, sheet, address, text. Worked out by hand. */
const SHOWN: [string, number, string, string][] = [
  ['docling_sales.xlsm', 1, 'B2', '2024-01-01 0:00:00'],
  ['docling_sales.xlsm', 1, 'B21', '2024-01-20 0:00:00'],
  ['docling_xlsx_07_gap_tolerance_.xlsx', 1, 'A11', '1.01'],
  ['docling_xlsx_07_gap_tolerance_.xlsx', 1, 'A22', '1.10'],
  ['poi_DateFormatTests.xlsx', 2, 'C2', '11-Oct-1952 14:35:27.000'],
  ['poi_DateFormatTests.xlsx', 2, 'C21', '01-Feb-2003 04:05:06.009'],
  ['poi_DateFormatTests.xlsx', 2, 'C41', '01-Jan-2025 00:00:00.000'],
  ['poi_ExcelPivotTableSample.xlsx', 1, 'C2', '1-Jan'],
  ['poi_ExcelPivotTableSample.xlsx', 1, 'G4', '13-Nov'],
  ['poi_WithChartSheet.xlsx', 1, 'C2', '$889,017'],
  ['poi_WithChartSheet.xlsx', 1, 'D4', '$823,228'],
  ['poi_noSharedStringTable.xlsx', 1, 'A1', '2006-04-12'],
  ['poi_noSharedStringTable.xlsx', 1, 'B1', '123.00'],
  ['synth_1904날짜.xlsx', 1, 'A2', '2026-03-05'],
  ['synth_예산총괄_수식_병합_숨김.xlsx', 1, 'D7', '1815500'],
  ['synth_예산총괄_수식_병합_숨김.xlsx', 1, 'E4', '5.3%'],
  ['synth_예산총괄_수식_병합_숨김.xlsx', 1, 'F4', '2026년 1월 4일'],
  ['synth_예산총괄_수식_병합_숨김.xlsx', 2, 'D2', '2026-01-02'],
  ['synth_수식_캐시없음.xlsx', 1, 'D7', '=SUM(D4:D6)'],
  ['multi_sheet.xlsx', 2, 'C2', '2026-01-05'],
];

describeWithCorpus('formats of real workbooks', () => {
  it.each(SHOWN)('%s page %d %s shows %s', async (file, page, address, text) => {
    const path = corpusFiles('xlsx', file.toLowerCase())[0] as string;
    const content = await xlsxReader.read(readFileSync(path), { budget: new Budget(), paginate: false });
    const cells = content.tables.filter((table) => table.page === page).flatMap((table) => table.cells);
    expect(cells.find((cell) => cell.cell === address)?.text).toBe(text);
  });

  /** Both files name a format and a value in each row, with the text that Excel showed for them in the first column. */
  it.each([
    ['poi_numberformattests.xlsx', false, { all: 187, plain: 110 }],
    ['poi_dateformattests.xlsx', true, { all: 40, plain: 40 }],
  ])('%s: the rows that read as Excel showed them', (file, date1904, least) => {
    const rows = new Map<string, Record<string, { type: string; value: string }>>();
    for (const cell of rawCells(unzip(corpusFiles('xlsx', file)[0] as string))) {
      if (cell.sheet !== 'Tests') continue;
      const row = cell.address.slice(1);
      rows.set(row, { ...rows.get(row), [cell.address.slice(0, 1)]: cell });
    }
    const count = { all: 0, right: 0, plain: 0, plainRight: 0 };
    for (const [row, { A, B, C }] of rows) {
      if (row === '1' || !B || !C) continue;
      const formats = new NumberFormats([{ format: B.value, bold: false }], date1904);
      const shown = C.type === 'n' ? formats.number(Number(C.value), 0) : formats.text(C.value, 0);
      // Spaces at the ends are widths, and are left out on both sides.
      const right = shown.text.trim() === (A?.value ?? '').trim();
      // Half of the number formats there are fractions with signs between their digits, which nobody writes.
      const plain = date1904 || !B.value.includes('/');
      count.all++;
      if (plain) count.plain++;
      if (right) count.right++;
      if (right && plain) count.plainRight++;
    }
    console.log(
      `${file}: ${count.right}/${count.all} as Excel showed them; without fractions ${count.plainRight}/${count.plain}`,
    );
    expect(count.right).toBeGreaterThanOrEqual(least.all);
    expect(count.plainRight).toBeGreaterThanOrEqual(least.plain);
  });
});
