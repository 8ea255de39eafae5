import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEM_MEDIA_TYPE, problemBody } from '../../contract/errors.ts';
import type { Log } from '../../shared/log.ts';
import { securityHeaders } from './security-headers.ts';

/** Statuses that were sent past the request they belong to, for its line in the log. */
const sent = new WeakMap<Socket, number>();

export function statusSentOn(socket: Socket): number | null {
  return sent.get(socket) ?? null;
}

/** Answers what never became a whole request: headers or a body that came too slowly, headers too large, bytes that are no HTTP. */
export function answerClientError(log: Log, error: NodeJS.ErrnoException, socket: Socket, underWay: ServerResponse | null): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable || underWay?.headersSent) {
    socket.destroy();
    return;
  }
  const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const status = slow ? 408 : 400;
  const body = JSON.stringify(slow ? problemBody('REQUEST_TIMEOUT') : problemBody('BODY_INVALID', NO_HTTP));
  const headers = {
    ...securityHeaders(undefined),
    'content-type': PROBLEM_MEDIA_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  sent.set(socket, status);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
  if (underWay === null) log.info({ method: null, route: null, status, ms: null, bytes_in: 0 }, 'request');
}

const NO_HTTP = 'HTTP 요청으로 읽을 수 없습니다. 주소의 한글은 퍼센트 인코딩으로 적고, 헤더의 형식과 크기를 확인해 주세요.';
