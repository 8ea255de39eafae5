import { describe, expect, it } from 'vitest';
import { cell, paragraph, row, run, style, table } from '../../../../tests/makers/docx.ts';
import { linesOf, readMade, warningCodes } from '../../../../tests/support/read-docx.ts';

const down = '<w:vMerge w:val="restart"/>';
const up = '<w:vMerge/>';
const span = (columns: number): string => `<w:gridSpan w:val="${columns}"/>`;

async function shape(xml: string): Promise<unknown[]> {
  const content = await readMade(xml);
  return content.tables.map((one) => [
    one.rows,
    one.cols,
    ...one.cells.map((c) => [c.row, c.col, c.row_span, c.col_span, c.text].join(' ')),
  ]);
}

describe('tables', () => {
  it('are one block and one grid with merged cells in every place that they cover', async () => {
    const content = await readMade(
      table([
        row([cell('가', down), cell('나', span(2))]),
        row([cell('', up), cell('다'), cell('라', down)]),
        row([cell('마', span(2)), cell('', up)]),
      ]),
    );
    expect(linesOf(content)).toEqual(['table 가\t나\n\t다\t라\n마']);
    expect(content.tables[0]?.grid).toEqual([
      ['가', '나', '나'],
      ['가', '다', '라'],
      ['마', '마', '라'],
    ]);
    expect(content.tables[0]?.cells.map((c) => [c.row_span, c.col_span])).toEqual([
      [2, 1],
      [1, 2],
      [1, 1],
      [2, 1],
      [1, 2],
    ]);
  });

  it('begin and end rows where gridBefore and gridAfter say', async () => {
    const rows = [row([cell('가'), cell('나')], '<w:gridAfter w:val="1"/>'), row([cell('다')], '<w:gridBefore w:val="2"/>')];
    expect(await shape(table(rows))).toEqual([[2, 3, '0 0 1 1 가', '0 1 1 1 나', '1 2 1 1 다']]);
  });

  it('join the horizontal merges of old writers', async () => {
    const rows = [row([cell('가', '<w:hMerge w:val="restart"/>'), cell('나', '<w:hMerge/>'), cell('다')])];
    expect(await shape(table(rows))).toEqual([[1, 3, '0 0 1 2 가\n나', '0 2 1 1 다']]);
  });

  it('part a vertical merge where the edges differ, and say that they did', async () => {
    const content = await readMade(table([row([cell('가', down), cell('나')]), row([cell('다', `${span(2)}${up}`)])]));
    expect(content.tables[0]?.cells.map((c) => [c.row, c.col, c.row_span, c.col_span])).toEqual([
      [0, 0, 1, 1],
      [0, 1, 1, 1],
      [1, 0, 1, 2],
    ]);
    expect(warningCodes(content)).toContain('TABLE_GRID_UNCERTAIN');
  });

  it('keep the text that a merged cell has below its first row', async () => {
    expect(await shape(table([row([cell('가', down)]), row([cell('나', up)])]))).toEqual([[2, 1, '0 0 2 1 가\n나']]);
  });

  it('count as header rows the marked rows at the top', async () => {
    const header = '<w:tblHeader/>';
    const content = await readMade(
      table([row([cell('가')], header), row([cell('나')], header), row([cell('다')]), row([cell('라')], header)]),
    );
    expect(content.tables[0]?.header_rows).toBe(2);
    expect(content.tables[0]?.cells.map((c) => c.header)).toEqual([true, true, false, false]);
  });

  it('find rows and cells in content controls', async () => {
    const wrapped = `<w:sdt><w:sdtContent>${row([`<w:sdt><w:sdtContent>${cell('가')}</w:sdtContent></w:sdt>`])}</w:sdtContent></w:sdt>`;
    expect(await shape(table([wrapped, row([cell('나')])]))).toEqual([[2, 1, '0 0 1 1 가', '1 0 1 1 나']]);
  });

  it('leave out rows that were deleted under tracking', async () => {
    const content = await readMade(
      table([row([cell('가', down)]), row([cell('지움', up)], '<w:del w:id="1"/>'), row([cell('', up)]), row([cell('나')])]),
    );
    expect(content.tables[0]?.cells.map((c) => [c.row, c.row_span, c.text])).toEqual([
      [0, 2, '가'],
      [2, 1, '나'],
    ]);
    expect(warningCodes(content)).toContain('TRACKED_CHANGES');
  });

  it('in cells are entries of their own, in order, and their text stands in its place', async () => {
    const deepest = table([row([cell('깊이')])]);
    const inner = (name: string): string => table([row([cell(`${paragraph(name)}${deepest}${paragraph('')}`), cell('옆')])]);
    const outer = table([
      row([cell(`${paragraph('앞')}${inner('하나')}${paragraph('뒤')}`), cell(`${inner('둘')}${paragraph('')}`)]),
    ]);
    const content = await readMade(outer);
    expect(content.tables.map((one) => [one.id, one.block, one.parent, one.parent_cell])).toEqual([
      ['t1', 'b1', null, null],
      ['t2', 'b1', 't1', [0, 0]],
      ['t3', 'b1', 't2', [0, 0]],
      ['t4', 'b1', 't1', [0, 1]],
      ['t5', 'b1', 't4', [0, 0]],
    ]);
    expect(content.tables[0]?.cells[0]?.text).toBe('앞\n하나\n깊이\t옆\n뒤');
    expect(linesOf(content)).toEqual(['table 앞\n하나\n깊이\t옆\n뒤\t둘\n깊이\t옆']);
  });

  it('take the caption beside them, above or below', async () => {
    const styles = style('c', 'caption');
    const caption = (text: string, more = ''): string => paragraph(text, `<w:pStyle w:val="c"/>${more}`);
    const one = table([row([cell('가')])]);
    const content = await readMade({
      styles,
      body:
        caption('표 1') +
        paragraph('') +
        one +
        paragraph('사이') +
        one +
        caption('표 2') +
        one +
        caption('표 3', '<w:keepNext/>') +
        one +
        caption('그림 1'),
    });
    expect(content.tables.map((t) => t.caption)).toEqual(['표 1', '표 2', null, '표 3']);
    expect(content.blocks.filter((block) => block.type === 'caption').map((block) => [block.text, block.parent])).toEqual([
      ['표 1', 'b2'],
      ['표 2', 'b4'],
      ['표 3', 'b8'],
      ['그림 1', null],
    ]);
  });

  it('have the title of their own properties where no caption stands beside them', async () => {
    const content = await readMade(table([row([cell('가')])], '<w:tblCaption w:val="예산표"/>'));
    expect(content.tables[0]?.caption).toBe('예산표');
  });

  it('with spans that cannot be are cut to what a table can have', async () => {
    const content = await readMade(table([row([cell('가', span(999_999_999)), cell('나', '<w:gridSpan w:val="-3"/>')])]));
    expect(content.tables[0]?.cells.map((c) => c.col_span)).toEqual([63, 1]);
  });

  it('keep notes and pictures of their cells behind them', async () => {
    const picture =
      '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="그림 1" descr="조직도"/><a:blip r:embed="x"/></wp:inline></w:drawing></w:r>';
    const content = await readMade({
      body: table([row([cell(paragraph(`${run('가')}<w:r><w:footnoteReference w:id="2"/></w:r>${picture}`))])]),
      footnotes: `<w:footnote w:id="2">${paragraph('주석')}</w:footnote>`,
    });
    expect(content.blocks.map((block) => [block.type, block.text, block.parent])).toEqual([
      ['table', '가', null],
      ['footnote', '주석', 'b1'],
      ['image', '조직도', 'b1'],
    ]);
  });
});
