import { describe, expect, it } from 'vitest';
import { cell, inList, list, paragraph, row, run, style, table } from '../../../../tests/makers/docx.ts';
import { linesOf, readMade, warningCodes } from '../../../../tests/support/read-docx.ts';

const deleted = (text: string): string => `<w:del w:id="1" w:author="갑"><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
const inserted = (text: string): string => `<w:ins w:id="2">${run(text)}</w:ins>`;

describe('tracked changes', () => {
  it('leave deletions out, keep insertions, and are told', async () => {
    const content = await readMade(paragraph(`${run('기한은 ')}${deleted('3월')}${inserted('4월')}${run('이다')}`));
    expect(linesOf(content)).toEqual(['paragraph 기한은 4월이다']);
    expect(warningCodes(content)).toContain('TRACKED_CHANGES');
  });

  it('keep moved text only where it was moved to', async () => {
    const content = await readMade(
      paragraph(`<w:moveFrom w:id="1">${run('옮김')}</w:moveFrom>${run('앞')}`) +
        paragraph(`<w:moveTo w:id="2">${run('옮김')}</w:moveTo>`),
    );
    expect(linesOf(content)).toEqual(['paragraph 앞', 'paragraph 옮김']);
  });

  it('join a paragraph whose mark was deleted to the next, as the next one is', async () => {
    const numbering = list(1, [['decimal', '%1.']]);
    const gone = '<w:rPr><w:del w:id="3"/></w:rPr>';
    const content = await readMade({
      body: paragraph('하나 ', `${inList(1)}${gone}`) + paragraph('둘', inList(1)) + paragraph('셋', inList(1)),
      numbering: numbering.abstract + numbering.num,
    });
    expect(linesOf(content)).toEqual(['list_item 1. 하나 둘', 'list_item 2. 셋']);
  });

  it('keep the text of such a paragraph where no paragraph follows', async () => {
    const gone = '<w:rPr><w:del w:id="3"/></w:rPr>';
    expect(linesOf(await readMade(paragraph('가', gone) + table([row([cell('칸')])]) + paragraph('나', gone)))).toEqual([
      'paragraph 가',
      'table 칸',
      'paragraph 나',
    ]);
    expect(linesOf(await readMade(table([row([cell(paragraph('가', gone)), cell('나')])])))).toEqual(['table 가\t나']);
  });

  it('take the notes of deleted text with it', async () => {
    const content = await readMade({
      body: paragraph(`${run('글')}<w:del w:id="1"><w:r><w:footnoteReference w:id="1"/></w:r></w:del>`),
      footnotes: `<w:footnote w:id="1">${paragraph('지운 각주')}</w:footnote>`,
    });
    expect(linesOf(content)).toEqual(['paragraph 글']);
  });

  it('of formatting only are no changes of the text', async () => {
    const content = await readMade(paragraph(run('글', '<w:b/><w:rPrChange w:id="1"><w:rPr><w:vanish/></w:rPr></w:rPrChange>')));
    expect(linesOf(content)).toEqual(['paragraph 글']);
    expect(warningCodes(content)).toEqual(['PAGES_UNKNOWN']);
  });
});

describe('hidden text', () => {
  it('is read apart from what is seen, and named', async () => {
    const content = await readMade(
      paragraph(`${run('보임')}${run('숨김', '<w:vanish/>')}${run(' 끝')}`) + paragraph(run('모두 숨김', '<w:vanish/>')),
    );
    expect(content.blocks.map((block) => [block.text, block.parent])).toEqual([
      ['보임 끝', null],
      ['숨김', 'b1'],
      ['모두 숨김', null],
    ]);
    expect(content.warnings.filter((warning) => warning.code === 'HIDDEN_CONTENT').map((warning) => warning.block)).toEqual([
      'b2',
      'b3',
    ]);
  });

  it('follows styles, and two styles that both hide cancel out', async () => {
    const styles =
      style('p', '숨은 문단').replace('</w:style>', '<w:rPr><w:vanish/></w:rPr></w:style>') +
      '<w:style w:type="character" w:styleId="c"><w:name w:val="c"/><w:rPr><w:vanish/></w:rPr></w:style>';
    const content = await readMade({
      body:
        paragraph(`${run('가', '<w:rStyle w:val="c"/>')}${run('나')}`) +
        paragraph(
          `${run('다')}${run('라', '<w:rStyle w:val="c"/>')}${run('마', '<w:vanish w:val="0"/>')}`,
          '<w:pStyle w:val="p"/>',
        ),
      styles,
    });
    expect(linesOf(content)).toEqual(['paragraph 나', 'paragraph 가', 'paragraph 라마', 'paragraph 다']);
  });

  it('in a cell follows the table', async () => {
    const content = await readMade(table([row([cell(paragraph(`${run('칸')}${run('숨김', '<w:vanish/>')}`))])]));
    expect(content.blocks.map((block) => [block.type, block.text, block.parent])).toEqual([
      ['table', '칸', null],
      ['paragraph', '숨김', 'b1'],
    ]);
  });

  it('takes no number in a list', async () => {
    const numbering = list(1, [['decimal', '%1.']]);
    const body = paragraph('가', inList(1)) + paragraph(run('숨김', '<w:vanish/>'), inList(1)) + paragraph('나', inList(1));
    const content = await readMade({ body, numbering: numbering.abstract + numbering.num });
    expect(linesOf(content)).toEqual(['list_item 1. 가', 'paragraph 숨김', 'list_item 2. 나']);
  });

  it('in many places is named up to a point and then counted', async () => {
    const content = await readMade(paragraph(run('숨김', '<w:vanish/>')).repeat(50));
    const told = content.warnings.filter((warning) => warning.code === 'HIDDEN_CONTENT');
    expect(told).toHaveLength(21);
    expect(told.at(-1)?.text).toContain('50곳');
  });

  it('is not text that only web pages hide', async () => {
    expect(warningCodes(await readMade(paragraph(run('목차 3', '<w:webHidden/>'))))).not.toContain('HIDDEN_CONTENT');
  });
});

describe('a large first letter', () => {
  it('begins the paragraph that follows it', async () => {
    const letter = paragraph('대', '<w:framePr w:dropCap="drop" w:lines="3"/>');
    expect(linesOf(await readMade(letter + paragraph('한민국은')))).toEqual(['paragraph 대한민국은']);
  });
});
