import { describe, expect, it } from 'vitest';
import { box, floating, makeHwpx, p, SECTION, subList, t, tbl } from '../../../../tests/makers/hwpx.ts';
import { Budget } from '../../container/budget.ts';
import type { Content } from '../../content.ts';
import { hwpxReader } from './reader.ts';

async function read(section: string, head = ''): Promise<Content> {
  return hwpxReader.read(makeHwpx({ sections: [section], head }), { budget: new Budget(), paginate: false });
}
const blocks = ({ blocks }: Content) => blocks.map(({ type, text }) => [type, text]);
const ctrl = (inside: string) => `<hp:ctrl>${inside}</hp:ctrl>`;

describe('text of an hwpx paragraph', () => {
  it('has line breaks, tabs, spaces and hyphens that are written as elements, and nothing of marks', async () => {
    const inside =
      '가<hp:lineBreak/>나<hp:tab width="4000"/>다<hp:nbSpace/>라<hp:fwSpace/>마<hp:hypen/>바<hp:titleMark ignore="1"/><hp:markpenBegin color="#FFFF00"/>사<hp:markpenEnd/>';
    expect(blocks(await read(p(t(inside))))).toEqual([['paragraph', '가\n나\t다 라 마-바사']]);
  });

  it('is verbatim: runs are joined as they are, leading spaces stay, control characters go', async () => {
    expect(blocks(await read(p(`${t('  가. 대상')}${t('자&#x85; : <![CDATA[<홍>]]>')}`)))).toEqual([
      ['paragraph', '  가. 대상자 : <홍>'],
    ]);
  });

  it('leaves out what is marked as deleted, over runs and paragraphs, and says so', async () => {
    const first = p(`${t('남은 <hp:deleteBegin Id="1" TcId="1"/>지운')}${t('글')}`);
    const second = p(t('또 지운<hp:deleteEnd Id="1" TcId="1"/> 글 <hp:insertBegin Id="2"/>넣은<hp:insertEnd Id="2"/> 글'));
    const content = await read(first + second);
    expect(blocks(content)).toEqual([
      ['paragraph', '남은 '],
      ['paragraph', ' 글 넣은 글'],
    ]);
    expect(content.warnings.map((warning) => warning.code)).toContain('TRACKED_CHANGES');
  });

  it('loses no more than its paragraph to a deletion that never ends', async () => {
    expect(blocks(await read(p(t('가<hp:deleteBegin Id="1"/>나')) + p(t('다'))))).toEqual([
      ['paragraph', '가'],
      ['paragraph', '다'],
    ]);
  });

  it('has the text of fields, hyperlinks, glosses, overlapped characters and form controls in its place', async () => {
    const field =
      ctrl('<hp:fieldBegin id="1" type="HYPERLINK" name=""><hp:parameters/></hp:fieldBegin>') +
      t('누리집') +
      ctrl('<hp:fieldEnd beginIDRef="1"/>');
    const gloss = '<hp:dutmal><hp:mainText>大韓</hp:mainText><hp:subText>대한</hp:subText></hp:dutmal>';
    const forms =
      '<hp:checkBtn caption="R&amp;&amp;D" value="CHECKED"/><hp:checkBtn caption="없음" value="UNCHECKED"/><hp:btn caption="확인"/>' +
      '<hp:edit><hp:text>입력</hp:text></hp:edit><hp:comboBox selectedValue="서울"/><hp:comboBox><hp:listItem displayText="갑"/><hp:listItem displayText="을"/></hp:comboBox>';
    expect(blocks(await read(p(`${field}${t(' ')}${gloss}<hp:compose composeText="①"/>${forms}`)))).toEqual([
      ['paragraph', '누리집 大韓(대한)①☑ R&D☐ 없음확인입력서울갑, 을'],
    ]);
  });

  it('does not have the numbers of notes and pages, but those of captions', async () => {
    const note = ctrl('<hp:autoNum num="3" numType="FOOTNOTE"/>') + t(' 주석');
    const caption =
      t('표 ') +
      ctrl('<hp:autoNum num="2" numType="TABLE"><hp:autoNumFormat type="DIGIT" suffixChar="."/></hp:autoNum>') +
      t(' 현황');
    const table = tbl(
      1,
      1,
      [{ row: 0, col: 0, inside: p(t('칸')) }],
      undefined,
      `<hp:caption side="TOP">${subList(p(caption))}</hp:caption>`,
    );
    const content = await read(p(t('본문') + ctrl(`<hp:footNote>${subList(p(note))}</hp:footNote>`)) + p(table));
    expect(blocks(content)).toEqual([
      ['paragraph', '본문'],
      ['footnote', ' 주석'],
      ['caption', '표 2. 현황'],
      ['table', '칸'],
    ]);
    expect(content.tables[0]?.caption).toBe('표 2. 현황');
    const [body, footnote, caption1, table1] = content.blocks;
    expect([footnote?.parent, caption1?.parent]).toEqual([body?.id, table1?.id]);
  });

  it('reads a switch once', async () => {
    const inner = '<hp:case hp:required-namespace="x"><hp:chart/></hp:case><hp:default><hp:ole/></hp:default>';
    expect(blocks(await read(p(`${t('앞')}<hp:switch>${inner}</hp:switch>`)))).toEqual([
      ['paragraph', '앞'],
      ['image', ''],
    ]);
  });

  it('has a formula in its sentence, and alone as a block of its own', async () => {
    const formula = '<hp:equation><hp:pos treatAsChar="1"/><hp:script>m _{fuel}  \n</hp:script></hp:equation>';
    expect(blocks(await read(p(formula + t(' : 연료량(g)')) + p(t('  ') + formula)))).toEqual([
      ['paragraph', 'm _{fuel} : 연료량(g)'],
      ['equation', '  m _{fuel}'],
    ]);
  });
});

describe('what stands apart from the text of an hwpx file', () => {
  it('is a block of its own type that belongs to its paragraph', async () => {
    const list = (text: string) => subList(p(t(text)));
    const inside =
      ctrl(`<hp:header>${list('머리말')}</hp:header><hp:footer>${list('꼬리말')}</hp:footer>`) +
      t('본문') +
      ctrl(`<hp:endNote>${list('미주')}</hp:endNote>`) +
      ctrl(`<hp:fieldBegin type="MEMO" id="1">${list('메모')}</hp:fieldBegin>`) +
      ctrl(`<hp:hiddenComment>${list('숨은 설명')}</hp:hiddenComment>`);
    const content = await read(p(inside));
    expect(blocks(content)).toEqual([
      ['header', '머리말'],
      ['footer', '꼬리말'],
      ['paragraph', '본문'],
      ['endnote', '미주'],
      ['memo', '메모'],
      ['memo', '숨은 설명'],
    ]);
    expect(content.blocks.slice(3).map((block) => block.parent)).toEqual(['b3', 'b3', 'b3']);
    const hidden = content.warnings.find((warning) => warning.code === 'HIDDEN_CONTENT');
    expect(hidden?.block).toBe('b6');
  });

  it('is written once where every section repeats the same header', async () => {
    const header = p(`${ctrl(`<hp:header>${subList(p(t('대외비')))}</hp:header>`)}${t('본문')}`);
    const content = await hwpxReader.read(makeHwpx({ sections: [header, header] }), { budget: new Budget(), paginate: false });
    expect(content.blocks.filter((block) => block.type === 'header')).toHaveLength(1);
  });

  it('reads text boxes in shapes, groups and each other, each one block', async () => {
    const inner = p(t('안') + box(p(t('속'))));
    const group = `<hp:container><hp:pos treatAsChar="1"/><hp:ellipse><hp:offset x="0" y="9000"/><hp:curSz width="5000" height="5000"/><hp:drawText>${subList(p(t('아래')))}</hp:drawText></hp:ellipse><hp:container><hp:polygon><hp:offset x="0" y="0"/><hp:curSz width="5000" height="5000"/><hp:drawText>${subList(p(t('위')))}</hp:drawText></hp:polygon></hp:container></hp:container>`;
    expect(blocks(await read(p(box(inner + p(t('둘째 줄')))) + p(group)))).toEqual([
      ['textbox', '안'],
      ['textbox', '속'],
      ['textbox', '둘째 줄'],
      ['textbox', '위'],
      ['textbox', '아래'],
    ]);
  });

  it('has pictures with a description only where a person wrote one, and word art as text', async () => {
    const pic = (comment: string) => `<hp:pic><hp:pos treatAsChar="1"/><hp:shapeComment>${comment}</hp:shapeComment></hp:pic>`;
    const art = '<hp:textart text="축␍␊하"/>';
    expect(blocks(await read(p(pic('그림입니다.\n원본 그림의 이름: a.png')) + p(pic('서울시 조직도')) + p(art)))).toEqual([
      ['image', ''],
      ['image', '서울시 조직도'],
      ['textbox', '축\n하'],
    ]);
  });
});

describe('tables of an hwpx file', () => {
  it('keep the grid that the file states, with spans, header rows and nested tables in their cells', async () => {
    const inner = tbl(1, 2, [
      { row: 0, col: 0, inside: p(t('작은')) },
      { row: 0, col: 1, inside: p(t('표')) },
    ]);
    const outer = tbl(2, 3, [
      { row: 0, col: 0, rowSpan: 2, header: true, inside: p(t('구분')) },
      { row: 0, col: 1, colSpan: 2, header: true, inside: p(t('금액')) },
      { row: 1, col: 1, inside: p(t('앞') + inner + t('뒤')) },
      { row: 1, col: 2, inside: p('') },
    ]);
    const content = await read(p(outer));
    const [table, nested] = content.tables;
    expect(table).toMatchObject({ id: 't1', rows: 2, cols: 3, header_rows: 1, parent: null });
    expect(table?.grid).toEqual([
      ['구분', '금액', '금액'],
      ['구분', '앞\n작은\t표\n뒤', ''],
    ]);
    expect(nested).toMatchObject({ id: 't2', block: 'b1', parent: 't1', parent_cell: [1, 1], rows: 1, cols: 2 });
    expect(blocks(content)).toEqual([['table', '구분\t금액\n\t앞\n작은\t표\n뒤']]);
  });

  it('cut their paragraph where they stand in its line', async () => {
    const table = tbl(1, 1, [{ row: 0, col: 0, inside: p(t('칸')) }]);
    expect(blocks(await read(p(t('앞') + table + t('뒤'))))).toEqual([
      ['paragraph', '앞'],
      ['table', '칸'],
      ['paragraph', '뒤'],
    ]);
  });

  it('are followed by the notes, boxes and pictures of their cells', async () => {
    const inside = p(t('칸') + ctrl(`<hp:footNote>${subList(p(t('주')))}</hp:footNote>`) + box(p(t('상자')), floating({})));
    const content = await read(p(tbl(1, 1, [{ row: 0, col: 0, inside }])));
    expect(content.blocks.map(({ type, text, parent }) => [type, text, parent])).toEqual([
      ['table', '칸', null],
      ['textbox', '상자', 'b1'],
      ['footnote', '주', 'b1'],
    ]);
  });

  it('are put right and told where cells lie outside the grid, and refused where the grid is absurd', async () => {
    const odd = await read(
      p(
        tbl(1, 1, [
          { row: 0, col: 0, rowSpan: 4_000_000_000, inside: p(t('가')) },
          { row: 1, col: 0, inside: p(t('나')) },
        ]),
      ),
    );
    expect(odd.tables[0]).toMatchObject({ rows: 2, cols: 1 });
    expect(odd.warnings.map((warning) => warning.code)).toContain('TABLE_GRID_UNCERTAIN');
    await expect(read(p(tbl(2_000_000_000, 2_000_000_000, [])))).rejects.toMatchObject({ reason: 'LIMIT_EXCEEDED' });
  });
});

describe('places of hwpx text', () => {
  it('count sections, paragraphs, controls and cells as the layout engine does', async () => {
    const table = tbl(1, 2, [
      { row: 0, col: 0, inside: p('') },
      { row: 0, col: 1, inside: p('') + p(t('칸') + box(p(t('상자')))) },
    ]);
    const content = await read(
      p(SECTION + ctrl('<hp:colPr colCount="1"/>') + t('첫')) +
        p(ctrl('<hp:fieldBegin type="CLICK_HERE" id="1"/>') + t('글') + ctrl('<hp:fieldEnd/>') + table),
    );
    const placeOf = (text: string) => {
      const all = [...content.blocks, ...content.tables.flatMap((table) => table.cells)];
      const found = all.find((item) => item.text === text && !('type' in item && item.type === 'table'));
      return found && content.places.get(found);
    };
    expect(placeOf('첫')).toEqual({ section: 0, paragraph: 0, inside: [] });
    expect(placeOf('글')).toEqual({ section: 0, paragraph: 1, inside: [] });
    expect(placeOf('칸')).toEqual({ section: 0, paragraph: 1, inside: [{ control: 1, cell: 1, paragraph: 1 }] });
    expect(placeOf('상자')).toEqual({
      section: 0,
      paragraph: 1,
      inside: [
        { control: 1, cell: 1, paragraph: 1 },
        { control: 0, cell: 0, paragraph: 0 },
      ],
    });
  });
});
