import { describe, expect, it } from 'vitest';
import { sayingOf } from './saying.ts';

describe('what a text says', () => {
  it('is the same however it is spaced, broken, marked and written', () => {
    expect(sayingOf('□ 지원 대상\n ㅇ (기업) 1,000개')).toBe(sayingOf('▪지원대상 ㅇ 기업: 1000개'));
    expect(sayingOf('ＡＢＣ'.normalize('NFD'))).toBe(sayingOf('abc'));
  });

  it('is another with other letters, digits or order', () => {
    expect(sayingOf('제3조')).not.toBe(sayingOf('제4조'));
    expect(sayingOf('가 나')).not.toBe(sayingOf('나 가'));
  });

  it('is told by signs where there is nothing else', () => {
    expect(sayingOf('***')).not.toBe(sayingOf('---'));
  });
});
