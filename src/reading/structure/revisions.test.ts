import { expect, describe as group, it } from 'vitest';
import { newContent } from '../../../tests/support/sample-document.ts';
import { findRevisions, revisionOf } from './revisions.ts';

group('a row of a comparison table', () => {
  it.each([
    ['제1조(목적) (생  략)', '제1조(목적) (현행과 같음)', 'unchanged', '제1조'],
    ['1. ∼ 3의2. (생  략)', '1. ∼ 3의2. (현행과 같음)', 'unchanged', '1. ∼ 3의2.'],
    ['제4조(보존기간) ① (생 략)', '제4조(보존기간) ① (현행과 같음)', 'unchanged', '제4조'],
    ['4. "기상현상"이란 다음 각 목의 현상을 말한다.', '4. ----------------------------------.', 'unchanged', '4.'],
    ['2. 예보 및 특보', '2. 예보 및 특보', 'unchanged', '2.'],
    ['(생  략)', '(생  략)', 'unchanged', ''],
    [
      '제2조(정의) 주차장이란 노상주차장을 말한다.',
      '제2조(정의) 주차장이란 노상주차장과 노외주차장을 말한다.',
      'amended',
      '제2조',
    ],
    ['제8조(세율) 재산분의 세율은 표준세율을 적용한다.', '제8조(세율) ---- 사업소분------------.', 'amended', '제8조'],
    ['제7조(구 제목) (생  략)', '제7조(새 제목) (현행과 같음)', 'amended', '제7조'],
    ['<신  설>', '제3조의2(전자서명) 전자서명을 하여야 한다.', 'added', '제3조의2'],
    ['제4조(회수권) 회수권을 발행할 수 있다.', '<삭  제>', 'deleted', '제4조'],
    ['제6조(시행계획) ① 수립하여야 한다.', '제6조(시행계획) <삭  제>', 'deleted', '제6조'],
    ['제5조(시행규칙) (생  략)', '제6조(시행규칙) (현행 제5조와 같음)', 'renumbered', '제5조'],
    ['② (생 략)', '③ (현행 제2항과 같음)', 'renumbered', '②'],
    ['6. ∼ 10. (생 략)', '7. ∼ 11. (현행 제6호부터 제1\n0호까지와 같음)', 'renumbered', '6. ∼ 10.'],
    ['제6조(시행세칙) 시장이 정한다.', '제5조(시행세칙) 시장이 정한다.', 'renumbered', '제6조'],
  ])('%j | %j', (current, revised, kind, label) => {
    expect(revisionOf(current, revised)).toEqual({ kind, label, current, revised });
  });
});

group('a comparison table', () => {
  const read = (...rows: [string, string][]) => {
    const content = newContent();
    content.table({
      rows: rows.length,
      cols: 2,
      cells: rows.flatMap(([a, b], row) => [
        { row, col: 0, text: a },
        { row, col: 1, text: b },
      ]),
    });
    return findRevisions(content);
  };

  it('is known by its head, however spaced, and gives its rows with table and page', () => {
    expect(read(['현    행', '개  정  안'], ['<신  설>', '제3조 감면한다.'])).toEqual([
      { kind: 'added', label: '제3조', current: '<신  설>', revised: '제3조 감면한다.', table: 't1', page: 1 },
    ]);
    expect(read(['구분', '금액'], ['가', '나'])).toEqual([]);
  });

  it('gives the lines of a row one by one where both sides have as many', () => {
    const row: [string, string] = [
      '제19조(발표) ① (생 략)\n1. 기상관측 결과\n2. 예보 및 특보',
      '제19조(발표) ① (현행과 같음)\n1. 관측 결과\n2. 예보 및 특보',
    ];
    expect(read(['현행', '개정안'], row).map((revision) => [revision.kind, revision.label])).toEqual([
      ['unchanged', '제19조'],
      ['amended', '1.'],
      ['unchanged', '2.'],
    ]);
  });

  it('pairs new articles of several paragraphs with their marks', () => {
    const row: [string, string] = [
      '<신  설>\n<신  설>',
      '제44조의2(거부) 요구하여야 한다.\n제44조의3(조치) ① 조치한다.\n② 알린다.',
    ];
    expect(read(['현행', '개정안'], row).map((revision) => [revision.kind, revision.label, revision.revised])).toEqual([
      ['added', '제44조의2', '제44조의2(거부) 요구하여야 한다.'],
      ['added', '제44조의3', '제44조의3(조치) ① 조치한다.\n② 알린다.'],
    ]);
  });

  it('without rules between its rows is cut by labels, <신설> and <삭제>', () => {
    const current = [
      '제3조(정의 등) ① 용어의 뜻은 다음과 같다.',
      '1. ∼ 18. (생 략)',
      '19. “가입대상기간”이란 기간을 말한다.',
      '나. 18세 이상 27세 미만인 기간',
      '②∼④(생 략)',
      '제11조(취득 시기)',
      '①(생 략)',
      '<신 설>',
      '제100조의5(환수) (생 략)',
    ].join('\n');
    const revised = [
      '제3조(정의 등) ① -----------------.',
      '1. ∼ 18. (현행과 같음)',
      '19. ------------- 다목 ------.',
      '<삭 제>',
      '② ∼ ④ (현행과 같음)',
      '제11조(취득 시기)',
      '① (현행과 같음)',
      '제100조의5(지원) ① 지원한다.',
      '② 산입한다.',
      '제100조의6(환수) (현행 제100조의5와 같음)',
    ].join('\n');
    expect(read(['현 행', '개 정 안'], [current, revised]).map(({ kind, label }) => [kind, label])).toEqual([
      ['unchanged', '제3조'],
      ['unchanged', '1. ∼ 18.'],
      ['amended', '19.'],
      ['deleted', '나.'],
      ['unchanged', '②∼④'],
      ['unchanged', '제11조'],
      ['added', '제100조의5'],
      ['renumbered', '제100조의5'],
    ]);
  });

  it('gives every new article its own <신설>, with all its paragraphs', () => {
    const rows = read(['현행', '개정안'], ['<신 설>\n<신 설>', '제2조(가) ① 하나\n② 둘\n제3조(나) ① 셋\n② 넷']);
    expect(rows.map(({ kind, revised }) => [kind, revised])).toEqual([
      ['added', '제2조(가) ① 하나\n② 둘'],
      ['added', '제3조(나) ① 셋\n② 넷'],
    ]);
  });

  it('parts a mark of omission that stands on the line before it', () => {
    const rows = read(
      ['현행', '개정안'],
      ['4. 기간은 3년으로 한다. 5. ∼ 7. (생 략)', '4. ------ 2년--------.\n5. ∼ 7. (현행과 같음)'],
    );
    expect(rows.map(({ kind, label }) => [kind, label])).toEqual([
      ['amended', '4.'],
      ['unchanged', '5. ∼ 7.'],
    ]);
  });
});
