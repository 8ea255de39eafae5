import { expect, describe as group, it } from 'vitest';
import { newContent } from '../../../tests/support/sample-document.ts';
import type { Block } from '../../model/block.ts';
import type { Structure } from '../../model/structure.ts';
import { describe } from './structure.ts';

function read(...texts: (string | string[])[]): { structure: Structure; blocks: Block[]; codes: string[] } {
  const content = newContent();
  for (const text of texts) {
    if (typeof text === 'string') content.block({ type: 'paragraph', text });
    else content.table({ rows: 1, cols: text.length, cells: text.map((cell, col) => ({ row: 0, col, text: cell })) });
  }
  return { structure: describe(content), blocks: content.blocks, codes: content.warnings.map((warning) => warning.code) };
}

const outline = (structure: Structure) => structure.sections.map((section) => [section.level, section.label, section.title]);

group('sections of a rule', () => {
  const rule = read(
    '한빛시 문서관리 규정',
    '제1장 총칙',
    '제1조(목적) 이 규정은 문서의 관리에 필요한 사항을 정한다.',
    '제2조(정의(定義) 등) ① 용어의 뜻은 다음과 같다.',
    '1. 문서',
    '2. 기록',
    '제2장 보칙',
    '제3조 삭제 <2020. 1. 1.>',
    '부      칙',
    '제1조(시행일) 공포한 날부터 시행한다.',
  );

  it('are its chapters, articles and 부칙, with what stands between', () => {
    expect(outline(rule.structure)).toEqual([
      [1, '제1장', '총칙'],
      [2, '제1조', '목적'],
      [2, '제2조', '정의(定義) 등'],
      [1, '제2장', '보칙'],
      [2, '제3조', null],
      [1, '부칙', null],
      [2, '제1조', '시행일'],
    ]);
  });

  it('make headings of lines that are nothing else, and of no other', () => {
    expect(rule.blocks.filter((block) => block.type === 'heading').map((block) => [block.text, block.level])).toEqual([
      ['제1장 총칙', 1],
      ['제2장 보칙', 1],
      ['부      칙', 1],
    ]);
    for (const block of rule.blocks) if (block.type === 'paragraph') expect(block.level).toBeNull();
  });

  it('hold the text below them', () => {
    const parent = Object.fromEntries(rule.blocks.map((block) => [block.text.slice(0, 4), block.parent]));
    expect(parent['제1장 ']).toBeNull();
    expect(rule.blocks[2]?.parent).toBe('b2');
    expect(rule.blocks.slice(4, 6).map((block) => block.parent)).toEqual(['b4', 'b4']);
    expect(rule.blocks[9]?.parent).toBe('b9');
  });

  it('are not seen where a text only speaks of an article', () => {
    expect(
      read('제8조 중 “재산분”을 “사업소분”으로 한다.', '제3장제1절의 제목을 고친다.', '제3조에 따라 신청한다.').structure
        .sections,
    ).toEqual([]);
  });

  it('are not seen in a table of contents', () => {
    expect(read('제1장 총칙 ········ 3', '제2장 보칙\t12').structure.sections).toEqual([]);
  });
});

group('headings that the file marks', () => {
  it('give label, title and the stated level, and end deeper ones', () => {
    const content = newContent();
    content.block({ type: 'heading', level: 1, text: '제2장 수수료' });
    content.block({ type: 'heading', level: 3, text: '가. 종이문서' });
    content.block({ type: 'paragraph', text: '1,500원' });
    content.block({ type: 'heading', level: 1, text: '이의신청' });
    const structure = describe(content);
    expect(structure.sections).toEqual([
      { block: 'b1', label: '제2장', title: '수수료', level: 1, page: 1, parent: null },
      { block: 'b2', label: '가.', title: '종이문서', level: 3, page: 1, parent: 'b1' },
      { block: 'b4', label: null, title: '이의신청', level: 1, page: 1, parent: null },
    ]);
    expect(content.blocks.map((block) => block.parent)).toEqual([null, 'b1', 'b2', null]);
  });
});

group('numbered heads', () => {
  it('are those that have text of their own', () => {
    const { structure } = read(
      '1. 개정이유',
      '상위법이 개정되어 이를 반영한다.',
      '2. 주요내용',
      '가. 명칭을 정비함',
      '3. 근거법규: 「지방세법」 제74조',
      '4. 의견제출',
      '의견서를 제출하여 주시기 바랍니다.',
    );
    expect(outline(structure)).toEqual([
      [1, '1.', '개정이유'],
      [1, '2.', '주요내용'],
      [1, '3.', '근거법규'],
      [1, '4.', '의견제출'],
    ]);
  });

  it('are no items of a list', () => {
    expect(read('다음 서류를 낸다.', '1. 신청서', '2. 등본', '3. 도면', '기한은 다음과 같다.').structure.sections).toEqual([]);
    expect(read('1. 귀 기관의 발전을 기원합니다.', '2. 아래와 같이 실시합니다.', '일시와 장소').structure.sections).toEqual([]);
  });

  it('may be boxes, with numbers below numerals', () => {
    const { structure, codes } = read(
      ['Ⅰ', '사업 개요'],
      ['1', '사업명'],
      '○ 사업명: 운영 위탁',
      ['2', '추진 배경'],
      '○ 지원한다',
      ['Ⅱ', '추진 일정'],
      '글',
    );
    expect(outline(structure)).toEqual([
      [1, 'Ⅰ', '사업 개요'],
      [2, '1', '사업명'],
      [2, '2', '추진 배경'],
      [1, 'Ⅱ', '추진 일정'],
    ]);
    expect(codes).toEqual([]);
  });

  it('with a number missing are reported as uncertain', () => {
    expect(read(['1', '추진개요'], '글', ['2', '심사개요'], '글', ['4', '심사결과'], '글').codes).toEqual(['OUTLINE_UNCERTAIN']);
  });
});
