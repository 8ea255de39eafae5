import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { referencesIn } from './answer-references.ts';
import { sentencesOf } from './sentences.ts';

const split = (text: string) => sentencesOf(text, referencesIn(text)).map(({ start, end }) => text.slice(start, end));

describe('sentences', () => {
  it.each([
    ['공사비는 12.75억이다. 끝이다.', ['공사비는 12.75억이다.', '끝이다.']],
    ['「법률. 제3조. 나.」에 따른다. 그렇다.', ['「법률. 제3조. 나.」에 따른다.', '그렇다.']],
    ['1. 신청한다. 2. 심사한다.', ['1. 신청한다.', '2. 심사한다.']],
    ['가. 대상은 시민이다. 나. 기간은 한 달이다.', ['가. 대상은 시민이다.', '나. 기간은 한 달이다.']],
    ['제3조제2항에 따른다. 제4조는 없다.', ['제3조제2항에 따른다.', '제4조는 없다.']],
    ['2026. 7. 1. 시행한다. 이후는 다르다.', ['2026. 7. 1. 시행한다.', '이후는 다르다.']],
    ['연도는 2026. 공사비는 적다.', ['연도는 2026.', '공사비는 적다.']],
    ['그렇습니까? 네! 맞습니다。그래요', ['그렇습니까?', '네!', '맞습니다。', '그래요']],
    ['신청한다.그리고 끝난다', ['신청한다.', '그리고 끝난다']],
    ['“신청한다.”고 하였다. 끝.', ['“신청한다.”고 하였다.', '끝.']],
    ['“신청한다.” 그리고 끝난다.', ['“신청한다.”', '그리고 끝난다.']],
    ['금액(2026. 7. 1. 기준)은 같다. 끝', ['금액(2026. 7. 1. 기준)은 같다.', '끝']],
    ['첫 줄\n둘째 줄\r\n셋째', ['첫 줄', '둘째 줄', '셋째']],
    ['주소는 www.korea.go.kr 이다. 끝', ['주소는 www.korea.go.kr 이다.', '끝']],
    ['No. 5 문서이다. 끝', ['No. 5 문서이다.', '끝']],
    ['열린 (괄호. 다음이다. 끝', ['열린 (괄호.', '다음이다.', '끝']],
    ['', []],
    [' \n ', []],
  ])('of %j', (text, sentences) => {
    expect(split(text)).toEqual(sentences);
  });

  it('keep a reference that follows their full stop', () => {
    expect(split('공사비는 적다. [1] 관리비는 많다. [2][3] 끝')).toEqual(['공사비는 적다. [1]', '관리비는 많다. [2][3]', '끝']);
    expect(split('적다 [1]. [2] 많다.')).toEqual(['적다 [1].', '[2] 많다.']);
    expect(split('[1] 적다. [2] 많다.')).toEqual(['[1] 적다.', '[2] 많다.']);
  });

  it('lose nothing but white space and are in order, whatever the text', () => {
    const unit = fc.constantFrom(...'가다1.,? \n「」()"“”[]\'년'.split(''), '다. ', '[1]', '2026. 7. 1.');
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), (units) => {
        const text = units.join('');
        expect(split(text).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });

  it.each(['.', '다.', '(', '"', '[1]', '다. [1]', '1. ', '「', '\n', '2026. 7. 1. '])(
    'are found in linear time in a text of "%s"',
    (unit) => {
      const text = unit.repeat(400_000 / unit.length);
      const started = performance.now();
      split(text);
      expect(performance.now() - started).toBeLessThan(10_000);
    },
  );
});
