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

group('a public notice in other dress', () => {
  it.each([
    ['[중소벤처기업부 공고 제2025-415호]', '중소벤처기업부 공고 제2025-415호'],
    ['◉ 기상청공고 제2016-24호', '기상청공고 제2016-24호'],
    ['인사혁신처 공고 제2023 - 311호', '인사혁신처 공고 제2023 - 311호'],
    ['조달청 물품공고 제{{입찰공고번호}}호', null],
    ['한빛시 공고 제    -    호', null],
  ])('has its number as written, without marks: %j', (line, number) => {
    const structure = read(line, '물품 구매 입찰 공고', '다음과 같이 공고합니다.', '2026. 2.', '한빛시 재무관');
    expect(structure).toMatchObject({
      doc_number: number,
      title: '물품 구매 입찰 공고',
      issued_date: '2026. 2.',
      issuer: '한빛시 재무관',
    });
  });

  it('may be signed at its end, and what its annexes are signed with is not its own', () => {
    expect(read('예비입주자 모집 공고', '1. 신청자격', '글', '2022. 07. 27', '부천시', '한국토지주택공사')).toMatchObject({
      issued_date: '2022-07-27',
      issuer: '부천시',
    });
    expect(read('예비입주자 모집 공고', '글이 이어진다.', '[별지 1] 위임장', '2022. 07. 27', '부천시장').issuer).toBeNull();
  });

  it('may have date and signatory on one line, or no date', () => {
    expect(read('재개발 고시', '다음과 같이 고시합니다.', '2024년 5월 3일  한빛시장')).toMatchObject({
      issued_date: '2024-05-03',
      issuer: '한빛시장',
    });
    expect(read('구매입찰 공고', '입찰에 부치고자 다음과 같이 공고합니다.', '조달청 조달물자계약관')).toMatchObject({
      issued_date: null,
      issuer: '조달청 조달물자계약관',
    });
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

  it('is known by the label of its embargo where the word is a picture, and takes no label for an office', () => {
    const structure = read(
      '한국우주연구원',
      [['보도시점', '배포 즉시', '배포', '2025. 9. 19.(금)']],
      '바로 보도하여 주시기 바랍니다.',
      '누리호 4차 발사 준비 마쳤다',
      '- 11월 발사 예정',
      '연구원은 준비를 마쳤다고 밝혔다.',
    );
    expect(structure).toMatchObject({
      title: '누리호 4차 발사 준비 마쳤다',
      issued_date: '2025-09-19',
      issuer: '한국우주연구원',
    });
    expect(read([['보도시점', '배포 즉시', '배포', '2025. 9. 19.(금)']], '누리호 발사 준비 마쳤다', '밝혔다.').issuer).toBeNull();
  });
});

group('a form that is an annex', () => {
  it('may share the row of its name with boxes to fill in', () => {
    const structure = read(
      '한빛시 지원 조례',
      '제1조(목적) 이 조례는 지원에 필요한 사항을 정한다.',
      '제2조(신청) 지원을 받으려는 사람은 신청서를 낸다.',
      '[별지 제1호서식]',
      [
        ['지원 신청서', '처리기간', '즉시'],
        ['성명', '', ''],
      ],
    );
    expect(structure.attachments.map(({ label, title }) => [label, title])).toEqual([['별지 제1호서식', '지원 신청서']]);
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

  it('have the line that they open with, if text follows it', () => {
    expect(
      read('Apache Tika - 컨텐츠 분석 툴킷', '툴킷은 여러 형식의 파일에서 텍스트를 찾아내고 추출합니다.', '글', '글').title,
    ).toBe('Apache Tika - 컨텐츠 분석 툴킷');
    expect(read([['2025. 11월 먹는물 수질검사']], [['정수장명', '석성정수장']], [['기준', '결과']], '글').title).toBe(
      '2025. 11월 먹는물 수질검사',
    );
    expect(read('테스트', 'test').title).toBeNull();
  });

  it('have a title that goes on where a line breaks off before its noun', () => {
    expect(read('3D 프린팅 기술의 등장과', '기술 발전에 따른 정부의 대처 방안', '글이 이어진다.').title).toBe(
      '3D 프린팅 기술의 등장과 기술 발전에 따른 정부의 대처 방안',
    );
    expect(read([['복학원서(학부)\nReinstatement Form']], [['대학', '학과']], '글').title).toBe('복학원서(학부)');
    expect(read([['여 권 발 급 신 청 서']], [['성명', '주소']], '글').title).toBe('여권발급신청서');
  });

  it('have the name of a form beside boxes to fill in, and what was approved below the approval', () => {
    expect(read([['주간업무보고서', '부서명: 부서명\n이름: 이름']], [['업무내용', '비고']]).title).toBe('주간업무보고서');
    expect(
      read(
        [
          ['문서번호', '도시정비과-6353'],
          ['결재일자', '2026. 6. 25.'],
          ['주무관', '팀장'],
          ['홍길동', null],
          ['입주업체 심사를 위한 위원회 구성', null],
        ],
        '1. 개요',
      ).title,
    ).toBe('입주업체 심사를 위한 위원회 구성');
  });

  it.each([
    ['(입주자모집공고일 : 2022. 7. 27)', '2022-07-27'],
    ['2024. 10. 25. 작성', '2024-10-25'],
    ['작성일자: 2024. 10. 25.', '2024-10-25'],
  ])('are dated by %j', (line, date) => {
    expect(read('모집 안내', line, '글이 이어진다.').issued_date).toBe(date);
  });

  it('that are filled forms are dated under what they declare', () => {
    expect(read('물품검사조서', [['위와 같이 검사하였음', '출납원']], '2026년  6월  25일').issued_date).toBe('2026-06-25');
    expect(read('물품검사조서', '위와 같이 검사하였음', '년   월   일').issued_date).toBeNull();
  });

  it('state the month of their cover in their own words, and the office that made them', () => {
    expect(read([['2022년 업무계획']], '2022. 1.', [['목차']], 'Ⅰ. 평가').issued_date).toBe('2022. 1.');
    expect(read('규제영향분석서', [['소관부처 및\n작성자', '소관부처', '국토교통부']]).issuer).toBe('국토교통부');
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
