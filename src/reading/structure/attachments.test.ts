import { expect, describe as group, it } from 'vitest';
import { newContent } from '../../../tests/support/sample-document.ts';
import { findAttachments } from './attachments.ts';
import { contentsLines } from './contents-list.ts';
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
    [['붙임 1. 계획서 1부', '붙임 2. 지표 1부. 끝.']],
    [['붙임1 계획서 1부', '붙임2 지표 1부. 끝.']],
    [['붙임 ① 계획서 1부.', '② 지표 1부. 끝.']],
    [['붙임 (1) 계획서 1부.', '(2) 지표 1부. 끝.']],
    [['붙임', '1. 계획서', '2. 지표', '끝.']],
    [['[붙임]', '1. 계획서 1부.', '2. 지표 1부. 끝.']],
    [['붙임자료  1. 계획서 1부', '2. 지표 1부']],
    [['※ 붙임 : 1. 계획서 1부.  2. 지표 1부.  끝.']],
  ])('may be numbered in other ways: %j', (texts) => {
    expect(read(...texts)).toEqual([
      ['붙임 1', '계획서'],
      ['붙임 2', '지표'],
    ]);
  });

  it('may have names that run over two lines', () => {
    expect(read('붙임 1. 여러 부서가 함께 만든', '       업무 계획서 1부.', '     2. 지표 1부. 끝.')).toEqual([
      ['붙임 1', '여러 부서가 함께 만든 업무 계획서'],
      ['붙임 2', '지표'],
    ]);
  });

  it('may be counted without numbers', () => {
    expect(read('붙임  계획서 1부.', '      지표 1부.  끝.')).toEqual([
      ['붙임', '계획서'],
      ['붙임', '지표'],
    ]);
  });

  it.each(['[붙임 1: 지원 신청서]', '［붙임 1］ 지원 신청서', '□ (붙임 1) 지원 신청서'])('may be headed so: %j', (text) => {
    expect(read('한빛시 지원사업 안내', text)).toEqual([['붙임 1', '지원 신청서']]);
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

  it.each([
    ['[별지 서식 제1-1호] 참가신청서', '별지 서식 제1-1호', '참가신청서'],
    ['【붙임 2-1】 세부 일정', '붙임 2-1', '세부 일정'],
    ['붙임 3  위원 명단', '붙임 3', '위원 명단'],
    ['■ 여권법 시행규칙 [별지 제2호서식] <개정 2026. 6. 1.>', '별지 제2호서식', null],
    ['별  첨  1', '별첨 1', null],
  ])('are headed by %j', (text, label, title) => {
    expect(read('앞의 글이다.', text)).toEqual([[label, title]]);
  });

  it('may be headed by a box, and a larger table only lists them', () => {
    const content = newContent();
    content.block({ type: 'paragraph', text: '앞의 글이다.' });
    content.table({
      rows: 1,
      cols: 2,
      cells: [
        { row: 0, col: 0, text: '붙임1' },
        { row: 0, col: 1, text: '과제별 추진일정' },
      ],
    });
    const rows = ['별지 1', '별지 2', '별지 3', '별지 4'];
    content.table({
      rows: 4,
      cols: 2,
      cells: rows.flatMap((text, row) => [
        { row, col: 0, text },
        { row, col: 1, text: '제출 서류' },
      ]),
    });
    expect(findAttachments(linesOf(content)).attachments.map(({ label, title }) => [label, title])).toEqual([
      ['붙임1', '과제별 추진일정'],
    ]);
  });

  it('that a letter lists stand where their heads do', () => {
    const content = newContent();
    for (const text of ['알려드립니다.', '붙임  1. 교육 계획 1부.', '2. 명단 1부.  끝.', '[붙임 1]', '2026년 교육 계획', '글'])
      content.block({ type: 'paragraph', text });
    expect(findAttachments(linesOf(content)).attachments).toEqual([
      { label: '붙임 1', title: '교육 계획', block: 'b4', page: 1 },
      { label: '붙임 2', title: '명단', block: 'b3', page: 1 },
    ]);
  });

  it('may be listed below the word', () => {
    expect(read('알려드립니다.', '붙임', '1. 계획서 1부.', '2. 지표 1부.  끝.')).toEqual([
      ['붙임 1', '계획서'],
      ['붙임 2', '지표'],
    ]);
  });

  it('are not those of a table of contents', () => {
    const content = newContent();
    for (const text of [
      '목   차',
      'Ⅰ. 평가\t1',
      'Ⅱ. 방향\t4',
      '【별첨】 일반현황\t31',
      '본문이 이어진다.',
      '【별첨】 국어원 일반현황',
    ])
      content.block({ type: 'paragraph', text });
    const lines = linesOf(content);
    expect(findAttachments(lines, contentsLines(lines)).attachments.map(({ title }) => title)).toEqual(['국어원 일반현황']);
  });
});
