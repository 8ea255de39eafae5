import { describe, expect, it } from 'vitest';
import { inlineCell, type MadeWorkbook, makeXlsx, rowsOf } from '../../../../tests/makers/xlsx.ts';
import { Budget } from '../../container/budget.ts';
import type { Content } from '../../content.ts';
import { xlsxReader } from './reader.ts';

const read = (workbook: MadeWorkbook): Promise<Content> =>
  xlsxReader.read(makeXlsx(workbook), { budget: new Budget(), paginate: false });
const grids = (content: Content) => content.tables.map((table) => table.grid);
const warnings = (content: Content) => content.warnings.map((warning) => [warning.code, warning.page, warning.text]);
const blocks = (content: Content) => content.blocks.map((block) => [block.type, block.text, block.page]);

describe('sheets of a workbook', () => {
  it('each is a page with its name as a heading and its cells as a table', async () => {
    const content = await read({
      sheets: [
        {
          name: '예산',
          data: rowsOf([
            ['항목', '금액'],
            ['도서관', 1000],
          ]),
        },
        { name: '집행 내역', data: rowsOf([['번호']]) },
      ],
    });
    expect(content.pages).toEqual([
      { width: null, height: null, unit: null },
      { width: null, height: null, unit: null },
    ]);
    expect(blocks(content)).toEqual([
      ['heading', '예산', 1],
      ['table', '항목\t금액\n도서관\t1000', 1],
      ['heading', '집행 내역', 2],
      ['table', '번호', 2],
    ]);
    expect(content.blocks.map((block) => block.level)).toEqual([1, null, 1, null]);
    expect(content.tables.map((table) => [table.cell_range, table.page])).toEqual([
      ['예산!A1:B2', 1],
      ["'집행 내역'!A1", 2],
    ]);
    expect(content.tables[0]?.cells.map((cell) => cell.cell)).toEqual(['A1', 'B1', 'A2', 'B2']);
  });

  it('their order is that of the tabs, whatever the parts are called', async () => {
    const content = await read({
      sheets: [
        { name: '둘째 파일', data: rowsOf([['먼저']]) },
        { name: '첫째 파일', data: rowsOf([['나중']]) },
      ],
      extra: [
        {
          name: 'xl/_rels/workbook.xml.rels',
          data: '<Relationships><Relationship Id="s0" Type="x/worksheet" Target="/xl/worksheets/sheet2.xml"/><Relationship Id="s1" Type="x/worksheet" Target="worksheets/../worksheets/SHEET1.xml"/></Relationships>',
        },
      ],
    });
    expect(blocks(content).filter(([type]) => type === 'table')).toEqual([
      ['table', '나중', 1],
      ['table', '먼저', 2],
    ]);
  });

  it('hidden ones are read and named with their number', async () => {
    const content = await read({
      sheets: [
        { name: '보임', data: rowsOf([['가']]) },
        { name: '숨김', data: rowsOf([['나']]), state: 'hidden' },
        { name: '아주 숨김', data: rowsOf([['다']]), state: 'veryHidden' },
      ],
    });
    expect(blocks(content).map(([, text]) => text)).toEqual(['보임', '가', '숨김', '나', '아주 숨김', '다']);
    expect(warnings(content)).toEqual([
      ['HIDDEN_CONTENT', 2, "숨겨진 시트 '숨김'의 내용도 읽었습니다. 이 파일의 숨겨진 시트는 모두 2개입니다."],
      ['HIDDEN_CONTENT', 3, "숨겨진 시트 '아주 숨김'의 내용도 읽었습니다. 이 파일의 숨겨진 시트는 모두 2개입니다."],
    ]);
  });

  it('an empty one keeps its page and says nothing', async () => {
    const content = await read({
      sheets: [
        { name: '빈 시트', data: '<row r="1"><c r="A1" s="1"/></row>', state: 'hidden' },
        { name: '내용', data: rowsOf([['가']]) },
      ],
    });
    expect(content.pages).toHaveLength(2);
    expect(blocks(content)).toEqual([
      ['heading', '내용', 2],
      ['table', '가', 2],
    ]);
    expect(content.warnings).toEqual([]);
  });

  it('hidden rows and columns are read and counted', async () => {
    const content = await read({
      sheets: [
        {
          name: 'S',
          before: '<cols><col min="2" max="3" width="9" hidden="1"/><col min="5" max="9" hidden="1"/></cols>',
          data: `<row r="1">${inlineCell('A1', '가')}${inlineCell('B1', '나')}</row><row r="2" hidden="1">${inlineCell('A2', '다')}${inlineCell('B2', '라')}</row><row r="3" hidden="true"/>`,
        },
      ],
    });
    expect(grids(content)).toEqual([
      [
        ['가', '나'],
        ['다', '라'],
      ],
    ]);
    expect(warnings(content)).toEqual([['HIDDEN_CONTENT', 1, '숨겨진 행 1개와 열 1개의 내용도 읽었습니다.']]);
  });

  it('a sheet named like a property of every object is a sheet', async () => {
    const content = await read({ sheets: [{ name: '__proto__', data: rowsOf([['constructor', 'toString']]) }] });
    expect(blocks(content).map(([, text]) => text)).toEqual(['__proto__', 'constructor\ttoString']);
  });
});

describe('values of cells', () => {
  const one = async (cells: string, more: Partial<MadeWorkbook> = {}) =>
    read({ sheets: [{ name: 'S', data: `<row r="1">${cells}</row>` }], ...more });

  it('shared, inline, formula, boolean, error and number cells show what a person sees', async () => {
    const content = await one(
      '<c r="A1" t="s"><v>1</v></c><c r="B1" t="inlineStr"><is><r><t>굵</t></r><r><t>게</t></r></is></c><c r="C1" t="str"><f>"a"&amp;"b"</f><v>ab</v></c><c r="D1" t="b"><v>1</v></c><c r="E1" t="b"><v>0</v></c><c r="F1" t="e"><f>NA()</f><v>#N/A</v></c><c r="G1"><v>0.30000000000000004</v></c><c r="H1" s="1"><f>A9</f><v>46083</v></c>',
      { strings: ['가', '나'], formats: ['General', 'yyyy-mm-dd'] },
    );
    expect(grids(content)).toEqual([[['나', '굵게', 'ab', 'TRUE', 'FALSE', '#N/A', '0.3', '2026-03-02']]]);
    expect(content.warnings).toEqual([]);
  });

  it('texts stay as they are', async () => {
    const content = await one(inlineCell('A1', ' 앞뒤 빈칸 \n둘째 줄\t탭') + inlineCell('B1', '=cmd|"/c calc"!A1'));
    expect(grids(content)).toEqual([[[' 앞뒤 빈칸 \n둘째 줄\t탭', '=cmd|"/c calc"!A1']]]);
  });

  it('a formula without a stored result is shown as written, and that is said', async () => {
    const content = await one(
      '<c r="A1"><f>SUM(B1:C1)</f></c><c r="B1"><f t="shared" ref="B1:C1" si="0">D1*2</f><v></v></c><c r="C1"><f t="shared" si="0"/></c><c r="D1" t="str"><f>""</f><v></v></c>',
    );
    expect(grids(content)).toEqual([[['=SUM(B1:C1)', '=D1*2', '=E1*2']]]);
    expect(warnings(content)).toEqual([
      [
        'PARTIAL_READ',
        1,
        '수식 3개는 계산된 값이 파일에 없어 수식을 그대로 적었습니다. 엑셀에서 열어 다시 저장하면 값을 읽을 수 있습니다.',
      ],
    ]);
  });

  it('the 1904 date system is followed', async () => {
    const content = await one('<c r="A1" s="0"><v>44624</v></c>', {
      formats: ['yyyy-mm-dd'],
      workbook: { properties: '<workbookPr date1904="1"/>' },
    });
    expect(grids(content)).toEqual([[['2026-03-05']]]);
  });

  it('dates in words are dates', async () => {
    const content = await one('<c r="A1" s="0" t="d"><v>2026-03-02T00:00:00</v></c><c r="B1" s="1" t="d"><v>2026-03-02</v></c>', {
      formats: ['yyyy"년" m"월" d"일"', 'General'],
    });
    expect(grids(content)).toEqual([[['2026년 3월 2일', '2026-03-02']]]);
  });

  it('values hidden by their format are read and counted', async () => {
    const content = await one('<c r="A1" s="0"><v>5</v></c><c r="B1" s="0" t="str"><v>글</v></c>', { formats: [';;;'] });
    expect(grids(content)).toEqual([[['5', '글']]]);
    expect(warnings(content)).toEqual([['HIDDEN_CONTENT', 1, '표시 형식으로 숨긴 셀 2개의 내용도 읽었습니다.']]);
  });

  it('a part in UTF-16 is read', async () => {
    const sheet =
      '<?xml version="1.0" encoding="UTF-16"?><worksheet><sheetData><row><c t="inlineStr"><is><t>유니코드</t></is></c></row></sheetData></worksheet>';
    const content = await one('', {
      extra: [{ name: 'xl/worksheets/sheet1.xml', data: Buffer.from(`\ufeff${sheet}`, 'utf16le') }],
    });
    expect(grids(content)).toEqual([[['유니코드']]]);
  });
});

describe('merged cells', () => {
  it('a merged text stands in every place it covers', async () => {
    const content = await read({
      sheets: [
        {
          name: 'S',
          data: rowsOf([
            ['제목', null, null],
            ['가', '나', 1],
          ]),
          after: '<mergeCells><mergeCell ref="A1:C1"/></mergeCells>',
        },
      ],
    });
    expect(grids(content)).toEqual([
      [
        ['제목', '제목', '제목'],
        ['가', '나', '1'],
      ],
    ]);
    expect(content.tables[0]?.cells[0]).toMatchObject({ text: '제목', cell: 'A1', row_span: 1, col_span: 3 });
    expect(content.blocks[1]?.text).toBe('제목\n가\t나\t1');
  });

  it('a title may be merged wider than the cells below it', async () => {
    const content = await read({
      sheets: [{ name: 'S', data: rowsOf([['제목'], ['가']]), after: '<mergeCells><mergeCell ref="A1:D1"/></mergeCells>' }],
    });
    expect(content.tables[0]?.cell_range).toBe('S!A1:D2');
  });

  it('merged cells without text are one empty cell', async () => {
    const content = await read({
      sheets: [
        {
          name: 'S',
          data: rowsOf([
            ['가', null],
            [null, null],
            ['나', '다'],
          ]),
          after: '<mergeCells><mergeCell ref="B1:B2"/></mergeCells>',
        },
      ],
    });
    expect(content.tables[0]?.cells.map((cell) => [cell.cell, cell.text, cell.row_span])).toEqual([
      ['A1', '가', 1],
      ['B1', '', 2],
      ['A2', '', 1],
      ['A3', '나', 1],
      ['B3', '다', 1],
    ]);
  });

  it('a merge that hides text is opened, and that is said', async () => {
    const content = await read({
      sheets: [{ name: 'S', data: rowsOf([['보임', '가려짐']]), after: '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>' }],
    });
    expect(grids(content)).toEqual([[['보임', '가려짐']]]);
    expect(warnings(content)).toEqual([['HIDDEN_CONTENT', 1, '병합된 셀에 가려진 내용이 있어 병합 1개를 풀어서 읽었습니다.']]);
  });

  it('of merges that overlap the later one is left out', async () => {
    const content = await read({
      sheets: [
        {
          name: 'S',
          data: rowsOf([
            ['가', null, null],
            [null, null, '나'],
          ]),
          after: '<mergeCells><mergeCell ref="A1:B2"/><mergeCell ref="B2:C2"/><mergeCell ref="B1:C1"/></mergeCells>',
        },
      ],
    });
    expect(grids(content)).toEqual([
      [
        ['가', '가', ''],
        ['가', '가', '나'],
      ],
    ]);
    expect(content.warnings.map((warning) => warning.code)).toEqual(['TABLE_GRID_UNCERTAIN']);
  });
});

describe('notes, boxes and printed lines', () => {
  it('notes follow the table of their cell; a thread replaces the note kept for older programs', async () => {
    const content = await read({
      sheets: [
        {
          name: 'S',
          data: `${rowsOf([['가', '나']])}<row r="9">${inlineCell('A9', '다')}</row>`,
          related: [
            { id: 'c', type: 'comments', target: '../comments1.xml' },
            { id: 't', type: 'threadedComment', target: '../threadedComments/t1.xml' },
          ],
        },
      ],
      extra: [
        {
          name: 'xl/comments1.xml',
          data: '<comments><commentList><comment ref="A9"><text><r><t>홍길동:\n</t></r><r><t>확인 필요</t></r></text></comment><comment ref="B1"><text><t>[Threaded comment]</t></text></comment><comment ref="H50"><text><t>빈 칸의 메모</t></text></comment></commentList></comments>',
        },
        {
          name: 'xl/threadedComments/t1.xml',
          data: '<ThreadedComments><threadedComment ref="B1" id="1"><text>물음</text></threadedComment><threadedComment ref="B1" parentId="1"><text>답</text></threadedComment></ThreadedComments>',
        },
      ],
    });
    expect(content.blocks.map((block) => [block.type, block.text, block.parent])).toEqual([
      ['heading', 'S', null],
      ['table', '가\t나', null],
      ['memo', '물음', 'b2'],
      ['memo', '답', 'b2'],
      ['table', '다', null],
      ['memo', '홍길동:\n확인 필요', 'b5'],
      ['memo', '빈 칸의 메모', 'b1'],
    ]);
  });

  it('text boxes, pictures and chart titles of a drawing are blocks', async () => {
    const content = await read({
      sheets: [
        {
          name: 'S',
          data: rowsOf([['가']]),
          after: '<drawing r:id="d"/>',
          related: [{ id: 'd', type: 'drawing', target: '../drawings/drawing1.xml' }],
        },
      ],
      extra: [
        {
          name: 'xl/drawings/drawing1.xml',
          data: '<xdr:wsDr xmlns:xdr="x" xmlns:a="a" xmlns:r="r" xmlns:mc="m"><xdr:twoCellAnchor><mc:AlternateContent><mc:Choice><xdr:sp><xdr:txBody><a:p><a:r><a:t>첫 줄</a:t></a:r><a:br/><a:r><a:t>둘째</a:t></a:r></a:p><a:p><a:r><a:t>다른 문단</a:t></a:r></a:p></xdr:txBody></xdr:sp></mc:Choice><mc:Fallback><xdr:sp><xdr:txBody><a:p><a:r><a:t>첫 줄</a:t></a:r></a:p></xdr:txBody></xdr:sp></mc:Fallback></mc:AlternateContent></xdr:twoCellAnchor><xdr:twoCellAnchor><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Picture 1" descr="청사 전경"/></xdr:nvPicPr></xdr:pic></xdr:twoCellAnchor><xdr:twoCellAnchor><xdr:graphicFrame><a:graphic><a:graphicData><c:chart xmlns:c="c" r:id="ch"/></a:graphicData></a:graphic></xdr:graphicFrame></xdr:twoCellAnchor></xdr:wsDr>',
        },
        {
          name: 'xl/drawings/_rels/drawing1.xml.rels',
          data: '<Relationships><Relationship Id="ch" Type="x/chart" Target="../charts/chart1.xml"/></Relationships>',
        },
        {
          name: 'xl/charts/chart1.xml',
          data: '<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>연도별 예산</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:valAx><c:title><c:tx><c:rich><a:p><a:r><a:t>축</a:t></a:r></a:p></c:rich></c:tx></c:title></c:valAx></c:plotArea></c:chart></c:chartSpace>',
        },
      ],
    });
    expect(blocks(content).slice(2)).toEqual([
      ['textbox', '첫 줄\n둘째\n다른 문단', 1],
      ['image', '청사 전경', 1],
      ['caption', '연도별 예산', 1],
    ]);
  });

  it('printed headers and footers stand once, without their codes', async () => {
    const printed =
      '<headerFooter><oddHeader>&amp;C대외비</oddHeader><oddFooter>&amp;L한빛시&amp;R&amp;P</oddFooter></headerFooter>';
    const content = await read({
      sheets: [
        { name: 'A', data: rowsOf([['가']]), after: printed },
        { name: 'B', data: rowsOf([['나']]), after: printed },
      ],
    });
    expect(blocks(content)).toEqual([
      ['heading', 'A', 1],
      ['header', '대외비', 1],
      ['table', '가', 1],
      ['footer', '한빛시', 1],
      ['heading', 'B', 2],
      ['table', '나', 2],
    ]);
  });

  it('a chart sheet is passed over and keeps its number', async () => {
    const content = await read({
      sheets: [
        { name: '차트', data: '' },
        { name: '자료', data: rowsOf([['가']]) },
      ],
      extra: [{ name: 'xl/worksheets/sheet1.xml', data: '<chartsheet><sheetViews/></chartsheet>' }],
    });
    expect(blocks(content)).toEqual([
      ['heading', '자료', 2],
      ['table', '가', 2],
    ]);
  });
});
