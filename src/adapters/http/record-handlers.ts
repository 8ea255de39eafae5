import { OPERATIONS } from '../../contract/operations.ts';
import { parseInput } from '../../contract/validate.ts';
import { metricsText } from '../../service/metrics.ts';
import { usage } from '../../service/usage.ts';
import type { Handler } from './call.ts';
import { jsonBody } from './json-body.ts';
import { callerOf } from './tenant-handlers.ts';

export const sendFeedback: Handler = async (call) => {
  const { body, invalid } = OPERATIONS.sendFeedback;
  const sent = parseInput(body, await jsonBody(call.request), invalid);
  const recorded = await call.service.feedback.send(callerOf(call), sent);
  call.reply.code(201);
  return recorded;
};

export const listFeedback: Handler = (call) => {
  const { limit } = parseInput(OPERATIONS.listFeedback.query, call.request.query);
  return call.service.feedback.list(callerOf(call), limit);
};

export const usageCounts: Handler = (call) => usage(call.service.traffic, callerOf(call));

export const metrics: Handler = ({ service, reply }) =>
  reply.type('text/plain; version=0.0.4; charset=utf-8').send(metricsText(service));
