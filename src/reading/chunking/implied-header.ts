import type { Table } from '../../model/table.ts';

const LONGEST_HEADER_CELL = 40;
const MOST_HEADER_ROWS = 3;
/** Body rows that are looked at; a column of figures shows in the first few. */
const SAMPLE = 30;
/** Words that head a column and are no data. */
const WORDS = new Set(
  '구분 번호 연번 순번 순위 항목 내용 비고 성명 이름 부서 부서명 소속 직급 직위 명칭 품명 규격 단위 수량 단가 금액 예산액 기간 일시 일자 일정 시간 장소 대상 기준 담당 담당자 담당부서 연락처 전화번호 주소 분야 종류 유형 합계 계 현행 개정안 사유 근거 세부내용 주요내용 추진내용 산출내역 평가항목 배점 제출서류'.split(
    ' ',
  ),
);
const FIGURE =
  /^[△▲+\-−(]{0,2}[0-9][0-9,]*(?:\.[0-9]+)?\)?\s?(?:%|원|천원|백만원|억원|명|건|개|회|점|세|㎡|m|km|kg|부|대|식|일|시간)?$/;
const DATE = /^[0-9]{4}[-./년]\s?[0-9]{1,2}[-./월]/;
const YEAR = /^['’‘]?(?:[0-9]{2}|[0-9]{4})\s?년도?$|^(?:19|20)[0-9]{2}$/;

/**
 * Rows that head a table although the file does not mark them: [first, end). A row of short words over the whole width,
 * with a word that only heads columns, or above a column of figures. Null where that is not so.
 */
export function impliedHeader(table: Table): [first: number, end: number] | null {
  if (table.cols < 2 || table.rows < 3) return null;
  let first = 0;
  // A row that is one cell over the whole width names the table; the columns are headed below it.
  while (first < table.rows - 2 && new Set(table.grid[first]).size === 1) first++;
  if (first > 2) return null;
  let end = first + 1;
  for (const cell of table.cells) if (cell.row === first) end = Math.max(end, cell.row + cell.row_span);
  if (end - first > MOST_HEADER_ROWS || end >= table.rows) return null;
  const head = table.grid
    .slice(first, end)
    .flat()
    .map((text) => text.replace(/\s+/g, ''));
  if (head.some((text) => text === '' || text.length > LONGEST_HEADER_CELL || isData(text))) return null;
  if (new Set(table.grid[end - 1]).size < 2) return null;
  return head.some((text) => WORDS.has(text)) || hasColumnOfFigures(table, end) ? [first, end] : null;
}

function isData(text: string): boolean {
  return (FIGURE.test(text) || DATE.test(text)) && !YEAR.test(text);
}

function hasColumnOfFigures(table: Table, from: number): boolean {
  const rows = table.grid.slice(from, from + SAMPLE);
  for (let col = 1; col < table.cols; col++) {
    const texts = rows.map((row) => (row[col] ?? '').trim()).filter((text) => text !== '');
    if (texts.length >= 2 && texts.filter(isData).length >= texts.length * 0.6) return true;
  }
  return false;
}
