import { OPERATIONS } from '../../contract/operations.ts';
import { parseInput } from '../../contract/validate.ts';
import { answer } from '../../service/answer.ts';
import { context } from '../../service/context.ts';
import { verify } from '../../service/verify.ts';
import type { Handler } from './call.ts';
import { leaving } from './file-handlers.ts';
import { jsonBody } from './json-body.ts';
import { callerOf } from './tenant-handlers.ts';

export const contextOf: Handler = async (call) => {
  const request = parseInput(OPERATIONS.context.body, await jsonBody(call.request));
  return context(await call.service.tenants(), callerOf(call), request, leaving(call));
};

export const answerQuestion: Handler = async (call) => {
  const request = parseInput(OPERATIONS.answer.body, await jsonBody(call.request));
  const { service } = call;
  return answer({ corpus: await service.tenants(), settings: service.settings }, callerOf(call), request, leaving(call));
};

export const verifyAnswer: Handler = async (call) => {
  const request = parseInput(OPERATIONS.verify.body, await jsonBody(call.request));
  return verify(await call.service.tenants(), callerOf(call), request, leaving(call));
};
