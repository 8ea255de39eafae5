import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../shared/log.ts';
import { statusSentOn } from './client-error.ts';

/** What arrived of each request's body, told by whoever reads it. */
const received = new WeakMap<FastifyRequest, number>();

export function countBytesIn(request: FastifyRequest, bytes: number): void {
  received.set(request, (received.get(request) ?? 0) + bytes);
}

/** One line a request, also for one whose client went away. The route is the template: no path, query, name or key. */
export function logRequest(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  const began = performance.now();
  // 'close' comes after 'finish', and alone when the connection was lost.
  reply.raw.once('close', () => {
    const fields = {
      method: request.method,
      route: request.routeOptions?.url ?? null,
      status: reply.raw.headersSent ? reply.raw.statusCode : statusSentOn(request.socket),
      ms: Math.round(performance.now() - began),
      bytes_in: received.get(request) ?? 0,
    };
    if (reply.raw.writableFinished || fields.status === 408) log.info(fields, 'request');
    else log.info({ ...fields, aborted: true }, 'request');
  });
}
