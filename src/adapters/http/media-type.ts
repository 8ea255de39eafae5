import type { FastifyRequest } from 'fastify';

/** What a request says its body is, without parameters; empty where it says nothing. */
export function mediaType({ headers }: FastifyRequest): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
