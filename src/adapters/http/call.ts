import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../service/key-ring.ts';
import type { Service } from '../../service/service.ts';
import type { Log } from '../../shared/log.ts';

/** One request that has been let in, and what it may use. */
export interface Call {
  readonly service: Service;
  readonly log: Log;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Null for an open operation. */
  readonly caller: Caller | null;
}

/** What it gives is sent: an object as JSON, a text, bytes or a stream as they are. */
export type Handler = (call: Call) => unknown;
