import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** A body up to this size is read to its end by Node itself, and the connection stays usable. */
const SHORT_BODY = 64 * 1024;
const DRAIN_BYTES = 16 * 1024 * 1024;
const DRAIN_MS = 2000;

/** Whether the client is still sending a body that nobody is going to read. */
export function isStillSending(request: IncomingMessage): boolean {
  if (request.complete || request.destroyed) return false;
  if (request.headers['transfer-encoding'] !== undefined) return true;
  return Number(request.headers['content-length'] ?? 0) > SHORT_BODY;
}

/**
 * The body of an answer that ends only when the client has stopped sending, within bounds. A connection that is closed
 * under a client which is still writing is reset, and the answer that was on its way is lost with it.
 */
export function lingering(request: IncomingMessage, body: string): Readable {
  return Readable.from(
    (async function* () {
      yield body;
      await drain(request);
    })(),
    { objectMode: false },
  );
}

function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(done, DRAIN_MS);
    function done(): void {
      clearTimeout(timer);
      request.off('data', count);
      request.pause();
      resolve();
    }
    function count(chunk: Buffer): void {
      bytes += chunk.length;
      if (bytes > DRAIN_BYTES) done();
    }
    if (request.complete || request.destroyed) done();
    else {
      for (const event of ['end', 'close', 'error']) request.once(event, done);
      request.on('data', count);
      request.resume();
    }
  });
}
