import { expect } from 'vitest';
import { ERRORS, type ErrorCode } from '../../src/contract/errors.ts';
import type { Answer } from './server.ts';

/** A refusal as the contract has it: status, media type, body, and nothing of the server's inside. */
export function expectProblem(answer: Answer, code: ErrorCode): void {
  expect(answer.body).toMatchObject({ status: ERRORS[code].status, reason: code, type: `/docs/api.md#${code}` });
  expect(answer.status).toBe(ERRORS[code].status);
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(answer.body.detail).toMatch(/[가-힣]/);
  expect(answer.text).not.toMatch(/node_modules|node:internal|\n\s+at /);
}
