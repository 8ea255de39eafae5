import { describe, expect, it } from 'vitest';
import { AnswerQuerySchema, AnswerRequestSchema } from './answer.ts';
import { ContextRequestSchema } from './context.ts';
import { DeleteRequestSchema, DocumentsRequestSchema, UploadBodySchema, UploadQuerySchema } from './documents.ts';
import { RequestProblem } from './errors.ts';
import { FeedbackQuerySchema, FeedbackRequestSchema } from './feedback.ts';
import { CHUNK_BUDGET, CONTEXT_BUDGET, DEFAULT_LIMIT, MAX_LIMIT } from './limits.ts';
import { DocParamsSchema } from './pages.ts';
import { ChunkBodySchema, ChunkQuerySchema, FileBodySchema } from './parse.ts';
import { SearchRequestSchema } from './search.ts';
import { parseInput } from './validate.ts';
import { VerifyRequestSchema } from './verify.ts';

function refusal(...given: Parameters<typeof parseInput>): { code: string; detail: string } {
  try {
    parseInput(...given);
  } catch (error) {
    if (error instanceof RequestProblem) return { code: error.code, detail: error.detail };
    throw error;
  }
  throw new Error('it was not refused');
}

const search = { tenant: 'room', query: '수수료' };

describe('limit', () => {
  it('is at most 20, and 10 where none is given', () => {
    expect([MAX_LIMIT, DEFAULT_LIMIT]).toEqual([20, 10]);
    const inForce = (limit: unknown) => parseInput(SearchRequestSchema, { ...search, limit }).limit;
    expect([inForce(1), inForce(20), inForce(21), inForce(1000), inForce(1e20), inForce(undefined)]).toEqual([
      1, 20, 20, 20, 20, 10,
    ]);
  });

  it.each([0, -1, 1.5, '3', 'many', [], {}, null, true])('of %j in a body is refused and named', (limit) => {
    const { code, detail } = refusal(SearchRequestSchema, { ...search, limit });
    expect(code).toBe('BODY_INVALID');
    expect(detail).toContain("'limit'");
  });

  it('in a query string is made of digits and clipped alike', () => {
    const inForce = (limit: unknown) => parseInput(AnswerQuerySchema, { tenant: 'room', question: 'x', limit }).limit;
    expect([inForce('1'), inForce('20'), inForce('999'), inForce('9'.repeat(400)), inForce(undefined)]).toEqual([
      1, 20, 20, 20, 10,
    ]);
  });

  it.each(['0', '-1', '1.5', 'abc', '', ' 5', '5 ', '1e1', '0x10', '+5', '٣', ['1', '2'], 5])(
    'of %j in a query string is refused',
    (limit) => {
      const { code, detail } = refusal(AnswerQuerySchema, { tenant: 'room', question: 'x', limit });
      expect(code).toBe('BODY_INVALID');
      expect(detail).toContain("'limit'");
    },
  );

  it('of feedback has a range of its own', () => {
    const inForce = (query: object) => parseInput(FeedbackQuerySchema, query).limit;
    expect([inForce({}), inForce({ limit: '1000' }), inForce({ limit: '1001' })]).toEqual([100, 1000, 1000]);
  });
});

describe('budget', () => {
  it('of a chunk is clipped to 200..20000', () => {
    expect(CHUNK_BUDGET).toEqual({ min: 200, max: 20000, default: 1000 });
    const inQuery = (budget: string) => parseInput(ChunkQuerySchema, { budget }).budget;
    expect(['1', '199', '200', '1200', '20000', '20001'].map(inQuery)).toEqual([200, 200, 200, 1200, 20000, 20000]);
    expect(parseInput(ChunkQuerySchema, {}).budget).toBeUndefined();
    expect(parseInput(ChunkBodySchema, { filename: 'a', data_base64: '', budget: 5 }).budget).toBe(200);
  });

  it.each(['0', '-5', 'abc', '1.5'])('of %j for a chunk is refused', (budget) => {
    expect(refusal(ChunkQuerySchema, { budget }).code).toBe('BODY_INVALID');
  });

  it('of a bundle is 4000 unless told and at most 40000', () => {
    expect(CONTEXT_BUDGET).toEqual({ min: 1, max: 40000, default: 4000 });
    const inForce = (budget: unknown) => parseInput(ContextRequestSchema, { ...search, budget }).budget;
    expect([inForce(undefined), inForce(1), inForce(700), inForce(40000), inForce(1_000_000)]).toEqual([
      4000, 1, 700, 40000, 40000,
    ]);
  });

  it.each([0, -1, 1.5, 'many'])('of %j for a bundle is refused', (budget) => {
    expect(refusal(ContextRequestSchema, { ...search, budget }).detail).toContain("'budget'");
  });
});

describe('switches in a query string', () => {
  it.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['false', false],
    ['', false],
  ])('%j means %s', (text, meaning) => {
    expect(parseInput(UploadQuerySchema, { tenant: 'room', replace: text }).replace).toBe(meaning);
    expect(parseInput(AnswerQuerySchema, { tenant: 'room', question: 'x', llm: text }).llm).toBe(meaning);
  });

  it.each(['yes', 'TRUE', '2', 'toString'])('%j is refused', (text) => {
    expect(refusal(UploadQuerySchema, { tenant: 'room', replace: text }).detail).toContain("'replace'");
  });

  it('are booleans in a body', () => {
    expect(parseInput(AnswerRequestSchema, { tenant: 'room', question: 'x' }).llm).toBe(false);
    expect(refusal(AnswerRequestSchema, { tenant: 'room', question: 'x', llm: 'true' }).detail).toContain('true 또는 false여야');
    const file = { tenant: 'room', filename: 'a', data_base64: '' };
    expect(parseInput(UploadBodySchema, { ...file, replace: true }).replace).toBe(true);
    expect(refusal(UploadBodySchema, { ...file, replace: '1' }).code).toBe('BODY_INVALID');
  });
});

describe('a request that does not fit', () => {
  it('is told which field is missing', () => {
    expect(refusal(SearchRequestSchema, { tenant: 'room' })).toEqual({
      code: 'BODY_INVALID',
      detail: "'query' 항목이 없습니다. 넣어서 다시 보내 주세요.",
    });
  });

  it('is told which field has the wrong type', () => {
    expect(refusal(SearchRequestSchema, { tenant: 5, query: 'x' }).detail).toBe(
      "'tenant' 항목이 올바르지 않습니다: 문자열이어야 합니다.",
    );
    expect(refusal(SearchRequestSchema, { ...search, principal: ['kim'] }).detail).toContain("'principal'");
    expect(refusal(DocumentsRequestSchema, { tenant: ['a', 'b'] }).detail).toContain("'tenant'");
    expect(refusal(VerifyRequestSchema, { tenant: 'room', answer: 'x', sources: 'y' }).detail).toContain("'sources'");
    expect(refusal(VerifyRequestSchema, { tenant: 'room', answer: 'x', citations: {} }).detail).toContain("'citations'");
  });

  it('is told the place inside an array', () => {
    const sources = [{ doc_id: 'a', chunk_id: 'c1' }, { doc_id: 'a' }];
    expect(refusal(VerifyRequestSchema, { tenant: 'room', answer: 'x', sources }).detail).toContain("'sources[1].chunk_id'");
    const citations = [{ doc_id: 'a', quote: 'x' }];
    expect(refusal(VerifyRequestSchema, { tenant: 'room', answer: 'x', citations }).detail).toContain("'citations[0]'");
  });

  it.each([[[]], ['x'], [null], [5], [undefined]])('is told that %j is no object', (body) => {
    expect(refusal(SearchRequestSchema, body)).toEqual({
      code: 'BODY_INVALID',
      detail: '요청 본문은 JSON 객체여야 합니다. 항목을 { } 안에 넣어 다시 보내 주세요.',
    });
  });

  it('is never told what it sent', () => {
    const secret = '주민등록번호';
    const sent: [Parameters<typeof parseInput>[0], object][] = [
      [SearchRequestSchema, { ...search, limit: secret }],
      [FeedbackRequestSchema, { kind: secret, filename: 'a' }],
      [UploadQuerySchema, { replace: secret }],
      [VerifyRequestSchema, { tenant: 'room', answer: 'x', citations: [{ quote: secret }] }],
    ];
    for (const [schema, body] of sent) expect(refusal(schema, body).detail).not.toContain(secret);
  });

  it('loses the fields that nobody asked for', () => {
    expect(parseInput(DocumentsRequestSchema, { tenant: 'room', further: 1 })).toEqual({ tenant: 'room' });
  });
});

describe('a file', () => {
  it('without a name is refused with the code for that', () => {
    expect(refusal(FileBodySchema, { data_base64: '' }).code).toBe('FILENAME_MISSING');
    expect(refusal(DeleteRequestSchema, { tenant: 'room' }).code).toBe('FILENAME_MISSING');
  });

  it('with a name that is no text, or without bytes, is a wrong body', () => {
    expect(refusal(FileBodySchema, { filename: 5, data_base64: '' })).toMatchObject({ code: 'BODY_INVALID' });
    expect(refusal(FileBodySchema, { filename: 'a.docx' }).detail).toContain("'data_base64'");
    expect(refusal(ChunkBodySchema, { filename: 'a.docx', data_base64: 5 }).detail).toContain("'data_base64'");
  });
});

describe('feedback', () => {
  const send = (body: object) => refusal(FeedbackRequestSchema, body, 'FEEDBACK_INVALID');

  it('is refused with its own code', () => {
    expect(send({ filename: 'a' })).toEqual({
      code: 'FEEDBACK_INVALID',
      detail: "'kind' 항목이 없습니다. 넣어서 다시 보내 주세요.",
    });
    expect(send({ kind: 'praise', filename: 'a' }).detail).toContain('unreadable, wrong_value, missing, other');
    expect(send({ kind: 'other' }).detail).toContain('doc_id, filename');
    expect(send({ kind: 'other', filename: '', doc_id: '' }).detail).toContain('doc_id, filename');
    expect(send({ kind: 'other', filename: 5 }).detail).toContain("'filename'");
  });

  it('counts characters as code points: 500 for names, 2000 for what a person writes', () => {
    const full = {
      kind: 'other',
      filename: '𠮷'.repeat(500),
      field: '가'.repeat(500),
      expected: '가'.repeat(2000),
      note: '😀'.repeat(2000),
    };
    expect(parseInput(FeedbackRequestSchema, full)).toEqual(full);
    for (const name of ['doc_id', 'filename', 'tenant', 'field'])
      expect(send({ ...full, [name]: '가'.repeat(501) }).detail).toContain(`'${name}'`);
    for (const name of ['expected', 'note']) expect(send({ ...full, [name]: '가'.repeat(2001) }).detail).toContain('2,000자까지');
  });

  it('has no place for a document', () => {
    const sent = { kind: 'other', filename: 'a', data_base64: 'QUJD', body: 'text', consumer: 'beta', id: '1', at: 'x' };
    expect(parseInput(FeedbackRequestSchema, sent)).toEqual({ kind: 'other', filename: 'a' });
  });
});

it('a document of the documentation that does not exist is not found', () => {
  expect(parseInput(DocParamsSchema, { name: 'api' })).toEqual({ name: 'api' });
  expect(refusal(DocParamsSchema, { name: 'README' }).code).toBe('FILE_NOT_FOUND');
});
