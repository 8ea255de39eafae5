import { describe, expect, it } from 'vitest';
import { paragraph, run } from '../../../../tests/makers/docx.ts';
import { linesOf, readMade } from '../../../../tests/support/read-docx.ts';

async function textOf(content: string): Promise<string> {
  const read = await readMade(paragraph(content));
  return read.blocks.map((block) => block.text).join('|');
}

const begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>';
const separate = '<w:r><w:fldChar w:fldCharType="separate"/></w:r>';
const end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>';
const instruction = (text: string): string => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;

describe('the text of a paragraph', () => {
  it('joins runs, tabs, breaks and hyphens as they stand', async () => {
    const content =
      `${run('가')}<w:r><w:tab/><w:t>나</w:t><w:br/><w:t>다</w:t><w:cr/><w:t>라</w:t><w:noBreakHyphen/>` +
      '<w:t>마</w:t><w:softHyphen/><w:t>바</w:t><w:ptab w:alignment="right"/><w:t>사</w:t></w:r>';
    expect(await textOf(content)).toBe('가\t나\n다\n라-마바\t사');
  });

  it('keeps stated white space and drops what only lays out the XML', async () => {
    expect(await textOf('<w:r><w:t xml:space="preserve">  두 칸  </w:t></w:r><w:r><w:t>\n  글\n</w:t></w:r>')).toBe(
      '  두 칸  글',
    );
    expect(await textOf('<w:r><w:t>　전각</w:t></w:r>')).toBe('　전각');
  });

  it('looks into links, content controls, smart tags and insertions', async () => {
    const content =
      `<w:hyperlink r:id="x" w:anchor="a">${run('가')}</w:hyperlink><w:smartTag>${run('나')}</w:smartTag>` +
      `<w:sdt><w:sdtPr><w:alias w:val="이름"/></w:sdtPr><w:sdtContent>${run('다')}</w:sdtContent></w:sdt>` +
      `<w:customXml><w:customXmlPr/>${run('라')}</w:customXml><w:bdo w:val="rtl">${run('마')}</w:bdo>`;
    expect(await textOf(content)).toBe('가나다라마');
  });

  it('reads one branch of an alternative', async () => {
    const both = (requires: string): string =>
      `<mc:AlternateContent><mc:Choice Requires="${requires}">${run('선택')}</mc:Choice><mc:Fallback>${run('대신')}</mc:Fallback></mc:AlternateContent>`;
    expect(await textOf(both('w14'))).toBe('선택');
    expect(await textOf(both('w14 zz'))).toBe('대신');
  });

  it('shows the picture characters of symbol fonts', async () => {
    const symbols = ['Symbol F061', 'Wingdings F0FE', 'Wingdings F06E', 'Wingdings 2 F052', 'Webdings F061', 'Arial 2713'];
    const content = symbols.map((symbol) => {
      const cut = symbol.lastIndexOf(' ');
      return `<w:r><w:sym w:font="${symbol.slice(0, cut)}" w:char="${symbol.slice(cut + 1)}"/></w:r>`;
    });
    expect(await textOf(content.join(''))).toBe('α☑■☑✓✓');
  });

  it('puts a reading in brackets after its word', async () => {
    expect(await textOf(`<w:r><w:ruby><w:rt>${run('한자')}</w:rt><w:rubyBase>${run('漢字')}</w:rubyBase></w:ruby></w:r>`)).toBe(
      '漢字(한자)',
    );
  });

  it('takes out control characters and keeps everything else as it is', async () => {
    expect(await textOf('<w:r><w:t>가&#x85;나\u00a0다\u200b라ᄀ</w:t></w:r>')).toBe('가나\u00a0다\u200b라ᄀ');
  });
});

describe('fields', () => {
  it('show their result and not their instruction', async () => {
    expect(await textOf(`${begin}${instruction(' REF x ')}${separate}${run('결과')}${end}${run(' 뒤')}`)).toBe('결과 뒤');
    expect(await textOf(`<w:fldSimple w:instr=" DATE ">${run('2026')}</w:fldSimple>`)).toBe('2026');
  });

  it('hide the results of fields inside an instruction', async () => {
    const inner = `${begin}${instruction(' MERGEFIELD a ')}${separate}${run('안')}${end}`;
    expect(await textOf(`${begin}${instruction(' IF ')}${inner}${instruction(' = 1 ')}${separate}${run('밖')}${end}`)).toBe('밖');
  });

  it('run over paragraphs', async () => {
    const content = await readMade(
      paragraph(`${begin}${instruction('TOC')}${separate}${run('1장 1')}`) + paragraph('2장 3') + paragraph(`${end}${run('끝')}`),
    );
    expect(linesOf(content)).toEqual(['paragraph 1장 1', 'paragraph 2장 3', 'paragraph 끝']);
  });

  it('that are never closed swallow no text', async () => {
    const inner = `${begin}${instruction('REF')}${separate}${run('값')}${end}`;
    const content = await readMade(
      paragraph(`${begin}${instruction('X')}${run('가')}`) + paragraph('나') + paragraph(`${inner}${run('다')}`),
    );
    expect(linesOf(content)).toEqual(['paragraph 가', 'paragraph 나', 'paragraph 값다']);
    expect(content.warnings.find((warning) => warning.code === 'PARTIAL_READ')?.text).toContain('필드');
  });

  it('without a result show what Word draws for them', async () => {
    const box = (state: string): string =>
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/>${state}</w:checkBox></w:ffData></w:fldChar></w:r>${instruction(' FORMCHECKBOX ')}${separate}${end}`;
    expect(await textOf(box('') + box('<w:checked/>'))).toBe('☐☒');
    const drop =
      '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="갑"/><w:listEntry w:val="을"/></w:ddList></w:ffData></w:fldChar></w:r>';
    expect(await textOf(`${drop}${instruction(' FORMDROPDOWN ')}${end}`)).toBe('을');
    expect(await textOf(`${begin}${instruction(' SYMBOL 183 \\f "Symbol" ')}${end}`)).toBe('•');
    expect(await textOf(`${begin}${instruction(' eq \\o\\ac(○,인) ')}${end}`)).toBe('○인');
    expect(await textOf(`${begin}${instruction(' PAGE ')}${end}${run('쪽')}`)).toBe('쪽');
  });
});
