import { OPERATIONS } from '../../contract/operations.ts';
import { parseInput } from '../../contract/validate.ts';
import { chunk } from '../../service/chunk.ts';
import { type Parsed, parse } from '../../service/parse.ts';
import { receive, refuseWhenBusy } from '../../service/receive.ts';
import { loggedError } from '../logged-error.ts';
import type { Call, Handler } from './call.ts';
import { receiveFile } from './upload/file-request.ts';

export const parseFile: Handler = async (call) => {
  const { query, body } = OPERATIONS.parse;
  const { filename } = parseInput(query, call.request.query);
  const { desk } = call.service;
  const sent = await receiveFile(call.request, { body, queryName: filename, ...intake(call) });
  try {
    return streamed(call, await parse(desk, { ...sent, signal: leaving(call) }));
  } finally {
    await sent.upload.remove();
  }
};

export const chunkFile: Handler = async (call) => {
  const { query, body } = OPERATIONS.chunk;
  const { filename, budget } = parseInput(query, call.request.query);
  const { desk } = call.service;
  const sent = await receiveFile(call.request, { body, queryName: filename, ...intake(call) });
  try {
    return streamed(call, await chunk(desk, { ...sent, signal: leaving(call) }, budget ?? sent.body?.budget));
  } finally {
    await sent.upload.remove();
  }
};

export function intake({ service: { desk, settings } }: Call) {
  refuseWhenBusy(desk);
  const limit = settings.maxUpload;
  return { limit, receive: (bytes: AsyncIterable<Uint8Array>) => receive(desk, bytes, limit) };
}

/** Aborted when the client has gone away: what it asked for need not be read to its end. */
export function leaving({ reply }: Call): AbortSignal {
  const controller = new AbortController();
  if (reply.raw.destroyed) controller.abort();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

export function streamed({ reply, log }: Call, { json }: Pick<Parsed, 'json'>) {
  json.once('error', (error) => log.error({ error: loggedError(error) }, 'an answer broke off'));
  return reply.type('application/json; charset=utf-8').send(json);
}
