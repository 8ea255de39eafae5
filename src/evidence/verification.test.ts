import { describe, expect, it } from 'vitest';
import { type EvidenceChunk, verifyClaim } from './verification.ts';

const DOC = `sha256:${'a'.repeat(64)}`;
const anchors = [{ page: 3, bbox: null, cell_range: null }];
const chunks = new Map<string, EvidenceChunk>(
  [
    ['c1', '분수대 공사비는 1,500,000원이며\n2026년 8월 31일에 준공한다.', ['분수대 예산', '2027년 계획']],
    ['c2', '수수료는 2,500원이다.', ['지침']],
  ].map(([id, text, path]) => [
    id as string,
    { filename: 'a.hwp', chunk: { id: id as string, doc_id: DOC, text: text as string, path: path as string[], anchors } },
  ]),
);
const find = (doc_id: string, chunk_id: string) => (doc_id === DOC ? chunks.get(chunk_id) : undefined);
const source = (chunk_id: string, doc_id = DOC) => ({ doc_id, chunk_id });
const check = (answer: string, sources = [source('c1')], citations: Parameters<typeof verifyClaim>[0]['citations'] = []) =>
  verifyClaim({ answer, sources, citations }, find);

describe('an answer', () => {
  it('is grounded when its references, numbers and quotations are', () => {
    const result = check('공사비는 1,500,000원이다 [1].', [source('c1')], [{ n: 1, quote: '1,500,000원이며 2026년' }]);
    expect(result).toEqual({
      grounded: true,
      evidence_chunks: [source('c1')],
      unknown_sources: [],
      unknown_refs: [],
      sentences: [{ text: '공사비는 1,500,000원이다 [1].', refs: [1], numbers: ['1,500,000'], unsupported: [] }],
      citations: [{ ...source('c1'), quote: '1,500,000원이며 2026년', found: true, filename: 'a.hwp', anchors }],
      unsupported_numbers: [],
    });
  });

  it('may use the numbers of the headings that its evidence stands under', () => {
    expect(check('2027년 계획이다 [1]').grounded).toBe(true);
  });

  it('has no evidence where none is named', () => {
    expect(check('공사비는 1,500,000원이다.', [])).toMatchObject({
      grounded: false,
      unsupported_numbers: ['1,500,000'],
      evidence_chunks: [],
    });
  });

  it('is told the sentence of each unsupported number, each number once', () => {
    const { sentences, unsupported_numbers } = check('관리비는 777원이다. 공사비는 777원, 888원이다 [1].');
    expect(sentences.map(({ unsupported }) => unsupported)).toEqual([['777'], ['777', '888']]);
    expect(unsupported_numbers).toEqual(['777', '888']);
  });

  it('is told of references that point at nothing, also at a source that nobody knows', () => {
    const ghost = source('c9', `sha256:${'f'.repeat(64)}`);
    const result = check('그렇다 [1]. 아니다 [2, 3]. 모른다 [0].', [source('c1'), ghost]);
    expect(result).toMatchObject({ grounded: false, unknown_refs: [2, 3, 0], unknown_sources: [ghost] });
  });

  it('takes an amount in brackets for an amount', () => {
    expect(check('[1,500,000] 원')).toMatchObject({ grounded: true, unknown_refs: [] });
  });
});

describe('a quotation', () => {
  const found = (quote: string, at: object = { n: 1 }) => check('그렇다.', [source('c1')], [{ ...at, quote }]);

  it('is found across the end of a line, in composed and decomposed Hangul', () => {
    expect(found('1,500,000원이며 2026년 8월').grounded).toBe(true);
    expect(found('공사비는'.normalize('NFD')).grounded).toBe(true);
  });

  it('is not found when it is changed, empty, or stands in another chunk', () => {
    for (const quote of ['2026년 9월', '', ' \n', '공사 비는', '수수료는'])
      expect(found(quote)).toMatchObject({ grounded: false });
  });

  it('adds the chunk that it names to the evidence', () => {
    const result = check('수수료는 2,500원이다.', [], [{ ...source('c2'), quote: '수수료는' }]);
    expect(result).toMatchObject({ grounded: true, evidence_chunks: [source('c2')] });
  });

  it('that points at no source is not found and names none', () => {
    expect(found('공사비는', { n: 7 }).citations).toEqual([
      { doc_id: null, chunk_id: null, quote: '공사비는', found: false, filename: null, anchors: [] },
    ]);
    expect(found('공사비는', source('c9')).citations[0]).toMatchObject({ ...source('c9'), found: false, filename: null });
  });
});
