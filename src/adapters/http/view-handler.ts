import { OPERATIONS } from '../../contract/operations.ts';
import { parseInput } from '../../contract/validate.ts';
import { view } from '../../service/view.ts';
import { VIEW_POLICY, viewPage } from '../pages/view/view-page.ts';
import type { Call, Handler } from './call.ts';
import { leaving } from './file-handlers.ts';
import { jsonBody } from './json-body.ts';
import { callerOf } from './tenant-handlers.ts';

export const viewAnswer: Handler = async (call) => shown(call, parseInput(OPERATIONS.view.query, call.request.query));

export const viewAnswerByBody: Handler = async (call) =>
  shown(call, parseInput(OPERATIONS.viewByBody.body, await jsonBody(call.request)));

async function shown(call: Call, request: Parameters<typeof view>[2]) {
  const { service, reply } = call;
  const desks = { corpus: await service.tenants(), settings: service.settings, desk: service.desk };
  const { answer, painting } = await view(desks, callerOf(call), request, leaving(call));
  // The page has one style of its own inside, and nothing may come from anywhere else.
  reply.header('content-security-policy', `${VIEW_POLICY}; frame-ancestors 'self'`);
  return reply.type('text/html; charset=utf-8').send(viewPage(answer, painting));
}
