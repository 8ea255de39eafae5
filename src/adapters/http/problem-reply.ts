import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEM_MEDIA_TYPE, RequestProblem } from '../../contract/errors.ts';
import type { Log } from '../../shared/log.ts';
import { loggedError } from '../logged-error.ts';
import { isStillSending, lingering } from './linger.ts';

/** Answers a request that is refused. Every error of this door leaves through here. */
export function refuse(request: FastifyRequest, reply: FastifyReply, problem: RequestProblem): FastifyReply {
  const body = JSON.stringify(problem.body());
  // What the route's own answer would have been must not describe the error.
  for (const name of ['content-length', 'content-type', 'etag']) reply.removeHeader(name);
  reply.code(problem.status).headers(problem.headers).type(PROBLEM_MEDIA_TYPE);
  if (!isStillSending(request.raw)) return reply.send(body);
  reply.headers({ connection: 'close', 'content-length': Buffer.byteLength(body) });
  return reply.send(lingering(request.raw, body));
}

/** The problem that an error is for the client. What the client cannot have caused is INTERNAL, and only the log knows more. */
export function problemOf(error: unknown, request: FastifyRequest, log: Log): RequestProblem {
  if (error instanceof RequestProblem) return error;
  const { statusCode } = error as FastifyError;
  if (statusCode === 413) return new RequestProblem('TOO_LARGE');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new RequestProblem('BODY_INVALID');
  // Whoever went away broke the work off, and gets no answer.
  if (!request.socket.destroyed)
    log.error({ route: request.routeOptions?.url ?? null, error: loggedError(error) }, 'request failed');
  return new RequestProblem('INTERNAL');
}
