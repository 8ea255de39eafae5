import type { FastifyRequest } from 'fastify';
import { RequestProblem } from '../../contract/errors.ts';
import { mediaType } from './media-type.ts';
import { countBytesIn } from './request-log.ts';

/** Longer than any question or answer; files have their own way in. */
const MAX_BYTES = 2 * 1024 * 1024;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON that a request carries. Any other type of content is refused: pages of other sites can send those without asking. */
export async function jsonBody(request: FastifyRequest): Promise<unknown> {
  refuseOtherTypes(request);
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) throw new RequestProblem('TOO_LARGE');
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    countBytesIn(request, part.length);
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new RequestProblem('TOO_LARGE');
    parts.push(part);
  }
  try {
    return JSON.parse(UTF8.decode(Buffer.concat(parts)));
  } catch {
    throw new RequestProblem('BODY_INVALID', { detail: NOT_JSON });
  }
}

export function refuseOtherTypes(request: FastifyRequest): void {
  if (mediaType(request) !== 'application/json') throw new RequestProblem('BODY_INVALID', { detail: NOT_JSON_TYPE });
}

const NOT_JSON_TYPE = '요청 본문은 JSON이어야 합니다. Content-Type 헤더에 application/json을 넣어 주세요.';
const NOT_JSON = '요청 본문을 JSON으로 읽을 수 없습니다. 괄호와 따옴표, UTF-8 인코딩을 확인해 주세요.';
