import { describe, expect, it } from 'vitest';
import { ERROR_CODES, ERRORS, isErrorCode, ProblemSchema, problemBody, RequestProblem } from './errors.ts';

/** The contract, written out: a code that moves to another status breaks whoever branches on it. */
const STATUSES = {
  400: [
    'BODY_INVALID',
    'FILENAME_MISSING',
    'FILENAME_INVALID',
    'FILENAME_RESERVED',
    'BASE64_INVALID',
    'TENANT_INVALID',
    'QUERY_TOO_LONG',
    'LLM_NOT_CONFIGURED',
    'FEEDBACK_INVALID',
  ],
  401: ['KEY_MISSING', 'KEY_INVALID'],
  403: ['KEY_REQUIRED', 'ADMIN_KEY_REQUIRED', 'TENANT_FORBIDDEN', 'ORIGIN_FORBIDDEN'],
  404: ['TENANT_NOT_FOUND', 'FILE_NOT_FOUND', 'ROUTE_NOT_FOUND'],
  405: ['METHOD_NOT_ALLOWED'],
  408: ['REQUEST_TIMEOUT'],
  409: ['FILE_EXISTS'],
  413: ['TOO_LARGE'],
  422: ['TRY_TOO_LARGE', 'TRY_TIMEOUT'],
  429: ['RATE_LIMITED'],
  500: ['INTERNAL'],
  502: ['LLM_GATEWAY_FAILED'],
  503: [
    'BUSY',
    'INDEXING',
    'FEEDBACK_NOT_CONFIGURED',
    'KEYS_UNREADABLE',
    'STORAGE_FULL',
    'STORAGE_READ_ONLY',
    'STORAGE_UNAVAILABLE',
  ],
};

describe('the table of request errors', () => {
  it('has exactly the codes of the contract, each with its status', () => {
    const byStatus: Record<string, string[]> = {};
    for (const code of ERROR_CODES) byStatus[ERRORS[code].status] = [...(byStatus[ERRORS[code].status] ?? []), code];
    expect(byStatus).toEqual(STATUSES);
  });

  it.each(ERROR_CODES)('%s has an English title and a Korean sentence that says what to do', (code) => {
    expect(ERRORS[code].title).toMatch(/^[A-Z][A-Za-z0-9 -]+$/);
    expect(ERRORS[code].detail).toMatch(/[가-힣].*주세요\.$/);
  });
});

describe('a refused request', () => {
  it('has a body of the five fields, with a relative type that does not change', () => {
    const body = problemBody('FILE_EXISTS');
    expect(body).toEqual({
      type: '/docs/api.md#FILE_EXISTS',
      title: 'File exists',
      status: 409,
      detail: ERRORS.FILE_EXISTS.detail,
      reason: 'FILE_EXISTS',
    });
    expect(ProblemSchema.parse(body)).toEqual(body);
  });

  it('says more where more is known', () => {
    expect(problemBody('BODY_INVALID', "'limit' 항목이 없습니다.").detail).toBe("'limit' 항목이 없습니다.");
    expect(new RequestProblem('BODY_INVALID', { detail: '다른 말' }).body().detail).toBe('다른 말');
  });

  it('carries the headers of its code and those of its occurrence', () => {
    expect(new RequestProblem('KEY_MISSING').headers).toEqual({ 'www-authenticate': 'Bearer' });
    expect(new RequestProblem('KEY_INVALID').headers).toEqual({ 'www-authenticate': 'Bearer' });
    expect(new RequestProblem('BUSY').headers).toEqual({ 'retry-after': '5' });
    expect(new RequestProblem('RATE_LIMITED', { headers: { 'retry-after': '17' } }).headers).toEqual({ 'retry-after': '17' });
    expect(new RequestProblem('FILE_NOT_FOUND').headers).toEqual({});
  });

  it('is an error whose message is the code, with its cause for the log', () => {
    const cause = new Error('disk');
    const problem = new RequestProblem('STORAGE_FULL', { cause });
    expect(problem).toBeInstanceOf(Error);
    expect([problem.message, problem.code, problem.status, problem.cause]).toEqual(['STORAGE_FULL', 'STORAGE_FULL', 503, cause]);
    expect(JSON.stringify(problem.body())).not.toContain('disk');
  });

  it('knows a code from other text', () => {
    expect([isErrorCode('BUSY'), isErrorCode('toString'), isErrorCode('busy')]).toEqual([true, false, false]);
  });
});
