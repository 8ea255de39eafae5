import { expect, describe as group, it } from 'vitest';
import { newContent } from '../../../tests/support/sample-document.ts';
import type { Structure } from '../../model/structure.ts';
import { describe } from './structure.ts';

type Sized = readonly [text: string, size: number];

function read(...lines: readonly (Sized | { box: readonly Sized[] })[]): Structure {
  const content = newContent();
  for (const line of lines) {
    if ('box' in line) {
      const text = line.box.map(([part]) => part).join('\n');
      content.table({ rows: 1, cols: 1, cells: [{ row: 0, col: 0, text, sizes: line.box.map(([, size]) => size) }] });
    } else content.block({ type: 'paragraph', text: line[0], sizes: [line[1]] });
  }
  return describe(content);
}

const TEXT: Sized[] = [
  ['올해는 시민이 문서를 쉽게 찾을 수 있도록 목록을 정비하고, 각 부서가 만든 문서를 분기마다 공개합니다.', 12],
  ['지난해에는 모두 1,240건을 공개하였고, 그 가운데 312건은 시민의 청구가 있기 전에 먼저 공개하였습니다.', 12],
];

group('type size', () => {
  it('tells the title, whatever it is called', () => {
    expect(read(['한빛시 2026', 11], ['시민과 함께 여는 문서', 26], ...TEXT).title).toBe('시민과 함께 여는 문서');
  });

  it('joins the lines of a title that stand in blocks of their own', () => {
    expect(read(['시민이 함께 만드는', 26], ['문서 공개의 새 길', 26], ['기록관리과', 14], ...TEXT).title).toBe(
      '시민이 함께 만드는 문서 공개의 새 길',
    );
  });

  it('does not take the office on the cover for the title', () => {
    expect(read(['문서 공개의 새 길', 24], ['2026. 3.', 20], ['기 록 관 리 과', 28], ...TEXT).title).toBe('문서 공개의 새 길');
  });

  it('leaves a smaller line that is named like a document where a larger one stands apart from it', () => {
    expect(read(['문서 공개의 새 길', 26], ...TEXT, ['내부 검토 보고서', 12]).title).toBe('문서 공개의 새 길');
  });

  it('finds the headline of a press release below smaller lines', () => {
    const release = read(
      ['보도자료', 24],
      ['한빛시가 드리는 새 소식', 12],
      {
        box: [
          ['문서 1,240건,', 22],
          ['시민에게 먼저 공개한다', 22],
          ['분기마다 목록 정비', 15],
        ],
      },
      ...TEXT,
    );
    expect(release.title).toBe('문서 1,240건, 시민에게 먼저 공개한다');
  });

  it('finds the name of an annex, in as many lines as it has', () => {
    const { attachments } = read(
      ['2026년 동아리 운영 계획', 20],
      ...TEXT,
      ['[붙임 1]', 10],
      ['2026학년도', 24],
      ['동아리 보고서', 24],
    );
    expect(attachments.map(({ label, title }) => [label, title])).toEqual([['붙임 1', '2026학년도 동아리 보고서']]);
  });

  it('keeps the numbers of quoted text in smaller type apart from those of heads', () => {
    const labels = read(
      ['운영 계획', 20],
      ['1. 추진 배경', 15],
      ['문서 공개를 넓히고자 시민의 의견을 듣고 부서와 협의하였습니다.', 15],
      ['2. 공개 기준', 15],
      ['다음 각 호의 문서를 공개합니다.', 15],
      ['1. 「기록물법」 제2조에 따른 문서로서 보존기간이 지난 문서를 말한다.', 12],
      ['2. 시장이 정하는 문서로서 심의회의 심의를 거친 문서를 말한다.', 12],
      ['3. 추진 일정', 15],
      ['3월에 시작하여 12월에 마치며 분기마다 결과를 알립니다.', 15],
    ).sections.map(({ label, title }) => `${label} ${title}`);
    expect(labels).toEqual(['1. 추진 배경', '2. 공개 기준', '3. 추진 일정']);
  });
});
