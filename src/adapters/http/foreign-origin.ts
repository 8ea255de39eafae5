import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../config/places.ts';
import { RequestProblem } from '../../contract/errors.ts';

/**
 * Refuses a request that a page of another site makes in somebody's browser. That origin and host agree is not enough on a
 * server without keys: a name of the attacker's can be pointed at this machine, so there only its own names count.
 */
export function refuseForeignOrigin(request: FastifyRequest, keyed: boolean): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  const from = URL.canParse(origin) ? new URL(origin) : null;
  const own = from !== null && from.host === request.host && (keyed || ownName(from.hostname));
  if (!own) throw new RequestProblem('ORIGIN_FORBIDDEN');
}

function ownName(hostname: string): boolean {
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}
