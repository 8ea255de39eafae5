import { expect, describe as group, it } from 'vitest';
import { newContent } from '../../../tests/support/sample-document.ts';
import type { Structure } from '../../model/structure.ts';
import type { ContentBuilder, NewCell } from '../content.ts';
import { tableText } from '../table-text.ts';
import { describe } from './structure.ts';

type Row = readonly (string | null)[];

function cellsOf(rows: readonly Row[]): NewCell[] {
  return rows.flatMap((row, y) => row.flatMap((text, x) => (text === null ? [] : [{ row: y, col: x, text }])));
}

function addTable(content: ContentBuilder, rows: readonly Row[]): void {
  content.table({ rows: rows.length, cols: Math.max(...rows.map((row) => row.length)), cells: cellsOf(rows) });
}

function read(...blocks: (string | readonly Row[])[]): Structure {
  const content = newContent();
  for (const block of blocks) {
    if (typeof block === 'string') content.block({ type: 'paragraph', text: block });
    else addTable(content, block);
  }
  return describe(content);
}

group('an official letter', () => {
  it('states its fields in lines at its head', () => {
    expect(
      read(
        '한빛시청',
        '문서번호: 정보공개과-1234',
        '시행일: 2026. 3. 2.',
        '수신: 각 자치구 구청장',
        '제목: 2026년 정보공개 종합평가 계획 알림',
        '1. 관련: 공공기관의 정보공개에 관한 법률 제8조',
        '2. 위 호와 관련하여 종합평가 계획을 붙임과 같이 알려드립니다.',
        '붙임 1. 2026년 정보공개 종합평가 계획 1부.',
        '     2. 평가지표 설명서 1부.  끝.',
        '한빛시장',
      ),
    ).toEqual({
      title: '2026년 정보공개 종합평가 계획 알림',
      doc_number: '정보공개과-1234',
      issued_date: '2026-03-02',
      issuer: '한빛시장',
      recipient: '각 자치구 구청장',
      recipients: ['각 자치구 구청장'],
      sections: [],
      attachments: [
        { label: '붙임 1', title: '2026년 정보공개 종합평가 계획', block: 'b8', page: 1 },
        { label: '붙임 2', title: '평가지표 설명서', block: 'b9', page: 1 },
      ],
      revisions: [],
    });
  });

  it('states its number and date at its foot', () => {
    const structure = read(
      '수  신  각 자치구 구청장',
      '(경유)',
      '제  목  청사 방호 훈련 실시 알림',
      '2. 아래와 같이 실시합니다.',
      '붙임  청사 방호 훈련 계획 1부.  끝.',
      '한 빛 시 장',
      '시행  총무과-5678 (2026. 4. 15.)    접수',
    );
    expect(structure).toMatchObject({
      title: '청사 방호 훈련 실시 알림',
      doc_number: '총무과-5678',
      issued_date: '2026-04-15',
      issuer: '한빛시장',
      recipient: '각 자치구 구청장',
    });
    expect(structure.attachments).toEqual([{ label: '붙임', title: '청사 방호 훈련 계획', block: 'b5', page: 1 }]);
  });

  it('may be drawn as tables, with its number split over the cells of a nested one', () => {
    const content = newContent();
    addTable(content, [['마음이 모이면 서울이 됩니다.'], ['서  울  특  별  시']]);
    addTable(content, [['수신', '인사과장'], ['(경유)'], ['제목', 'PC 셧다운 제외 요청\n(데이터전략과)']]);
    content.block({ type: 'paragraph', text: '아래와 같이 요청합니다.  끝.' });
    const inner = cellsOf([['시행', null, '데이터전략과-7786', '(', '2026. 6. 26.', ')', '접수', '(', ')']]);
    const text = tableText({
      rows: 1,
      cells: inner.map((cell) => ({ row_span: 1, col_span: 1, header: false, page: 1, bbox: null, cell: null, ...cell })),
    });
    const outer = content.table({
      rows: 3,
      cols: 1,
      cells: [
        { row: 0, col: 0, text: '디 지 털 도 시 국 장' },
        { row: 1, col: 0, text: '협조자' },
        { row: 2, col: 0, text },
      ],
    });
    content.nestedTable({ parent: outer, parent_cell: [2, 0], rows: 1, cols: 9, cells: inner });
    expect(describe(content)).toMatchObject({
      title: 'PC 셧다운 제외 요청 (데이터전략과)',
      doc_number: '데이터전략과-7786',
      issued_date: '2026-06-26',
      issuer: '디지털도시국장',
      recipients: ['인사과장'],
    });
  });

  it('for 내부결재 has nobody as recipient and its office as issuer', () => {
    expect(
      read(
        '강서수도사업소',
        '수신자  내부결재',
        '(경유)',
        '제목  체납명의변경',
        '변경하고자 합니다.  끝.',
        '시행  요금과-15580 (2026. 6. 29.)  접수',
      ),
    ).toMatchObject({
      recipient: '내부결재',
      recipients: [],
      issuer: '강서수도사업소',
    });
  });

  it('for 수신자 참조 names its recipients at the foot', () => {
    const structure = read(
      '한빛시',
      '수신  수신자 참조',
      '제목  회의 개최 알림',
      '알려드립니다.  끝.',
      '한빛시장',
      '수신자  종로구청장(총무과장, 감사과장), 중구청장,',
      '용산구청장',
      '시행  총무과-1 (2026. 1. 2.)  접수',
    );
    expect(structure.recipient).toBe('수신자 참조');
    expect(structure.recipients).toEqual(['종로구청장(총무과장, 감사과장)', '중구청장', '용산구청장']);
  });

  it('that is a blank form states nothing', () => {
    expect(
      read(
        '수신  ',
        '(경유)  ',
        '제목  ',
        '붙임    1부.  끝.',
        '수신자  ',
        '기안자    검토자    결재권자',
        '시행   ()    접수   ()',
      ),
    ).toEqual({
      title: null,
      doc_number: null,
      issued_date: null,
      issuer: null,
      recipient: null,
      recipients: [],
      sections: [],
      attachments: [],
      revisions: [],
    });
  });
});

group('a public notice', () => {
  it('states number, title, date and signatory, and has no recipient', () => {
    expect(
      read(
        '한빛시 공고 제2026-77호',
        '도시계획 변경 결정 공고',
        '국토의 계획 및 이용에 관한 법률에 따라 다음과 같이 공고합니다.',
        '2026년 5월 6일',
        '한빛시장',
      ),
    ).toMatchObject({
      title: '도시계획 변경 결정 공고',
      doc_number: '한빛시 공고 제2026-77호',
      issued_date: '2026-05-06',
      issuer: '한빛시장',
      recipient: null,
      recipients: [],
    });
  });

  it('may have its title after its signatory', () => {
    expect(
      read(
        '강남구 공고 제2023-745호',
        '「관리 규정」을 개정함에 있어 다음과 같이 입법예고합니다.',
        '2023년  3월  24일',
        '강남구청장',
        '공무직 관리 규정 일부개정규칙안 입법예고',
        '1. 제정이유',
        '글이 이어진다.',
      ).title,
    ).toBe('공무직 관리 규정 일부개정규칙안 입법예고');
  });
});

group('a press release', () => {
  it('has its headline as title, the day of its distribution, and no recipient', () => {
    const structure = read(
      [['문화체육관광부', '보도자료']],
      [['보도시점', '2024. 1. 3.(수) 08:00', '배포', '2024. 1. 2.(화) 08:00']],
      [['올림픽 준비하는\n우리 선수단 격려한다\n - 1. 2. 선수촌 방문']],
      '장관은 선수단을 격려한다.',
    );
    expect(structure).toMatchObject({
      title: '올림픽 준비하는 우리 선수단 격려한다',
      issued_date: '2024-01-02',
      issuer: '문화체육관광부',
      recipient: null,
      recipients: [],
      doc_number: null,
    });
  });
});

group('other documents', () => {
  it('have the title that the writer marked', () => {
    const content = newContent();
    content.block({ type: 'title', text: '한빛시 정보공개' });
    content.block({ type: 'title', text: '운영 지침' });
    expect(describe(content).title).toBe('한빛시 정보공개 운영 지침');
  });

  it('have the title line at their top, all its lines joined', () => {
    expect(
      read([['- 부제를 단다 -\n『제2회 음악축제』\n행사대행 용역 제안요청서']], '2023.  7.  5.', [
        ['강 북 구 청\n(문화관광체육과)'],
      ]),
    ).toMatchObject({
      title: '『제2회 음악축제』 행사대행 용역 제안요청서',
      issued_date: '2023-07-05',
      issuer: '강북구청',
    });
  });

  it('that are an annex have the title below the line that says which', () => {
    expect(
      read('■ 시험방법 등에 관한 고시 [별표 5] <개정 2025.5.19.>', '에너지소비효율 측정방법(제4조제1항제5호 관련)', '1. 적용방법')
        .title,
    ).toBe('에너지소비효율 측정방법(제4조제1항제5호 관련)');
    expect(read('【별표2】 <개정 2025. 10. 15.>', '부서별 업무분장표').title).toBe('부서별 업무분장표');
  });

  it('state number and date in the box of their approval', () => {
    expect(
      read(
        [
          ['문서번호', '도시정비과-6353'],
          ['결재일자', '2026. 6. 25.'],
        ],
        '입주업체 심사 결과보고',
      ),
    ).toMatchObject({ doc_number: '도시정비과-6353', issued_date: '2026-06-25', title: '입주업체 심사 결과보고' });
  });

  it('without a form state nothing', () => {
    expect(read('어제 산에 올랐다.', '날씨가 좋았다.')).toMatchObject({
      title: null,
      doc_number: null,
      issued_date: null,
      issuer: null,
      recipient: null,
      recipients: [],
    });
  });
});
