import type { FastifyRequest } from 'fastify';
import { RequestProblem } from '../../../contract/errors.ts';
import type { Upload } from '../../../service/receive.ts';
import { refuseOtherTypes } from '../json-body.ts';
import { Base64Body, longestBody } from './base64-body.ts';
import { chunksOf, type Receive } from './file-request.ts';

/** Where a tool's arguments hold a file. */
const IN_ARGUMENTS = ['params', 'arguments', 'data_base64'];
/** Longer than any answer that is to be verified. */
const MAX_REST = 2 * 1024 * 1024;

export interface SentMessage {
  readonly message: Record<string, unknown>;
  /** The file of its arguments, if there is one; the one who calls removes it. */
  readonly upload: Upload | null;
}

/** The JSON-RPC message that a request carries, with a file in it taken to the spool as it arrives. */
export async function receiveMessage(request: FastifyRequest, accept: { limit: number; receive: Receive }): Promise<SentMessage> {
  refuseOtherTypes(request);
  if (Number(request.headers['content-length'] ?? 0) > longestBody(accept.limit, MAX_REST)) throw new RequestProblem('TOO_LARGE');
  const sent = new Base64Body(chunksOf(request), accept.limit, { path: IN_ARGUMENTS, maxRest: MAX_REST });
  const file = sent.file();
  const first = await file.next();
  const upload = first.done ? null : await accept.receive(following(first.value, file));
  return { message: sent.fields, upload };
}

async function* following(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
