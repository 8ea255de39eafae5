import { describe, expect, it } from 'vitest';
import { box, floating, line, makeHwpx, p, SECTION, t, tbl } from '../../../../tests/makers/hwpx.ts';
import { Budget } from '../../container/budget.ts';
import { hwpxReader } from './reader.ts';

async function order(...paragraphs: string[]): Promise<string[]> {
  const content = await hwpxReader.read(makeHwpx({ sections: [paragraphs.join('')] }), { budget: new Budget(), paginate: false });
  return content.blocks.map((block) => block.text);
}
const para = (text: string, top: number | null, before = '', attributes = '') =>
  p(before + t(text), attributes, top === null ? '' : line(top));
const table = (text: string, at: Parameters<typeof floating>[0]) =>
  tbl(1, 1, [{ row: 0, col: 0, inside: p(t(text)) }], floating(at));

describe('reading order of floating objects', () => {
  it('has the head of a letter before the text of the paragraph it hangs from', async () => {
    expect(await order(para('본문', 17645, SECTION + table('수신', { height: 16653 })), para('다음', 19565))).toEqual([
      '수신',
      '본문',
      '다음',
    ]);
  });

  it('has a table that starts below its paragraph after it', async () => {
    expect(await order(para('제목 줄', 1000, SECTION + table('표', { offset: 2000 })), para('다음', 8000))).toEqual([
      '제목 줄',
      '표',
      '다음',
    ]);
    expect(await order(para('제목 줄', null, table('표', { offset: 2000 })), para('다음', null))).toEqual([
      '제목 줄',
      '표',
      '다음',
    ]);
  });

  it('has a block at the foot of the page after the text that stands above it, wherever it is anchored', async () => {
    const foot = table('시행', { to: 'PAGE', align: 'BOTTOM', height: 20000 });
    const text = [para('하나', 0, SECTION + foot), para('둘', 2000), para('셋', 4000)];
    expect(await order(...text, para('다음 쪽', 0, '', 'pageBreak="1"'))).toEqual(['하나', '둘', '셋', '시행', '다음 쪽']);
    expect(await order(...text, para('다음 쪽', 0))).toEqual(['하나', '둘', '셋', '시행', '다음 쪽']);
  });

  it('has a box at the top of the paper before the text it stands above', async () => {
    const title = box(p(t('제목 상자')), floating({ to: 'PAPER', offset: 10500, height: 3000 }));
    expect(await order(para('하나', 4000, SECTION), para('둘', 6000), para('셋', 8000, title))).toEqual([
      '제목 상자',
      '하나',
      '둘',
      '셋',
    ]);
  });

  it('moves nothing past a paragraph of which no line is stored, nor to another page', async () => {
    const title = box(p(t('상자')), floating({ to: 'PAPER', offset: 10500, height: 3000 }));
    expect(await order(para('하나', 4000, SECTION), para('둘', null), para('셋', 8000, title))).toEqual([
      '하나',
      '둘',
      '상자',
      '셋',
    ]);
    expect(await order(para('앞 쪽', 40000, SECTION), para('둘', 4000), para('셋', 8000, title))).toEqual([
      '앞 쪽',
      '상자',
      '둘',
      '셋',
    ]);
  });

  it('reads objects side by side from the left and others from above', async () => {
    const right = box(p(t('오른쪽')), floating({ to: 'PAGE', offset: 0, x: 30000, width: 10000 }));
    const left = box(p(t('왼쪽')), floating({ to: 'PAGE', offset: 0, x: 0, width: 10000 }));
    const below = box(p(t('아래')), floating({ to: 'PAGE', offset: 9000, width: 40000 }));
    expect(await order(para('본문', 20000, SECTION + below + right + left))).toEqual(['왼쪽', '오른쪽', '아래', '본문']);
  });

  it('takes lines as measured from the paper where a converter gave each line the place of its object', async () => {
    const at = (text: string, offset: number) =>
      p(box(p(t(text)), floating({ to: 'PAPER', offset, height: 1000 })), '', line(offset));
    expect(
      await order(
        para('', 12000, SECTION),
        at('첫 줄', 12000),
        para('둘째 줄', 14000),
        at('셋째 줄', 16000),
        at('넷째 줄', 18000),
      ),
    ).toEqual(['첫 줄', '둘째 줄', '셋째 줄', '넷째 줄']);
  });

  it('leaves columns as the file has them', async () => {
    const columns = '<hp:ctrl><hp:colPr colCount="2"/></hp:ctrl>';
    const foot = table('표', { to: 'PAGE', align: 'TOP', height: 2000 });
    expect(await order(para('왼쪽 단', 30000, SECTION + columns), para('오른쪽 단', 40000, foot))).toEqual([
      '왼쪽 단',
      '표',
      '오른쪽 단',
    ]);
  });
});
