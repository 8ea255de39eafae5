import { describe, expect, it } from 'vitest';
import { cell, paragraph, row, run, style, table } from '../../../../tests/makers/docx.ts';
import { linesOf, readMade, warningCodes } from '../../../../tests/support/read-docx.ts';

const reference = (kind: string, id: number): string => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
const box = (content: string): string => `<wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx>`;
const drawing = (inside: string, properties = ''): string =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="그림 1" ${properties}/>${inside}</wp:inline></w:drawing></w:r>`;

describe('notes and memos', () => {
  it('follow the block that refers to them and belong to it', async () => {
    const content = await readMade({
      body:
        paragraph(`${run('본문')}${reference('footnote', 1)}${reference('endnote', 1)}${reference('comment', 1)}`) +
        paragraph('다음'),
      footnotes: `<w:footnote w:type="separator" w:id="0">${paragraph('선')}</w:footnote><w:footnote w:id="1">${paragraph(`<w:r><w:footnoteRef/></w:r>${run(' 각주')}`)}${paragraph('둘째')}</w:footnote>`,
      endnotes: `<w:endnote w:id="1">${paragraph('미주')}</w:endnote>`,
      comments: `<w:comment w:id="1" w:author="갑">${paragraph('메모')}</w:comment>`,
    });
    expect(content.blocks.map((block) => [block.type, block.text, block.parent])).toEqual([
      ['paragraph', '본문', null],
      ['footnote', '각주\n둘째', 'b1'],
      ['endnote', '미주', 'b1'],
      ['memo', '메모', 'b1'],
      ['paragraph', '다음', null],
    ]);
  });

  it('that nothing refers to are read last and told', async () => {
    const content = await readMade({
      body: paragraph('글'),
      comments: `<w:comment w:id="9">${paragraph('떨어진 메모')}</w:comment>`,
    });
    expect(linesOf(content)).toEqual(['paragraph 글', 'memo 떨어진 메모']);
    expect(content.warnings).toContainEqual(expect.objectContaining({ code: 'HIDDEN_CONTENT', block: 'b2' }));
  });

  it('that refer to themselves end', async () => {
    const content = await readMade({
      body: paragraph(`${run('글')}${reference('footnote', 1)}`),
      footnotes: `<w:footnote w:id="1">${paragraph(run('주') + reference('footnote', 1))}</w:footnote>`,
    });
    expect(linesOf(content)).toEqual(['paragraph 글', 'footnote 주']);
  });

  it('with a table hold its text', async () => {
    const content = await readMade({
      body: paragraph(`${run('글')}${reference('footnote', 1)}`),
      footnotes: `<w:footnote w:id="1">${paragraph('주')}${table([row([cell('가'), cell('나')])])}</w:footnote>`,
    });
    expect(linesOf(content)).toEqual(['paragraph 글', 'footnote 주\n가\t나']);
    expect(content.tables).toEqual([]);
  });
});

describe('text boxes', () => {
  it('are one block each, read once though the file holds them twice', async () => {
    const shape = (text: string): string => paragraph(text) + paragraph('둘째 줄');
    const both = `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wp:docPr id="1" name="x"/>${box(shape('상자'))}</wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>${shape('상자')}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
    const content = await readMade(paragraph(run('본문') + both));
    expect(content.blocks.map((block) => [block.type, block.text, block.parent])).toEqual([
      ['paragraph', '본문', null],
      ['textbox', '상자\n둘째 줄', 'b1'],
    ]);
  });

  it('of one group are blocks of their own, and a table in one is a table', async () => {
    const content = await readMade(
      paragraph(drawing(box(paragraph('하나')) + box(`${paragraph('둘')}${table([row([cell('칸')])])}${paragraph('셋')}`))),
    );
    expect(linesOf(content)).toEqual(['textbox 하나', 'textbox 둘', 'table 칸', 'textbox 셋']);
    expect(content.tables).toHaveLength(1);
  });

  it('are WordArt as well', async () => {
    const art = '<w:r><w:pict><v:shape><v:textpath string="초안"/></v:shape></w:pict></w:r>';
    expect(linesOf(await readMade(paragraph(art)))).toEqual(['textbox 초안']);
  });
});

describe('pictures', () => {
  const picture = '<a:graphic><pic:pic><a:blip r:embed="x"/></pic:pic></a:graphic>';

  it('have the description that a person wrote, and no other', async () => {
    const descriptions = [
      '조직 구성도',
      'image001.png',
      '그림 3',
      '시계가 있는 그림\n\n자동으로 생성된 설명',
      'C:\\temp\\logo.JPG',
      'https://a.b/c',
    ];
    const body = descriptions.map((text) => paragraph(drawing(picture, `descr="${text}"`))).join('');
    expect((await readMade(body)).blocks.map((block) => `${block.type} ${block.text}`)).toEqual([
      'image 조직 구성도',
      ...new Array(5).fill('image '),
    ]);
  });

  it('are not lines and frames without a description', async () => {
    expect((await readMade(paragraph(drawing('<wps:wsp><wps:spPr/></wps:wsp>')))).blocks).toEqual([]);
  });

  it('own the caption that names them', async () => {
    const content = await readMade({
      body: paragraph(drawing(picture)) + paragraph('') + paragraph('그림 1. 흐름도', '<w:pStyle w:val="c"/>'),
      styles: style('c', 'caption'),
    });
    expect(content.blocks.map((block) => [block.type, block.parent])).toEqual([
      ['image', null],
      ['caption', 'b1'],
    ]);
  });

  it('of embedded objects are shown, and that their inside is not read is told', async () => {
    const object =
      '<w:r><w:object><v:shape><v:imagedata r:id="p"/></v:shape><o:OLEObject Type="Embed" ProgID="Excel.Sheet.12" r:id="o"/></w:object></w:r>';
    const content = await readMade(paragraph(object));
    expect(linesOf(content)).toEqual(['image']);
    expect(content.warnings.find((warning) => warning.code === 'PARTIAL_READ')?.text).toContain('개체 1개');
  });

  it('of charts and diagrams carry their words', async () => {
    const kind = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const points = (values: string[]): string => values.map((value, i) => `<c:pt idx="${i}"><c:v>${value}</c:v></c:pt>`).join('');
    const content = await readMade({
      body: paragraph(drawing('<c:chart r:id="rc"/>')) + paragraph(drawing('<dgm:relIds r:dm="rd" r:lo="x"/>')),
      relationships: `<Relationship Id="rc" Type="${kind}/chart" Target="charts/c.xml"/><Relationship Id="rd" Type="${kind}/diagramData" Target="/word/d.xml"/>`,
      entries: [
        {
          name: 'word/charts/c.xml',
          data: `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:title><a:p><a:r><a:t>인구</a:t></a:r></a:p></c:title><c:ser><c:tx><c:strCache>${points(['명'])}</c:strCache></c:tx><c:cat><c:strCache>${points(['2024', '2025'])}</c:strCache></c:cat><c:val><c:numCache>${points(['10', '20'])}</c:numCache></c:val></c:ser></c:chartSpace>`,
        },
        {
          name: 'word/d.xml',
          data: '<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:ptLst><dgm:pt type="pres"><dgm:t><a:p><a:r><a:t>배치</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt><dgm:t><a:p><a:r><a:t>계획</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt><dgm:t><a:p><a:r><a:t>실행</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>',
        },
      ],
    });
    expect(linesOf(content)).toEqual(['image 인구\n\t명\n2024\t10\n2025\t20', 'textbox 계획\n실행']);
  });
});

describe('headers and footers', () => {
  const references = (kind: string, type: string, id: string): string => `<w:${kind}Reference w:type="${type}" r:id="${id}"/>`;

  it('stand at the beginning of their section, each text once', async () => {
    const content = await readMade({
      body:
        paragraph('가', `<w:sectPr>${references('header', 'default', 'h1')}${references('footer', 'default', 'f1')}</w:sectPr>`) +
        paragraph('나', `<w:sectPr>${references('header', 'default', 'h2')}</w:sectPr>`) +
        paragraph('다') +
        `<w:sectPr>${references('header', 'default', 'h3')}${references('footer', 'default', 'f1')}</w:sectPr>`,
      headers: { h1: paragraph('머리'), h2: paragraph('머리'), h3: paragraph('다른 머리') },
      footers: { f1: paragraph(`${run('- ')}<w:fldSimple w:instr=" PAGE ">${run('7')}</w:fldSimple>${run(' -')}`) },
    });
    expect(content.blocks.map((block) => `${block.type} ${block.text} ${block.page}`)).toEqual([
      'header 머리 1',
      'footer -  - 1',
      'paragraph 가 1',
      'paragraph 나 2',
      'header 다른 머리 3',
      'paragraph 다 3',
    ]);
  });

  it('hold the text of their tables and text boxes, without page numbers', async () => {
    const number =
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE \\* MERGEFORMAT</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>' +
      run('3') +
      '<w:r><w:fldChar w:fldCharType="end"/></w:r>';
    const content = await readMade({
      body: `${paragraph('글')}<w:sectPr>${references('header', 'default', 'h')}</w:sectPr>`,
      headers: { h: table([row([cell('기관'), cell('문서')])]) + paragraph(drawing(box(paragraph(run('쪽 ') + number)))) },
    });
    expect(linesOf(content)).toEqual(['header 기관\t문서\n쪽', 'paragraph 글']);
    expect(content.tables).toEqual([]);
  });

  it('for first or even pages are told to be hidden where nothing asks for them', async () => {
    const made = (more: string, settings: string): Parameters<typeof readMade>[0] => ({
      body: `${paragraph('글')}<w:sectPr>${references('header', 'first', 'a')}${references('header', 'even', 'b')}${more}</w:sectPr>`,
      headers: { a: paragraph('첫 쪽'), b: paragraph('짝수 쪽') },
      settings,
    });
    expect(warningCodes(await readMade(made('', ''))).filter((code) => code === 'HIDDEN_CONTENT')).toHaveLength(2);
    expect(warningCodes(await readMade(made('<w:titlePg/>', '<w:evenAndOddHeaders/>')))).not.toContain('HIDDEN_CONTENT');
  });
});
