import { describe, expect, it } from 'vitest';
import { printedText } from './printed-text.ts';

describe('the words of a printed header or footer', () => {
  it.each([
    ['&L한빛시&C2026년 예산&R대외비', '한빛시\t2026년 예산\t대외비'],
    ['&C&"맑은 고딕,굵게"&14세출예산 &KFF0000총괄', '세출예산 총괄'],
    ['&R작성: R&&D 팀', '작성: R&D 팀'],
    ['가운데', '가운데'],
    ['&C&A', ''],
    ['&C&"Times New Roman,Regular"&12Page &P', ''],
    ['&C- &P / &N -', ''],
    ['&C&P 쪽 / 총 &N 쪽', ''],
    ['&L기획조정실&C&P/&N', '기획조정실'],
    ['&L&D &T&R&F', ''],
    ['&', ''],
  ])('%s', (code, words) => {
    expect(printedText(code)).toBe(words);
  });
});
