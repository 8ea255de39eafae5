import { describe, expect, it } from 'vitest';
import { newContent } from '../../../tests/support/sample-document.ts';
import { contentsLines } from './contents-list.ts';
import { linesOf } from './lines.ts';

function found(...texts: string[]): string[] {
  const content = newContent();
  for (const text of texts) content.block({ type: 'paragraph', text });
  return [...contentsLines(linesOf(content))].map((line) => line.text);
}

describe('the lines of a table of contents', () => {
  it('are those under its head up to the last with a page, chapters without one included', () => {
    expect(found('[ 목    차 ]', 'Ⅰ. 평가\t1', 'Ⅲ. 계획', '1. 자원 ····· 6', '2022년 업무계획', '글이 이어진다.')).toEqual([
      '[ 목    차 ]',
      'Ⅰ. 평가  1',
      'Ⅲ. 계획',
      '1. 자원 ····· 6',
    ]);
  });

  it('end where the first of them comes again, if they have no pages', () => {
    expect(found('<목 차>', '1. 개요', '2. 현황', '1. 개요', '글이 이어진다.')).toEqual(['<목 차>', '1. 개요', '2. 현황']);
  });

  it('need no head where three entries follow one another', () => {
    expect(found('제1장 총칙 ······ 3', '제2장 보칙 ······ 12', '부칙 ······ 15', '글이 이어진다.')).toHaveLength(3);
    expect(found('합계 ······ 3', '글이 이어진다.')).toEqual([]);
  });
});
