import { describe, expect, it } from 'vitest';
import { evaluateRetrieval, groupFigures, outcomeOf } from './evaluate.ts';
import { type Question, QuestionsProblem, readQuestions, readTwins } from './evaluation/questions.ts';

const NO_TWINS = new Map();
const anchors = (page: number) => [{ page, bbox: null, cell_range: null }];
const found = (filename: string, text: string, page = 1) => ({ filename, text, anchors: anchors(page) });

function question(expected: Question['expected'], more: Partial<Question> = {}): Question {
  const blank = { id: 'q', question: '얼마?', answerable: true, kind: 'amount', place: 'body', format: 'hwp', tags: [] };
  return { ...blank, key: null, split: 'dev', ...more, expected };
}

describe('a question with a known answer', () => {
  it('is hit by the first chunk of the file that holds the quote, white space and thousands commas aside', () => {
    const asked = question([{ file: 'hwp/가.hwp', quote: '금 1,500원 이내' }]);
    const hits = [
      found('hwp/나.hwp', '금1500원이내'),
      found('hwp/가.hwp', '다른 말'),
      found('hwp/가.hwp', '총 금1500원\n이내로'),
    ];
    expect(outcomeOf(asked, hits, NO_TWINS).rank).toBe(3);
    expect(outcomeOf(asked, hits.slice(0, 2), NO_TWINS).rank).toBe(Number.POSITIVE_INFINITY);
  });

  it('is hit in a file that holds the same document', () => {
    const twins = readTwins('group\tfiles\n가\thwp/가.hwp;pdf/가.pdf\n');
    expect(outcomeOf(question([{ file: 'hwp/가.hwp', quote: '이내' }]), [found('pdf/가.pdf', '이내')], twins).rank).toBe(1);
  });

  it('that compares needs every part, and is half found by one of them', () => {
    const parts = [
      { file: '가', quote: '하나', part: 1 },
      { file: '나', quote: '둘', part: 2 },
    ];
    const { rank, anyRank } = outcomeOf(question(parts), [found('가', '하나'), found('다', ''), found('나', '둘')], NO_TWINS);
    expect([rank, anyRank]).toEqual([3, 1]);
  });

  it('tells whether the page is right where one is known', () => {
    const asked = question([{ file: '가', quote: '이내', page: 4 }]);
    expect(outcomeOf(asked, [found('가', '이내', 4)], NO_TWINS).page).toBe(true);
    expect(outcomeOf(asked, [found('가', '이내', 5)], NO_TWINS).page).toBe(false);
    expect(outcomeOf(question([{ file: '가', quote: '이내' }]), [found('가', '이내')], NO_TWINS).page).toBeNull();
  });

  it('in a spreadsheet is found whatever stands between two cells', () => {
    const asked = question([{ file: '가.xlsx', quote: '총액 | 15' }]);
    expect(outcomeOf(asked, [found('가.xlsx', '총액\t15')], NO_TWINS).rank).toBe(1);
  });
});

it('figures are given for each split and all together, whole and by every property', async () => {
  const asked = [
    question([{ file: '가', quote: '하나' }], { id: '1', question: '하나', tags: ['scan'] }),
    question([{ file: '가', quote: '둘' }], { id: '2', question: '둘', split: 'test', place: 'table' }),
    question([], { id: '3', answerable: false }),
  ];
  const evaluated = await evaluateRetrieval(asked, NO_TWINS, async (text) => [
    {
      ...found('가', '하나'),
      score: 1,
      found_by: 'lexical',
      chunk_id: 'c1',
      doc_id: text,
      kind: 'paragraph',
      path: [],
      outline: [],
      extractors: [],
    },
  ]);
  const figures = groupFigures(evaluated);
  const of = (split: string, by: string, group: string) =>
    figures.find((each) => each.split === split && each.by === by && each.group === group)?.retrieval;
  expect(of('dev', 'all', 'all')).toMatchObject({ n: 1, hit: { '@1': 1 }, mrr: 1 });
  expect(of('test', 'place', 'table')).toMatchObject({ n: 1, hit: { '@10': 0 }, mrr: 0 });
  expect(of('all', 'all', 'all')).toMatchObject({ n: 2, hit: { '@5': 0.5 } });
  expect(of('dev', 'tag', 'scan')).toMatchObject({ n: 1 });
});

it('a line that is no question is named', () => {
  const line = JSON.stringify({ id: '1', question: '?', format: null });
  expect(readQuestions(`${line}\n\n`)).toHaveLength(1);
  expect(() => readQuestions(`${line}\n{`)).toThrow(new QuestionsProblem('line 2 is no JSON'));
  expect(() => readQuestions('{"id": "1"}')).toThrow('line 1: question is missing or wrong');
});
