import { describe, expect, it } from 'vitest';
import { afterLabel, closeUp } from './spaced-text.ts';

describe('a label', () => {
  it.each([
    ['수신  인사과장', '인사과장'],
    ['수신: 각 자치구 구청장', '각 자치구 구청장'],
    ['  수  신 ： 내부결재', '내부결재'],
    ['수 신\t종로구청장', '종로구청장'],
    ['수신', ''],
    ['수신:', ''],
  ])('is found however its letters are spaced: %j', (text, value) => {
    expect(afterLabel(text, '수신')).toBe(value);
  });

  it('is no part of a longer word', () => {
    expect(afterLabel('수신자 참조', '수신')).toBeNull();
    expect(afterLabel('시행일: 2026. 3. 2.', '시행')).toBeNull();
  });
});

describe('a name with spaced letters', () => {
  it.each([
    ['서 울 특 별 시 장', '서울특별시장'],
    ['서  울  특  별  시', '서울특별시'],
    ['고 려 대 학 교  총 장', '고려대학교 총장'],
    ['서울특별시   강남구청장', '서울특별시 강남구청장'],
  ])('is closed up: %s', (written, name) => {
    expect(closeUp(written)).toBe(name);
  });
});
