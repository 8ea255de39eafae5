import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnswerResponseSchema } from '../../src/contract/answer.ts';
import { ContextResponseSchema } from '../../src/contract/context.ts';
import { VerifyResponseSchema } from '../../src/contract/verify.ts';
import { cell, makeDocx, paragraph, row, run, table } from '../makers/docx.ts';
import { expectProblem } from '../support/problem.ts';
import { TestServer } from '../support/server.ts';
import { ChatStub } from './chat-stub.ts';

const KEY = 'gateway-canary-key-9043';
const QUESTION = '문서 1건당 수수료는 얼마입니까?';
const FEE = '수수료는 문서 1건당 1,500원으로 하며 2026년 7월 1일부터 적용한다.';
const document = (...content: string[]) => makeDocx({ body: content.join('') });
const text = (words: string) => paragraph(run(words));
const compared = (left: string, right: string) => row([cell(text(left)), cell(text(right))]);

const files: Record<string, Buffer | string> = {
  '지침.docx': document(text('정보공개 운영 지침'), text(FEE), text('이의신청은 통지를 받은 날부터 30일 이내에 서면으로 한다.')),
  '지침 사본.docx': document(
    text('정보공개 운영 지침'),
    text(FEE),
    text('이의신청은 통지를 받은 날부터 30일 이내에 서면으로 한다.'),
    text(' '),
  ),
  '대비표.docx': document(
    text('주차장 관리 규정 일부개정규정안'),
    text('신ㆍ구조문대비표'),
    table([
      compared('현 행', '개 정 안'),
      compared('제4조(회수권) 주차 회수권은 시장이 발행한다.', '<삭 제>'),
      compared('제5조(요금) 주차 요금은 시간당 1,000원으로 한다.', '제5조(요금) 주차 요금은 시간당 2,000원으로 한다.'),
    ]),
  ),
  '인사.docx': document(text('인사 비밀 문서'), text('특별 승진 대상자는 총 47명이다.')),
  '빈.pdf': '',
  'ACL.json': JSON.stringify({ default: ['*'], rules: [{ files: '인사*', allow: ['chief'] }] }),
};

let server: TestServer;
let bare: TestServer;
let stub: ChatStub;
const fill = (it: TestServer) => {
  for (const [name, bytes] of Object.entries(files)) {
    writeFileSync(path.join(it.corpus, 'room', name), bytes);
    if (!/인사|ACL/.test(name)) writeFileSync(path.join(it.corpus, 'rest', name), bytes);
  }
};
beforeAll(async () => {
  stub = await ChatStub.open();
  const env = {
    SERVICE_LLM_BASE_URL: stub.base,
    SERVICE_LLM_API_KEY: KEY,
    SERVICE_LLM_MODEL: 'small-1',
    SERVICE_LLM_TIMEOUT: '1',
  };
  server = await TestServer.start({ tenants: ['room', 'rest'], env: { SERVICE_VECTORS: '0', ...env } });
  bare = await TestServer.start({ tenants: ['room', 'rest'], env: { SERVICE_VECTORS: '0' } });
  fill(server);
  fill(bare);
}, 120_000);
afterAll(async () => {
  stub.close();
  await Promise.all([server.stop(), bare.stop()]);
});

const context = async (query: string, more: object = {}) => {
  const { status, body } = await server.json('/context', { tenant: 'room', query, ...more });
  expect(status).toBe(200);
  return ContextResponseSchema.parse(body);
};
const verify = async (answer: string, more: object = {}) => {
  const { status, body } = await server.json('/verify', { tenant: 'room', answer, ...more });
  expect(status).toBe(200);
  return VerifyResponseSchema.parse(body);
};
const answer = async (question: string, more: object = {}) => {
  const { status, body } = await server.json('/answer', { tenant: 'room', question, ...more });
  expect(status).toBe(200);
  return AnswerResponseSchema.parse(body);
};

describe('/context', () => {
  it('gives what answers, names the twin of a text beside it and the file that could not be read', async () => {
    const bundle = await context(QUESTION);
    expect(bundle.context.startsWith('[1] 지침 사본.docx · 1쪽 · ')).toBe(true);
    expect(bundle.context).toContain(FEE);
    expect(bundle.sources[0]?.also?.map(({ filename }) => filename)).toEqual(['지침.docx']);
    expect(bundle.skipped.map(({ filename, reason }) => [filename, reason])).toEqual([['빈.pdf', 'EMPTY']]);
  });
});

describe('/verify', () => {
  it('grounds an answer on the sources that /context gave', async () => {
    const { sources } = await context(QUESTION);
    expect(await verify('수수료는 1,500원이다 [1].', { sources })).toMatchObject({ grounded: true });
    expect(await verify('수수료는 1,700원이다 [1].', { sources })).toMatchObject({
      grounded: false,
      unsupported_numbers: ['1,700'],
    });
  });

  it('does not know a chunk that the principal may not see', async () => {
    const { sources } = await context('특별 승진 대상자', { principal: 'chief' });
    const hidden = sources
      .filter(({ filename }) => filename === '인사.docx')
      .map(({ doc_id, chunk_id }) => ({ doc_id, chunk_id }));
    expect(hidden).toHaveLength(1);
    const citations = [{ ...hidden[0], quote: '특별 승진' }];
    const asChief = await verify('대상자는 47명이다 [1].', { sources: hidden, citations, principal: 'chief' });
    expect(asChief).toMatchObject({ grounded: true, citations: [{ found: true, filename: '인사.docx' }] });
    const asAnybody = await verify('대상자는 47명이다 [1].', { sources: hidden, citations });
    expect(asAnybody).toMatchObject({ grounded: false, evidence_chunks: [], unknown_sources: hidden, unknown_refs: [1] });
    expect(asAnybody.citations).toEqual([{ ...hidden[0], quote: '특별 승진', found: false, filename: null, anchors: [] }]);
  });

  it('refuses a source with one of its two ids', async () => {
    const sources = [{ doc_id: `sha256:${'f'.repeat(64)}` }];
    expectProblem(await server.json('/verify', { tenant: 'room', answer: '그렇다 [1].', sources }), 'BODY_INVALID');
  });
});

describe('/answer', () => {
  it('quotes the line that answers and numbers it', async () => {
    const { text, citations, made_by, skipped } = await answer(QUESTION);
    expect(made_by).toBe('발췌 (LLM 없음)');
    expect(text.split('\n')[0]).toBe(`${FEE} [1]`);
    expect(citations[0]).toMatchObject({ quote: FEE, filename: '지침 사본.docx', revisions: [] });
    expect(skipped).toHaveLength(1);
  });

  it('tells what a comparison table says of the cited article', async () => {
    const { citations } = await answer('제4조 주차 회수권 발행');
    const cited = citations.find(({ filename, quote }) => filename === '대비표.docx' && quote.includes('회수권'));
    expect(cited?.revisions).toEqual([expect.objectContaining({ kind: 'deleted', label: '제4조' })]);
  });

  it('says why it does not answer', async () => {
    expect(await answer('qwxzv plorf')).toMatchObject({ answered: false, reason: 'NO_MATCH', text: '', citations: [] });
    expect(await answer('정보공개 담당 공무원은 모두 몇 명인가?')).toMatchObject({
      answered: false,
      reason: 'NO_EVIDENCE',
      text: '',
      citations: [],
    });
  });

  it('says nothing of a hidden document', async () => {
    const question = '특별 승진 대상자는 총 몇 명인가?';
    expect((await answer(question, { principal: 'chief' })).text).toContain('47명');
    expect(JSON.stringify(await answer(question))).not.toMatch(/47명|인사/);
  });
});

describe('a hidden document', () => {
  const questions = [
    QUESTION,
    '특별 승진 대상자는 총 몇 명인가?',
    '이의신청은 며칠 이내에 합니까?',
    '주차 요금은 시간당 얼마인가',
    '인사 비밀 문서',
  ];

  it.each(['/context', '/answer', '/search'])('changes nothing in %s: all is as in a tenant without it', async (route) => {
    for (const question of questions) {
      const ask = async (tenant: string) => (await bare.json(route, { tenant, query: question, question })).text;
      expect((await ask('room')).replaceAll('"tenant":"room"', '"tenant":"rest"')).toBe(await ask('rest'));
    }
  });
});

describe('/answer through the gateway', () => {
  it('is refused where none is configured, and not answered otherwise', async () => {
    expectProblem(await bare.json('/answer', { tenant: 'room', question: QUESTION, llm: true }), 'LLM_NOT_CONFIGURED');
  });

  it('passes on what is grounded, with citations that its references point at', async () => {
    stub.reply = '수수료는 1건당 1,500원이다 [1].';
    const { made_by, text, citations } = await answer(QUESTION, { llm: true });
    expect([made_by, text]).toEqual(['LLM 게이트웨이 · 인용 검증됨', '수수료는 1건당 1,500원이다 [1].']);
    expect(citations).toEqual([expect.objectContaining({ quote: FEE })]);
  });

  it('does not pass on what is not, and shows the failed checks', async () => {
    stub.reply = '수수료는 1건당 987,654원이다 [1]. 그렇다 [44].';
    const body = await answer(QUESTION, { llm: true });
    expect(body).toMatchObject({
      answered: false,
      reason: 'UNGROUNDED',
      made_by: 'LLM 게이트웨이 · 인용 검증 실패',
      text: '',
      citations: [],
    });
    expect(body.verification).toMatchObject({
      tenant: 'room',
      grounded: false,
      unsupported_numbers: ['987,654'],
      unknown_refs: [44],
    });
  });

  it('does not ask a model where nothing was found', async () => {
    const before = stub.calls.length;
    expect(await answer('qwxzv plorf', { llm: true })).toMatchObject({ reason: 'NO_MATCH' });
    expect(stub.calls).toHaveLength(before);
  });

  it('fails by name when the gateway does, and no key is in an answer or the log', async () => {
    for (const reply of [() => undefined, (_: unknown, response: import('node:http').ServerResponse) => response.destroy()]) {
      stub.reply = reply;
      const failed = await server.json('/answer', { tenant: 'room', question: QUESTION, llm: true });
      expectProblem(failed, 'LLM_GATEWAY_FAILED');
      expect(failed.text).not.toContain(KEY);
    }
    expect(server.stdout + server.stderr).not.toContain(KEY);
    expect(server.stderr).not.toContain('수수료');
  });
});
