import { formField } from './form-field.ts';
import type { Line } from './lines.ts';
import { parseSectionLabel } from './section-label.ts';
import { squeeze } from './spaced-text.ts';
import { isDateLine } from './stated-date.ts';

/** Words that a document's own name ends with; a line that ends otherwise is not taken for a title without other signs. */
const NAMES =
  /(?:공고|공고문|고시|예고|지침|지침서|규정|규칙|규정안|규칙안|조례|조례안|법률안|법률\(안\)|시행령|시행규칙|정관|세칙|요령|요강|기준|편람|매뉴얼|가이드라인|계획|계획안|계획서|기본계획|보고|보고서|결과보고|제안요청서|과업지시서|과업내용서|시방서|설명서|안내서|안내|안내문|신청서|신고서|원서|조서|확인서|의견서|통지서|통보서|요청서|협약서|계약서|합의서|각서|서약서|명세서|내역서|증명서|회의록|의결서|평가서|분석서|검토서|대장|일람표|구분표|현황|현황표|모집|방안|대책|측정방법|편성기준|목차\(안\)|백서|자료집|사례집|연감|통계|조사표|설문지|위임장|청구서|영수증|견적서)$/;

const GENERIC =
  /^(?:공고|공고문|고시|입법예고|행정예고|재공고|알림|안내|목차|순서|차례|보도자료|서식|별지|별표|부록|표지|신구조문대비표|신ㆍ구조문대비표|신·구조문대비표)$/;

/** A short line that may be a name: no sentence, no list item, no label of a form, no date, no office. */
export function mayBeTitle(line: Line): boolean {
  if (line.fields.length !== 1) return false;
  const text = line.fields[0] as string;
  if (text.length < 2 || text.length > 120 || !/[가-힣A-Za-z]/.test(text)) return false;
  if (/[.。?!;:,]$|(?:니다|한다|하였다|했다|이다|된다|있다|없다|바람|것)\.?$/.test(text)) return false;
  if (/^[-–—□■○●◦ㅇ◇◆▶※*·•<〈(（☎]/.test(text) || text.includes('☎') || /\*{3}/.test(text) || /\{\{/.test(text)) return false;
  if (isDateLine(text) || parseSectionLabel(text) !== null) return false;
  return !formField(line, FORM_LABELS);
}

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
];

/** Whether the line ends in a word for a kind of document (what stands in brackets at its end does not count). */
export function isNamedLikeDocument(text: string): boolean {
  let name = text.trim();
  for (let i = 0; i < 3; i++) name = name.replace(/[([<〈《「『][^()[\]<>〈〉《》「」『』]{0,60}[)\]>〉》」』]$/, '').trim();
  return NAMES.test(squeeze(text)) || NAMES.test(squeeze(name));
}

export function isGenericName(text: string): boolean {
  return GENERIC.test(squeeze(text));
}
