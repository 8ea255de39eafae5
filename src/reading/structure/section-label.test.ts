import { describe, expect, it } from 'vitest';
import { parseSectionLabel } from './section-label.ts';

describe('the label of a section', () => {
  it.each([
    ['제1편 총강', 'part', '제1편', 1, '총강'],
    ['제 2 장  수수료', 'chapter', '제2장', 2, '수수료'],
    ['제3조의2(전자서명) 전자문서에는', 'article', '제3조의2', 3, '(전자서명) 전자문서에는'],
    ['부      칙', 'supplement', '부칙', null, ''],
    ['Ⅱ. 과업 세부내용', 'roman', 'Ⅱ.', 2, '과업 세부내용'],
    ['IV. 일정', 'roman', 'IV.', 4, '일정'],
    ['1. 개정이유', 'number', '1.', 1, '개정이유'],
    ['가. 재배정처', 'syllable', '가.', 1, '재배정처'],
    ['2) 공식행사', 'number)', '2)', 2, '공식행사'],
    ['나) 장소', 'syllable)', '나)', 2, '장소'],
    ['(3) 세부', '(number)', '(3)', 3, '세부'],
    ['② 둘째 항', 'circled', '②', 2, '둘째 항'],
    ['□ 추진근거', 'bullet', '□', null, '추진근거'],
    ['- 서울시', 'bullet', '-', null, '서울시'],
  ])('of %j', (text, kind, label, ordinal, rest) => {
    expect(parseSectionLabel(text)).toEqual({ kind, label, ordinal, rest });
  });

  it.each([
    '2026. 3. 2.',
    '3.5배',
    '제3조제2항에 따라',
    '제1장의 규정',
    '가나다. 라',
    '나는 말한다',
    'I think so',
    '부칙은 다음과 같다',
  ])('is not seen in %j', (text) => {
    expect(parseSectionLabel(text)).toBeNull();
  });
});
