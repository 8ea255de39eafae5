import { expect, describe as group, it } from 'vitest';
import { newContent } from '../../../tests/support/sample-document.ts';
import { findAttachments } from './attachments.ts';
import { linesOf } from './lines.ts';

function read(...texts: string[]): [string, string | null][] {
  const content = newContent();
  for (const text of texts) content.block({ type: 'paragraph', text });
  return findAttachments(linesOf(content)).attachments.map(({ label, title }) => [label, title]);
}

group('attachments', () => {
  it('may all stand on one line', () => {
    expect(read('붙임  1. 계획서 1부.  2. 지표 1부.  끝.')).toEqual([
      ['붙임 1', '계획서'],
      ['붙임 2', '지표'],
    ]);
  });

  it('may run on over lines until 끝', () => {
    expect(read('붙임  1. 결정의결서 및 집계표 각 1부.', '      2. 결과공고문(안) 1부.  끝.', '      3. 다른 글')).toEqual([
      ['붙임 1', '결정의결서 및 집계표'],
      ['붙임 2', '결과공고문(안)'],
    ]);
  });

  it.each([
    ['붙임  민원내용 각1부(용량상 별도송부).  끝.', '붙임', '민원내용'],
    ["붙임  추진현황('25.3분기).  끝.", '붙임', "추진현황('25.3분기)"],
    ['따로붙임 : 체납명의변경대상 1부.  끝.', '따로붙임', '체납명의변경대상'],
    ['붙   임 : 신청서 1부.', '붙임', '신청서'],
    ['붙임  **************  끝.', '붙임', null],
    ['별첨  신․구조문대비표', '별첨', '신․구조문대비표'],
  ])('may be one: %j', (text, label, title) => {
    expect(read(text)).toEqual([[label, title]]);
  });

  it.each([
    '붙임과 같이 알려드립니다.',
    '붙임 서식을 작성하여 제출하여 주시기 바랍니다.',
    '붙임    1부.  끝.',
    '[붙임] 신청서를 내려받아 작성한다.',
    '별지 제1호 서식의 관리대장에 기록하여야 한다.',
  ])('are not seen in %j', (text) => {
    expect(read('앞의 글', text)).toEqual([]);
  });

  it('bound with the document are named by their heads', () => {
    expect(
      read(
        '본문의 글이다.',
        '< 별지 제1호 서식 >',
        '휴대용 저장매체 관리대장(일반용)',
        '< 별지 제1호 서식 예시 >',
        '[별표 2] 수수료 <개정 2025. 1. 2.>',
      ),
    ).toEqual([
      ['별지 제1호 서식', '휴대용 저장매체 관리대장(일반용)'],
      ['별표 2', '수수료'],
    ]);
  });

  it('are none where the file is the annex itself', () => {
    expect(read('[별표 7]', '자격증 구분표')).toEqual([]);
  });
});
