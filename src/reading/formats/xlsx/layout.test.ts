import { describe, expect, it } from 'vitest';
import { inlineCell, type MadeSheet, makeXlsx, rowsOf } from '../../../../tests/makers/xlsx.ts';
import { Budget } from '../../container/budget.ts';
import type { Content } from '../../content.ts';
import { address } from './addresses.ts';
import { xlsxReader } from './reader.ts';

type Rows = (string | number | null)[][];

const read = (sheet: Partial<MadeSheet>, more: Partial<Parameters<typeof makeXlsx>[0]> = {}): Promise<Content> =>
  xlsxReader.read(makeXlsx({ sheets: [{ name: 'S', data: '', ...sheet }], ...more }), { budget: new Budget(), paginate: false });

/** `#` a text, `9` a number, anything else nothing. */
const drawn = (...lines: string[]): Rows =>
  lines.map((line, y) => [...line].map((mark, x) => (mark === '#' ? address(y, x) : mark === '9' ? y * 100 + x : null)));
const ranges = (content: Content) => content.tables.map((table) => table.cell_range?.slice(2));

describe('tables on one sheet', () => {
  it.each<[string, string[], string[]]>([
    ['one block is one table', ['###', '#99', '#99'], ['A1:C3']],
    ['a title and one blank row belong to the table', ['#', '', '##', '99'], ['A1:B4']],
    ['two blank rows part tables', ['##', '99', '', '', '##', '99'], ['A1:B2', 'A5:B6']],
    ['two blank columns part tables that stand side by side', ['##  ##', '99  99', '99  99'], ['A1:B3', 'E1:F3']],
    ['one blank column is a spacer', ['## ##', '99 99', '99 99'], ['A1:E3']],
    ['a label is not parted from its value', ['#   9', '#   9'], ['A1:E2']],
    ['bare numbers belong to the labels beside them', ['#   9', '#   9', '#   9', '#   9'], ['A1:E4']],
    [
      'tables beside a long list are parted in turn',
      ['##  #', '##  #', '##  #', '    #', '    #', '##  #', '##  #'],
      ['A1:B3', 'A6:B7', 'E1:E7'],
    ],
    ['tables in opposite corners', ['##', '99', '', '', '    ##', '    99'], ['A1:B2', 'E5:F6']],
  ])('%s', async (_, lines, expected) => {
    expect(ranges(await read({ data: rowsOf(drawn(...lines)) }))).toEqual(expected);
  });

  it('the used range is that of the cells that show something', async () => {
    const content = await read({
      before: '<dimension ref="A1:XFD1048576"/>',
      data: `<row r="3"><c r="A3" s="1"/>${inlineCell('B3', '가')}</row><row r="4">${inlineCell('C4', '나')}${inlineCell('D4', '  ')}</row><row r="1048576"><c r="XFD1048576" s="2"/></row>`,
    });
    expect(ranges(content)).toEqual(['B3:C4']);
    expect(content.tables[0]?.grid).toEqual([
      ['가', ''],
      ['', '나'],
    ]);
  });

  it('a merged cell bridges the rows and columns it covers', async () => {
    const content = await read({
      data: rowsOf(drawn('#   #', '', '', '#   #')),
      after: '<mergeCells><mergeCell ref="A1:D3"/></mergeCells>',
    });
    expect(ranges(content)).toEqual(['A1:E4']);
  });

  it('one blank line is enough between tables that a person defined', async () => {
    const table = (ref: string) => `<table ref="${ref}" headerRowCount="1"/>`;
    const content = await read(
      {
        data: rowsOf(drawn('## ##', '99 99', '99 99', '', '##', '99')),
        after: '<tableParts><tablePart r:id="a"/><tablePart r:id="b"/></tableParts>',
        related: [
          { id: 'a', type: 'table', target: '../tables/table1.xml' },
          { id: 'b', type: 'table', target: '../tables/table2.xml' },
        ],
      },
      {
        extra: [
          { name: 'xl/tables/table1.xml', data: table('A1:B3') },
          { name: 'xl/tables/table2.xml', data: table('A5:B6') },
        ],
      },
    );
    expect(ranges(content)).toEqual(['A1:B3', 'D1:E3', 'A5:B6']);
  });
});

describe('far-apart cells', () => {
  it('a cell in the last corner costs what it holds', async () => {
    const content = await read({
      data: `<row r="1">${inlineCell('A1', '처음')}</row><row r="1048576">${inlineCell('XFD1048576', '끝')}</row>`,
    });
    expect(ranges(content)).toEqual(['A1', 'XFD1048576']);
    expect(content.tables.map((table) => table.grid)).toEqual([[['처음']], [['끝']]]);
  });

  it('cells on a long diagonal are all read, and no place is claimed twice', async () => {
    const size = 3000;
    const rows = Array.from({ length: size }, (_, i) => `<row r="${i + 1}">${inlineCell(address(i, i), `값${i}`)}</row>`);
    const content = await read({ data: rows.join('') });
    const places = content.tables.flatMap((table) => table.cells.map((cell) => cell.cell));
    expect(new Set(places).size).toBe(places.length);
    const shown = new Map(
      content.tables.flatMap((table) => table.cells.filter((cell) => cell.text !== '').map((cell) => [cell.cell, cell.text])),
    );
    expect(shown.size).toBe(size);
    expect(shown.get(address(2999, 2999))).toBe('값2999');
    expect(content.tables.reduce((sum, table) => sum + table.rows * table.cols, 0)).toBeLessThan(1_000_000);
  });

  it('a sparse sheet whose rows are all used stays within the limits', async () => {
    const rows = Array.from(
      { length: 2000 },
      (_, i) =>
        `<row r="${i + 1}">${inlineCell(address(i, 0), 'a')}${inlineCell(address(i, 4000 + ((i * 7919) % 12_000)), 'z')}</row>`,
    );
    const content = await read({ data: rows.join('') });
    expect(content.tables.flatMap((table) => table.cells.filter((cell) => cell.text !== '')).length).toBe(4000);
  });
});

describe('header rows', () => {
  const headers = async (rows: Rows, sheet: Partial<MadeSheet> = {}, more = {}) =>
    (await read({ data: rowsOf(rows), ...sheet }, more)).tables.map((table) => table.header_rows);

  it('names over numbers are a header, with the title above them', async () => {
    expect(
      await headers([
        ['항목', '금액'],
        ['도서관', 10],
        ['공원', 20],
      ]),
    ).toEqual([1]);
    expect(
      await headers([
        ['2026년 예산', null],
        [null, null],
        ['항목', '금액'],
        ['도서관', 10],
      ]),
    ).toEqual([3]);
  });

  it('cells merged downwards take their rows into the header', async () => {
    const rows: Rows = [
      ['제목', null, null],
      ['부서', '예산', null],
      [null, '인건비', '운영비'],
      ['총무과', 1, 2],
    ];
    expect(
      await headers(rows, {
        after: '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="A2:A3"/><mergeCell ref="B2:C2"/></mergeCells>',
      }),
    ).toEqual([3]);
  });

  it.each<[string, Rows]>([
    [
      'rows of text alone tell nothing',
      [
        ['현행', '개정안'],
        ['가', '나'],
      ],
    ],
    [
      'numbers on top are data',
      [
        ['a', 1],
        ['b', 2],
      ],
    ],
    [
      'a name is missing',
      [
        [null, '금액'],
        ['도서관', 10],
      ],
    ],
    [
      'the column below holds text too',
      [
        ['작성자', '홍길동'],
        ['부서', '총무과'],
        ['작성일', 46083],
      ],
    ],
    ['a single row has nothing below it', [['가', '나']]],
  ])('none where %s', async (_, rows) => {
    expect(await headers(rows)).toEqual([0]);
  });

  const TEXTS: Rows = [
    ['설명', null],
    ['이름', '부서'],
    ['홍길동', '총무과'],
    ['김철수', '기획과'],
  ];

  it('a filter, frozen rows and rows repeated in print state it', async () => {
    expect(await headers(TEXTS, { after: '<autoFilter ref="A2:B4"/>' })).toEqual([2]);
    const frozen = '<sheetViews><sheetView><pane ySplit="2" topLeftCell="A3" state="frozen"/></sheetView></sheetViews>';
    expect(await headers(TEXTS, { before: frozen })).toEqual([2]);
    const names =
      '<definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">S!$A:$A,S!$1:$2</definedName></definedNames>';
    expect(await headers(TEXTS, {}, { workbook: { names } })).toEqual([2]);
  });

  it('bold names over plain rows are a header', async () => {
    const styles =
      '<styleSheet><fonts><font/><font><b/></font></fonts><cellXfs><xf numFmtId="0" fontId="0"/><xf numFmtId="0" fontId="1"/></cellXfs></styleSheet>';
    const cell = (at: string, text: string, style: number) => `<c r="${at}" s="${style}" t="str"><v>${text}</v></c>`;
    const data = `<row r="1">${cell('A1', '현행', 1)}${cell('B1', '개정안', 1)}</row><row r="2">${cell('A2', '가', 0)}${cell('B2', '나', 0)}</row>`;
    const content = await read({ data }, { styles });
    expect(content.tables[0]?.header_rows).toBe(1);
    expect(content.tables[0]?.cells.map((c) => c.header)).toEqual([true, true, false, false]);
  });

  it('frozen rows say nothing of a table further down', async () => {
    const frozen = '<sheetViews><sheetView><pane ySplit="1" state="frozen"/></sheetView></sheetViews>';
    expect(await headers([['가', '나'], ['다', '라'], [null], [null], ['마', '바'], ['사', '아']], { before: frozen })).toEqual([
      1, 0,
    ]);
  });
});
