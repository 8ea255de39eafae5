import { describe, expect, it } from 'vitest';
import { cell, paragraph, row, run, style, table } from '../../../../tests/makers/docx.ts';
import { readMade, warningCodes } from '../../../../tests/support/read-docx.ts';
import { sectionKinds } from './sections.ts';

const broken = '<w:r><w:br w:type="page"/></w:r>';
const rendered = '<w:r><w:lastRenderedPageBreak/></w:r>';
const section = (kind?: string, size = ''): string => `<w:sectPr>${kind ? `<w:type w:val="${kind}"/>` : ''}${size}</w:sectPr>`;

async function pages(body: string, styles = ''): Promise<{ of: string[]; count: number; warnings: string[] }> {
  const content = await readMade({ body, styles });
  return {
    of: content.blocks.map((block) => `${block.text} ${block.page}`),
    count: content.pages.length,
    warnings: warningCodes(content),
  };
}

describe('pages', () => {
  it('are one, and unknown, where the file says nothing', async () => {
    expect(await pages(paragraph('가'))).toEqual({ of: ['가 1'], count: 1, warnings: ['PAGES_UNKNOWN'] });
  });

  it('are estimated where only the writer broke them', async () => {
    const body = paragraph(`${run('가')}${broken}`) + paragraph('나') + paragraph('다', '<w:pageBreakBefore/>');
    expect(await pages(body)).toEqual({ of: ['가 1', '나 2', '다 3'], count: 3, warnings: ['PAGES_ESTIMATED'] });
  });

  it('follow the rendered marks, and a break with its mark counts once', async () => {
    const body =
      paragraph(`${run('가')}${broken}${rendered}${run('나')}`) +
      paragraph(`${broken}`) +
      paragraph(`${rendered}${run('다')}`) +
      paragraph(`${rendered}${run('라')}`, '<w:pageBreakBefore/>') +
      paragraph(`${run('마')}${rendered}${run('바')}`) +
      paragraph('사');
    expect(await pages(body)).toEqual({ of: ['가 1', '나 2', '다 3', '라 4', '마바 4', '사 5'], count: 5, warnings: [] });
  });

  it('part a paragraph in two where the writer broke it, but not where the page was full', async () => {
    expect((await pages(paragraph(`${run('앞')}${broken}${run('뒤')}`))).of).toEqual(['앞 1', '뒤 2']);
    expect((await pages(paragraph(`${run('앞')}${rendered}${run('뒤')}`))).of).toEqual(['앞뒤 1']);
  });

  it('stay where a break before stands at the top of a page anyway', async () => {
    const first = paragraph('가', '<w:pageBreakBefore/>');
    expect((await pages(first + paragraph(broken) + first)).of).toEqual(['가 1', '가 2']);
  });

  it('take a break before from the style', async () => {
    const styles = style('h', 'heading 1', '<w:pageBreakBefore/>');
    const heading = (more = ''): string => paragraph('장', `<w:pStyle w:val="h"/>${more}`);
    expect((await pages(paragraph('표지') + heading() + heading('<w:pageBreakBefore w:val="0"/>'), styles)).of).toEqual([
      '표지 1',
      '장 2',
      '장 2',
    ]);
  });

  it('begin with sections, as the section that begins says', async () => {
    const body =
      paragraph('가', section()) +
      paragraph('나', section('nextPage')) +
      paragraph('다', section('continuous')) +
      paragraph('라', section('oddPage')) +
      paragraph('마') +
      section('evenPage');
    expect((await pages(body)).of).toEqual(['가 1', '나 2', '다 2', '라 3', '마 4']);
  });

  it('leave a blank page where a section wants another side', async () => {
    expect((await pages(paragraph('가', section()) + paragraph('나') + section('oddPage'))).of).toEqual(['가 1', '나 3']);
  });

  it('count a break and the end of its section once', async () => {
    const body = paragraph(`${run('가')}${broken}`, section()) + paragraph('나') + section('nextPage');
    expect((await pages(body)).of).toEqual(['가 1', '나 2']);
  });

  it('have the size of the section at their top', async () => {
    const a4 = '<w:pgSz w:w="11906" w:h="16838"/>';
    const wide = '<w:pgSz w:w="297mm" w:h="210mm" w:orient="landscape"/>';
    const content = await readMade(
      paragraph('가', section(undefined, a4)) +
        paragraph(`${run('나')}${broken}`, section('nextPage', wide)) +
        paragraph('다') +
        section('continuous'),
    );
    expect(content.pages).toEqual([
      { width: 595.3, height: 841.9, unit: 'pt' },
      { width: 841.89, height: 595.28, unit: 'pt' },
      { width: null, height: null, unit: null },
    ]);
  });

  it('are told to be uncertain where the properties state another number', async () => {
    const body = paragraph(`${run('가')}${rendered}${run('나')}`);
    expect(warningCodes(await readMade({ body, pages: 2 }))).toEqual([]);
    expect(warningCodes(await readMade({ body, pages: 3 }))).toEqual(['PAGES_ESTIMATED']);
    expect(warningCodes(await readMade({ body: paragraph('가'), pages: 3 }))).toEqual(['PAGES_UNKNOWN']);
  });

  it('give notes and text boxes the page that refers to them', async () => {
    const content = await readMade({
      body: paragraph(`${run('가')}${rendered}${run('나')}<w:r><w:footnoteReference w:id="1"/></w:r>`),
      footnotes: `<w:footnote w:id="1">${paragraph('주')}</w:footnote>`,
    });
    expect(content.blocks.map((block) => block.page)).toEqual([1, 2]);
  });
});

describe('pages in tables', () => {
  const cells = async (...rows: string[]): Promise<string[]> => {
    const content = await readMade(paragraph('앞') + table(rows) + paragraph('뒤'));
    return [...(content.tables[0]?.cells ?? []).map((c) => `${c.text} ${c.page}`), `뒤 ${content.blocks.at(-1)?.page}`];
  };
  const marked = (text: string): string => cell(paragraph(rendered + run(text)));
  const crossing = (text: string): string => cell(paragraph(run(text) + rendered + run(text)));

  it('move a whole row with the mark in its first cell', async () => {
    expect(await cells(row([cell('가'), cell('나')]), row([marked('다'), cell('라')]))).toEqual([
      '가 1',
      '나 1',
      '다 2',
      '라 2',
      '뒤 2',
    ]);
  });

  it('count a mark that every cell of the row repeats once', async () => {
    expect(await cells(row([cell('가')]), row([cell(''), marked('다'), marked('라')]))).toEqual([
      '가 1',
      ' 2',
      '다 2',
      '라 2',
      '뒤 2',
    ]);
  });

  it('count a row that runs over the page once, however many cells cross it', async () => {
    expect(await cells(row([crossing('가'), crossing('나')]), row([cell('다')]))).toEqual(['가가 1', '나나 1', '다 2', '뒤 2']);
  });

  it('do not let a tall merged cell push the rows beside it', async () => {
    const tall = cell(paragraph(run('긴') + rendered + run('글')), '<w:vMerge w:val="restart"/>');
    const below = cell('', '<w:vMerge/>');
    expect(await cells(row([tall, cell('가')]), row([below, marked('나')]), row([cell('다'), cell('라')]))).toEqual([
      '긴글 1',
      '가 1',
      '나 2',
      '다 2',
      '라 2',
      '뒤 2',
    ]);
  });
});

describe('how sections begin', () => {
  it('is found in the source, without what stood before a tracked change', () => {
    const source =
      '<w:p><w:pPr><w:sectPr w:rsidR="1"><w:type w:val="continuous"/><w:sectPrChange><w:sectPr><w:type w:val="oddPage"/></w:sectPr></w:sectPrChange></w:sectPr></w:pPr></w:p>' +
      '<m:type m:val="lin"/><w:sectPr/><w:sectPr><w:type w:val="evenPage"/></w:sectPr>';
    expect(sectionKinds(source)).toEqual(['continuous', 'nextPage', 'evenPage']);
  });
});
