import { makeHwpx, p, SECTION, t, tbl } from '../makers/hwpx.ts';

const cell = (row: number, col: number, text: string, header = false) => ({ row, col, header, inside: p(t(text)) });

const BEFORE = [
  '가람시',
  '수신  수신자 참조',
  '(경유)',
  '제목  2026년 작은도서관 운영 지원 사업 신청 안내',
  '',
  '1. 관련: 「가람시 작은도서관 진흥 조례」 제7조(운영 지원)',
  '2. 위 호와 관련하여 2026년 작은도서관 운영 지원 사업을 다음과 같이 안내하오니, 기한 내에 신청하여 주시기 바랍니다.',
  '  가. 지원 대상: 등록 후 1년이 지난 작은도서관 48곳',
  '  나. 신청 기한: 2026. 4. 17.(금) 18:00까지',
  '  다. 지원 금액: 한 곳에 최대 3,500천원 (총 사업비 168,000천원)',
  '  라. 지원 내용',
];
const TABLE = [
  ['구분', '지원 내용', '한도(천원)', '비고'],
  ['도서 구입', '신간 도서와 큰글자책', '2,000', '지역 서점 이용'],
  ['문화 행사', '독서 모임, 작가 초청', '1,000', '연 2회 이상'],
  ['환경 개선', '서가, 조명', '500', '자부담 10%'],
];
const AFTER = [
  '  마. 신청 방법: 붙임의 신청서를 작성하여 전자문서로 제출',
  '',
  '붙임  1. 사업 신청서 1부.',
  '      2. 사업 계획서 서식 1부.  끝.',
  '',
  '가람시장',
  '',
  '수신자  작은도서관 협의회장, 가람교육지원청교육장, 각 동장',
  '',
  '시행  도서관정책과-1204 (2026. 3. 16.)    접수',
  '우 00000  가람시 가람로 1 (가람동) / http://www.example.go.kr',
  '전화번호 000-000-1204  팩스번호 000-000-1205 / library@example.go.kr / 대국민공개',
];

/** The letter that comes with the pages as `sample.hwpx`; its city does not exist. */
export function makeSampleLetter(): Buffer {
  const cells = TABLE.flatMap((line, row) => line.map((text, col) => cell(row, col, text, row === 0)));
  const [first = '', ...rest] = BEFORE;
  const head = [p(SECTION + t(first)), ...rest.map((text) => p(t(text)))];
  return makeHwpx({ sections: [[...head, p(tbl(4, 4, cells)), ...AFTER.map((text) => p(t(text)))].join('')] });
}
