import { formField } from './form-field.ts';
import type { Line } from './lines.ts';
import { closeUp, squeeze } from './spaced-text.ts';

/** 보도자료: named as such in its first lines; its headline is its title. */
export interface PressRelease {
  readonly markerLine: number;
  readonly headline: string | null;
  /** Organisation printed beside the marker. */
  readonly organisation: string | null;
}

const MARKER = /^(?:보도자료|보도참고자료|보도설명자료|보도해명자료|보도반박자료|설명자료|해명자료|언론보도자료)$/;
const HEAD_LINES = 8;
const HEADLINE_REACH = 12;
const LABELS = [
  '보도시점',
  '보도일시',
  '보도일',
  '배포',
  '배포일시',
  '배포일',
  '배포시점',
  '엠바고',
  '담당부서',
  '담당',
  '작성',
  '담당자',
  '책임자',
  '문의',
  '총',
  '자료문의',
  '사진',
  '사진없음',
];
const ORGANISATION = /^[가-힣A-Za-z·ㆍ ]{2,30}(?:부|처|청|위원회|원|시|도|군|구|공사|공단|은행|실|본부|센터|재단|협회|공단)$/;

export function findPressRelease(lines: readonly Line[]): PressRelease | null {
  for (let at = 0; at < Math.min(lines.length, HEAD_LINES); at++) {
    const line = lines[at] as Line;
    if (!line.fields.some((field) => field.split('\n').some((part) => MARKER.test(squeeze(part))))) continue;
    return { markerLine: at, headline: headlineAfter(lines, at), organisation: organisationOf(line) };
  }
  return null;
}

/** The first text that is no label: all its lines in one box, up to a subtitle between dashes. */
function headlineAfter(lines: readonly Line[], marker: number): string | null {
  for (let at = marker + 1; at < Math.min(lines.length, marker + HEADLINE_REACH); at++) {
    const line = lines[at] as Line;
    if (line.fields.length !== 1 || formField(line, LABELS) || !isHeadline(line.fields[0] as string)) continue;
    const parts = [line.fields[0] as string];
    for (let next = at + 1; next < lines.length && lines[next]?.block === line.block; next++) {
      const more = lines[next] as Line;
      if (more.fields.length !== 1 || !isHeadline(more.fields[0] as string) || parts.length >= 4) break;
      parts.push(more.fields[0] as string);
    }
    return parts.join(' ').replace(/\s+/g, ' ');
  }
  return null;
}

function isHeadline(text: string): boolean {
  return (
    text.length >= 2 &&
    text.length <= 150 &&
    !/^[-–—‐‑<〈□■○◦ㅇ※*▶(]/.test(text) &&
    !/^[0-9.\s/()~:월화수목금토일년시분]+$/.test(text)
  );
}

function organisationOf(line: Line): string | null {
  for (const field of line.fields) {
    const name = closeUp(field);
    if (!MARKER.test(squeeze(field)) && ORGANISATION.test(name) && squeeze(name).length >= 3) return name;
  }
  return null;
}
