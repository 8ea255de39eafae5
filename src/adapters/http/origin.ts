import type { FastifyRequest } from 'fastify';

/** How this server was reached, for commands that a person copies. A host of another form is not repeated. */
export function originOf(request: FastifyRequest): string {
  const host = request.host ?? '';
  return `${request.protocol}://${/^[A-Za-z0-9.:[\]-]{1,255}$/.test(host) ? host : 'localhost:8080'}`;
}
