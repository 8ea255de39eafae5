import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Traffic } from '../../service/traffic.ts';
import type { Log } from '../../shared/log.ts';
import { statusSentOn } from './client-error.ts';

/** What is counted for a request whose client did not wait for any answer. */
const CLIENT_LEFT = 499;

/** What arrived of each request's body, told by whoever reads it. */
const received = new WeakMap<FastifyRequest, number>();

export function countBytesIn(request: FastifyRequest, bytes: number): void {
  received.set(request, (received.get(request) ?? 0) + bytes);
}

/** Whose request it is; null for nobody in particular. What is not noted had a wrong key or none. */
const callers = new WeakMap<FastifyRequest, string | null>();

export function noteConsumer(request: FastifyRequest, consumer: string | null): void {
  callers.set(request, consumer);
}

/** One line a request, also for one whose client went away. The route is the template: no path, query, name or key. */
export function logRequest(log: Log, traffic: Traffic, request: FastifyRequest, reply: FastifyReply): void {
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
    // Of an address that is none of ours no route is made.
    const { access, path } = request.routeOptions?.config ?? {};
    if (access !== undefined && path !== undefined) {
      const consumer = callers.has(request) ? (callers.get(request) as string | null) : access === 'open' ? null : undefined;
      const { method, bytes_in: bytesIn, ms } = fields;
      traffic.record({ consumer, route: path, method, status: fields.status ?? CLIENT_LEFT, bytesIn, ms });
    }
    if (reply.raw.writableFinished || fields.status === 408) log.info(fields, 'request');
    else log.info({ ...fields, aborted: true }, 'request');
  });
}
