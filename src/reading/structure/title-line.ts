import { isContentsHead } from './contents-list.ts';
import { formField, onOneLine } from './form-field.ts';
import type { Line } from './lines.ts';
import { parseSectionLabel } from './section-label.ts';
import { closeUp, squeeze } from './spaced-text.ts';
import { isDateLine, isMonthLine } from './stated-date.ts';

/** Words that a document's own name ends with. */
const NAMES =
  /(?:공고|공고문|고시|예고|지침|지침서|규정|규칙|규정안|규칙안|조례|조례안|법률안|법률\(안\)|시행령|시행규칙|정관|세칙|요령|요강|기준|편람|매뉴얼|가이드라인|가이드북|안내서|계획|계획안|계획서|기본계획|보고|보고서|결과보고|제안요청서|과업지시서|과업내용서|시방서|설명서|안내|안내문|신청서|신고서|원서|조서|확인서|의견서|통지서|통보서|요청서|요구서|협약서|계약서|합의서|각서|서약서|동의서|명세서|내역서|증명서|회의록|의결서|평가서|분석서|검토서|대장|일람표|구분표|현황|현황표|총괄표|배치표|모집|공모|방안|대책|측정방법|편성기준|목차\(안\)|백서|자료집|사례집|연감|통계|조사표|설문지|위임장|청구서|영수증|견적서|관리부|처리부|기록부|일지|요약서|개요서|과업|요건|전략|동향|결과|결과표|목록|명단|명부|일정|일정표|조직도|이유서|제안서|개정안|제정안|개선안|추진안|자료|양식)$/;

const GENERIC =
  /^(?:공고|공고문|고시|입법예고|행정예고|재공고|알림|안내|서식|별지|별표|부록|표지|요약|개요|머리말|발간사|보도자료|최종보고서|연구보고서|(?:학술|정책)?연구(?:용역)?(?:최종|중간)?보고서|(?:학술)?연구용역(?:최종|중간)?보고서|정책연구|신[ㆍ·․]?구조문대비표|조문대비표)$/;

/** Labels of forms that no name begins with. */
const FORM_LABELS = [
  '문서번호',
  '결재일자',
  '시행일자',
  '공개여부',
  '방침번호',
  '협조',
  '수신',
  '제목',
  '경유',
  '시행',
  '접수',
  '담당',
  '작성자',
  '주소',
  '전화',
  '성명',
  '의안번호',
  '발의자',
  '발의연월일',
  '제안자',
  '제안연월일',
  '관리번호',
  '발간등록번호',
];

/** The text of a line that may be a name, letter spacing closed up, marks before it and brackets around it left out. */
export function nameOf(line: Line): string {
  const text = closeUp(onOneLine(line.fields[0] as string))
    .replace(/^[\p{Co}◉◎●▣■□◆◇▶☞※\s]+/u, '')
    .replace(/[\p{Co}\s]+$/u, '');
  const inside =
    /^(?:<\s?([^<>]{2,100}?)\s?>|〈\s?([^〈〉]{2,100}?)\s?〉|《\s?([^《》]{2,100}?)\s?》|\[\s?([^[\]]{2,100}?)\s?\])$/.exec(text);
  return inside?.slice(1).find((part) => part !== undefined) ?? text;
}

/** A short line that may be a name: no sentence, no list item, no label of a form, no date, no office. */
export function mayBeTitle(line: Line): boolean {
  if (line.fields.length !== 1) return false;
  const text = (line.fields[0] as string).trim();
  if (text.length < 2 || text.length > 120 || !/[가-힣A-Za-z]/.test(text)) return false;
  if (/[.。?!;:,]$|(?:니다|한다|하였다|했다|이다|된다|있다|없다|바람|것)\.?$/.test(text)) return false;
  // Two sentences, or one and the start of another, are text.
  if (/[a-z가-힣]{2}[.!?]\s+\S/.test(text) || /^(?:revision|version)\b/i.test(text)) return false;
  if (/^[-–—○●◦ㅇ◇◆▶※*·•(（☎△▲▪☐☑☒]/.test(text) || /^[□■]\s/.test(text)) return false;
  if (text.includes('☎') || /\*{3}/.test(text) || /\{\{/.test(text) || /@|https?:/.test(text)) return false;
  if (isDateLine(text) || isMonthLine(text) || parseSectionLabel(text) !== null || isContentsHead(line)) return false;
  return !formField(line, FORM_LABELS);
}

/** The name of a form that shares its row with boxes to fill in (처리기간, 접수번호): the first cell, if it is named like one. */
export function nameInRow(line: Line): Line {
  const [first = ''] = line.fields;
  if (line.fields.length < 2 || first.includes('\n') || squeeze(first).length < 3 || !isNamedLikeDocument(first)) return line;
  return { ...line, fields: [first], text: first };
}

/** Whether the line ends in a word for a kind of document (what stands in brackets at its end does not count). */
export function isNamedLikeDocument(text: string): boolean {
  let name = text.trim();
  for (let i = 0; i < 3; i++) name = name.replace(/[([<〈《「『][^()[\]<>〈〉《》「」『』]{0,60}[)\]>〉》」』]$/, '').trim();
  return NAMES.test(squeeze(text)) || NAMES.test(squeeze(name));
}

export function isGenericName(text: string): boolean {
  return GENERIC.test(squeeze(text));
}

/** A line that cannot belong to the head of a document any more: a sentence, or a numbered text. */
export function endsHead(line: Line): boolean {
  const text = line.text;
  const label = parseSectionLabel(text);
  if (label !== null && label.kind !== 'bullet') return true;
  return text.length > 150 || (text.length > 30 && /(?:다|음|함|오|요)\.$/.test(text));
}
