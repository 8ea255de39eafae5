import { describe, expect, it } from 'vitest';
import { inlineCell, type MadeWorkbook, makeXlsx, rowsOf } from '../../../../tests/makers/xlsx.ts';
import { makeZip, packedSpaces } from '../../../../tests/makers/zip.ts';
import { Budget } from '../../container/budget.ts';
import type { Content } from '../../content.ts';
import { address } from './addresses.ts';
import { xlsxReader } from './reader.ts';

const readBytes = (bytes: Buffer): Promise<Content> => xlsxReader.read(bytes, { budget: new Budget(), paginate: false });
const read = (workbook: MadeWorkbook): Promise<Content> => readBytes(makeXlsx(workbook));
const refused = async (workbook: MadeWorkbook | Buffer) => {
  try {
    await (Buffer.isBuffer(workbook) ? readBytes(workbook) : read(workbook));
    return 'read';
  } catch (error) {
    return (error as { reason?: string }).reason ?? String(error);
  }
};
const grids = (content: Content) => content.tables.map((table) => table.grid);
const codes = (content: Content) => content.warnings.map((warning) => [warning.code, warning.page]);
const sheet = (data: string, after = '') => ({ sheets: [{ name: 'S', data, after }] });

describe('damaged workbooks', () => {
  it('what is no archive or no workbook is corrupted', async () => {
    expect(await refused(Buffer.from('PK\u0003\u0004 nothing'))).toBe('CORRUPTED');
    expect(await refused(makeZip([{ name: 'a.txt', data: 'a' }]))).toBe('CORRUPTED');
    expect(await refused({ sheets: [] })).toBe('CORRUPTED');
    const whole = makeXlsx(sheet(rowsOf([['가']])));
    expect(await refused(whole.subarray(0, whole.length >> 1))).toBe('CORRUPTED');
  });

  it('a workbook without anything in it is empty', async () => {
    expect(await refused(sheet(''))).toBe('EMPTY');
    expect(await refused(sheet('<row r="1"><c r="A1" s="3"/></row>', '<mergeCells><mergeCell ref="A1:B9"/></mergeCells>'))).toBe(
      'EMPTY',
    );
  });

  it('the binary kind is named with what to save it as', async () => {
    const bytes = makeZip([
      {
        name: '_rels/.rels',
        data: '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
      },
      { name: 'xl/workbook.bin', data: 'x' },
    ]);
    await expect(readBytes(bytes)).rejects.toMatchObject({ reason: 'UNSUPPORTED_FORMAT', text: expect.stringContaining('xlsx') });
  });

  it('shared strings that break off leave what can be read, and say what cannot', async () => {
    const cells = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1"><v>5</v></c></row>';
    const content = await read({ ...sheet(cells), strings: { xml: '<sst><si><t>가</t></si><si><t>나' } });
    expect(grids(content)).toEqual([[['가', '', '5']]]);
    expect(content.warnings).toEqual([
      { code: 'PARTIAL_READ', page: 1, block: null, text: '셀 1개의 글자가 파일에 없어 비워 두었습니다.' },
    ]);
  });

  it('a workbook of which only lost texts were to be read is corrupted, not empty', async () => {
    expect(await refused({ ...sheet('<row r="1"><c r="A1" t="s"><v>0</v></c></row>'), strings: { xml: '<sst><si' } })).toBe(
      'CORRUPTED',
    );
  });

  it.each(['7', '-1', '1.5', 'x', '', '99999999999999999999', '__proto__', 'length'])(
    'the shared text number "%s" is none',
    async (index) => {
      const content = await read({
        ...sheet(`<row r="1"><c r="A1" t="s"><v>${index}</v></c><c r="B1"><v>1</v></c></row>`),
        strings: ['가'],
      });
      expect(grids(content)).toEqual([[['1']]]);
      expect(codes(content)).toEqual([['PARTIAL_READ', 1]]);
    },
  );

  it('a sheet that breaks off is read up to there', async () => {
    const workbook = {
      sheets: [
        { name: 'S', data: '' },
        { name: 'T', data: rowsOf([['나']]) },
      ],
    };
    const content = await read({
      ...workbook,
      extra: [{ name: 'xl/worksheets/sheet1.xml', data: `<worksheet><sheetData>${rowsOf([['가'], ['다']])}<row><c` }],
    });
    expect(grids(content)).toEqual([[['가'], ['다']], [['나']]]);
    expect(codes(content)).toEqual([['PARTIAL_READ', 1]]);
  });

  it('a sheet that is not there is named', async () => {
    const rels =
      '<Relationships><Relationship Id="s0" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="s1" Type="x/worksheet" TargetMode="External" Target="http://example.com/a.xml"/></Relationships>';
    const content = await read({
      sheets: [
        { name: 'S', data: rowsOf([['가']]) },
        { name: '없는 시트', data: '' },
      ],
      extra: [{ name: 'xl/_rels/workbook.xml.rels', data: rels }],
    });
    expect(content.warnings).toMatchObject([
      { code: 'PARTIAL_READ', page: 2, text: "시트 '없는 시트'의 내용이 파일에 없습니다." },
    ]);
  });

  it('damaged styles, notes and drawings do not keep the cells from being read', async () => {
    const related = [
      { id: 'd', type: 'drawing', target: '../drawing1.xml' },
      { id: 'c', type: 'comments', target: '../comments1.xml' },
    ];
    const content = await read({
      sheets: [{ name: 'S', data: rowsOf([['가', 45000]]), after: '<drawing r:id="d"/>', related }],
      styles: '<styleSheet><cellXfs>',
      extra: [
        { name: 'xl/drawing1.xml', data: '<a><b>' },
        { name: 'xl/comments1.xml', data: '<!DOCTYPE a><comments/>' },
      ],
    });
    expect(grids(content)).toEqual([[['가', '45000']]]);
    expect(codes(content)).toEqual([
      ['PARTIAL_READ', null],
      ['PARTIAL_READ', 1],
    ]);
  });
});

describe('odd addresses', () => {
  it('rows and cells out of order come into order', async () => {
    const content = await read(
      sheet(
        `<row r="3">${inlineCell('B3', '라')}${inlineCell('A3', '다')}</row><row r="2">${inlineCell('A2', '가')}${inlineCell('B2', '나')}</row>`,
      ),
    );
    expect(grids(content)).toEqual([
      [
        ['가', '나'],
        ['다', '라'],
      ],
    ]);
  });

  it('rows and cells without an address follow the one before', async () => {
    const content = await read(
      sheet('<row><c><v>1</v></c><c><v>2</v></c></row><row r="3"><c r="B3"><v>3</v></c><c><v>4</v></c></row>'),
    );
    expect(content.tables[0]?.cells.filter((cell) => cell.text !== '').map((cell) => [cell.cell, cell.text])).toEqual([
      ['A1', '1'],
      ['B1', '2'],
      ['B3', '3'],
      ['C3', '4'],
    ]);
  });

  it('of two cells with one address the last one stays, and that is said', async () => {
    const content = await read(sheet(`<row r="1">${inlineCell('A1', '먼저')}${inlineCell('A1', '나중')}</row>`));
    expect(grids(content)).toEqual([[['나중']]]);
    expect(codes(content)).toEqual([['PARTIAL_READ', 1]]);
  });

  it('addresses beyond every sheet are no addresses', async () => {
    const content = await read(sheet('<row r="99999999"><c r="ZZZZ1"><v>1</v></c><c r="A0"><v>2</v></c></row>'));
    expect(content.tables[0]?.cells.map((cell) => [cell.cell, cell.text])).toEqual([
      ['A1', '1'],
      ['B1', '2'],
    ]);
  });
});

describe('workbooks made to grow', () => {
  it('one long text used by many cells is refused', async () => {
    const cells = Array.from({ length: 200 }, (_, i) => `<row r="${i + 1}"><c t="s"><v>0</v></c></row>`).join('');
    expect(await refused({ ...sheet(cells), strings: ['가'.repeat(1 << 20)] })).toBe('LIMIT_EXCEEDED');
  });

  it('one long text merged over many places is refused', async () => {
    const content = sheet(
      `<row r="1">${inlineCell('A1', '가'.repeat(30_000))}</row>`,
      '<mergeCells><mergeCell ref="A1:Z2500"/></mergeCells>',
    );
    expect(await refused(content)).toBe('LIMIT_EXCEEDED');
  });

  it('a merge over the whole sheet costs nothing', async () => {
    const content = await read(
      sheet(`<row r="1">${inlineCell('A1', '가')}</row>`, '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'),
    );
    expect(grids(content)).toEqual([[['가']]]);
  });

  it('a full-width merge on each of many rows ends in time', async () => {
    const merges = Array.from({ length: 20_000 }, (_, i) => `<mergeCell ref="A${i + 1}:XFD${i + 1}"/>`).join('');
    const started = performance.now();
    const content = await read(sheet(`<row r="20001">${inlineCell('A20001', '가')}</row>`, `<mergeCells>${merges}</mergeCells>`));
    expect(grids(content)).toEqual([[['가']]]);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('fifty thousand merged cells that show text are read in time', async () => {
    const rows = Array.from(
      { length: 50_000 },
      (_, i) => `<row r="${i + 1}">${inlineCell(address(i, i % 2), `값${i}`)}</row>`,
    ).join('');
    const merges = Array.from(
      { length: 50_000 },
      (_, i) => `<mergeCell ref="${address(i, i % 2)}:${address(i, (i % 2) + 1)}"/>`,
    ).join('');
    const content = await read(sheet(rows, `<mergeCells>${merges}</mergeCells>`));
    expect(content.tables).toHaveLength(1);
    expect(content.tables[0]?.grid[49_999]).toEqual(['', '값49999', '값49999']);
    expect(content.tables[0]?.grid[49_998]).toEqual(['값49998', '값49998', '']);
  });

  it('a sheet packed a thousandfold is refused', async () => {
    const bomb = { name: 'xl/worksheets/sheet1.xml', packed: packedSpaces(64), size: 64 << 20, crc: 0 };
    expect(await refused({ ...sheet(''), extra: [bomb] })).toBe('LIMIT_EXCEEDED');
  });

  it('a DTD in any part is no workbook of ours', async () => {
    const lol = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
    expect(await refused({ ...sheet(rowsOf([['가']])), extra: [{ name: 'xl/workbook.xml', data: `${lol}<workbook/>` }] })).toBe(
      'CORRUPTED',
    );
    expect(await refused({ ...sheet(''), extra: [{ name: 'xl/worksheets/sheet1.xml', data: `${lol}<worksheet/>` }] })).toBe(
      'CORRUPTED',
    );
  });

  it('a number format as long as a book is passed over', async () => {
    const content = await read({ ...sheet('<row r="1"><c r="A1" s="0"><v>5</v></c></row>'), formats: ['[$'.repeat(200_000)] });
    expect(grids(content)).toEqual([[['5']]]);
  });
});
