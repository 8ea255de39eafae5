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

  it('may have one that is a sentence, of which the number is the head', () => {
    const { structure } = read(
      '1. 개정이유',
      '글',
      '2. 주요내용',
      '글',
      '3. 의견제출',
      '글',
      '4. 그 밖의 사항은 누리집을 참고하시기 바랍니다.',
      ['의안번호', '제 호'],
    );
    expect(structure.sections.map((section) => section.label)).toEqual(['1.', '2.', '3.', '4.']);
  });

  it('go on after an article that they quote, and are no items of one', () => {
    const { structure } = read(
      '1. 규제의 필요성',
      '글이 있다.',
      '2. 규제 대안',
      '제12조(입안 제안) 다음 각 호의 서류를 낸다.',
      '1. 신청서',
      '신청서의 서식은 따로 정한다.',
      '3. 규제목표',
      '글이 있다.',
    );
    expect(structure.sections.map((section) => section.label)).toEqual(['1.', '2.', '제12조', '3.']);
  });

  it('may be 가. and 1.1 where all of them look like heads', () => {
    expect(
      outline(
        read('1. 목적', '글이다.', '2. 조건', '가. 시험자동차', '글이다.', '나. 측정장비', '글이다.', '3. 방법', '글이다.')
          .structure,
      ),
    ).toEqual([
      [1, '1.', '목적'],
      [1, '2.', '조건'],
      [2, '가.', '시험자동차'],
      [2, '나.', '측정장비'],
      [1, '3.', '방법'],
    ]);
    expect(
      outline(read('1. 블록', '글이다.', '1.1 붙여넣기', '글이다.', '1.2 마크', '글이다.', '2. 파일', '글이다.').structure),
    ).toEqual([
      [1, '1.', '블록'],
      [2, '1.1', '붙여넣기'],
      [2, '1.2', '마크'],
      [1, '2.', '파일'],
    ]);
  });

  it('are not those of a table of contents, with pages or without', () => {
    const body = ['1. 개요', '글이다.', '2. 현황', '글이다.'];
    expect(outline(read('목차', '1. 개요', '2. 현황', ...body).structure)).toEqual(outline(read(...body).structure));
    expect(outline(read('목차', '1. 개요 ······ 1', '2. 현황 ······ 3', ...body).structure)).toEqual(
      outline(read(...body).structure),
    );
  });

  it('leave out the note behind their words', () => {
    const { structure } = read('1. 신청자격', '글이다.', '2. 신청서류 * 공고일 이후 발행분에 한함', '글이다.');
    expect(structure.sections.map((section) => section.title)).toEqual(['신청자격', '신청서류']);
  });
});

group('squares before a few words', () => {
  it('head the text below them, without a label', () => {
    const { structure, blocks } = read(
      '□ 추진근거',
      'ㅇ 운영계획에 따름',
      '□ 추진경위',
      'ㅇ 2017년 조성',
      '□ 사업명 : 축제',
      '□ 기간 : 3월',
    );
    expect(outline(structure)).toEqual([
      [1, null, '추진근거'],
      [1, null, '추진경위'],
    ]);
    expect(blocks[1]?.parent).toBe('b1');
  });
});

group('a rule taken from pages', () => {
  it('may have lost the space behind a chapter, and has no article that another text only mentions', () => {
    const { structure } = read(
      '제1장총칙',
      '제1조(목적) 이 정관은 목적을 정한다.',
      '제9조(책임) 상법 제399조와',
      '제414조(감사의 책임) 및 제415조를 준용한다.',
      '제10조(신분) 신분을 보장한다.',
      '제2장의 규정은 따로 정한다.',
    );
    expect(structure.sections.map((section) => section.label)).toEqual(['제1장', '제1조', '제9조', '제10조']);
  });

  it('may have its numerals in boxes of their own', () => {
    const content = newContent();
    content.block({ type: 'textbox', text: 'Ⅰ' });
    content.block({ type: 'paragraph', text: '공모 사업 개요' });
    content.block({ type: 'paragraph', text: '국비로 지원한다.' });
    content.block({ type: 'textbox', text: 'Ⅱ' });
    content.block({ type: 'paragraph', text: '추진 체계' });
    content.block({ type: 'paragraph', text: '총괄한다.' });
    expect(outline(describe(content))).toEqual([
      [1, 'Ⅰ', '공모 사업 개요'],
      [1, 'Ⅱ', '추진 체계'],
    ]);
  });
});

group('the title of a document', () => {
  it('opens no section, though the file marks it as a heading', () => {
    const content = newContent();
    content.block({ type: 'heading', level: 1, text: '문서관리 규정' });
    content.block({ type: 'paragraph', text: '글이 이어진다.' });
    expect(describe(content)).toMatchObject({ title: '문서관리 규정', sections: [] });
  });
});

group('numbers that name their place', () => {
  it('go on after a list that was counted in between', () => {
    const { structure } = read(
      '1. 개요',
      '1.1 목적',
      '이 문서는 자료의 형식을 설명한다. 순서는 다음과 같다.',
      '1. 자료를 읽는다.',
      '2. 자료를 쓴다.',
      '1.2 범위',
      '모든 자료에 쓴다. 예외는 두지 않는다.',
    );
    expect(outline(structure).map(([, label]) => label)).toEqual(expect.arrayContaining(['1.1', '1.2']));
  });

  it('are no heads where articles of other rules are quoted', () => {
    const { structure } = read(
      'Ⅰ. 배경',
      '제12조(정비계획의 입안) 시장은 계획을 입안한다.',
      'Ⅱ. 내용',
      '제47조(계획서의 작성) 계획서를 작성한다.',
      'Ⅲ. 결론',
      '그대로 둔다. 다음 해에 다시 살핀다.',
    );
    expect(outline(structure).map(([, label]) => label)).toEqual(['Ⅰ.', 'Ⅱ.', 'Ⅲ.']);
  });

  it('leave out the marks of printed notes', () => {
    const { structure } = read('Ⅰ. 사회적 변화3)와 문제점', '변화는 빠르다. 문제도 그렇다.', 'Ⅱ. 결론', '대비한다. 다시 살핀다.');
    expect(structure.sections[0]?.title).toBe('사회적 변화와 문제점');
  });
});
