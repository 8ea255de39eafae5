import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** cut: every connection is refused; hanging: nothing is answered; slow: each answer takes half a second longer; full: nothing can be put. */
export type Fault = 'none' | 'cut' | 'hanging' | 'slow' | 'full';

export const SLOW_MS = 500;

/** Stands between a server and the real store, and does to their talk what networks and disks do. */
export class FaultyStore {
  fault: Fault = 'none';
  /** Requests that came, whatever became of them. */
  requests = 0;
  /** Answers to puts still to be lost on their way, although the store has done what they asked for. */
  lostAnswers = 0;
  /** Answers to requests for such addresses break off half-way. */
  brokenOff: RegExp | null = null;
  private readonly server: http.Server;
  private readonly sockets = new Set<Socket>();

  private constructor(target: URL) {
    this.server = http.createServer((request, response) => {
      this.requests++;
      this.answer(target, request, response);
    });
    this.server.on('connection', (socket) => {
      if (this.fault === 'cut') socket.destroy();
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('error', () => {});
    });
  }

  static async before(endpoint: string): Promise<FaultyStore> {
    const faulty = new FaultyStore(new URL(endpoint));
    await new Promise<void>((resolve) => faulty.server.listen(0, '127.0.0.1', resolve));
    return faulty;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** What is under way meets with it, too. */
  turn(fault: Fault): void {
    this.fault = fault;
    if (fault === 'cut') for (const socket of this.sockets) socket.destroy();
  }

  close(): void {
    this.turn('cut');
    this.server.close();
  }

  private answer(target: URL, request: http.IncomingMessage, response: http.ServerResponse): void {
    if (this.fault === 'hanging') return;
    if (this.fault === 'full' && (request.method === 'PUT' || request.method === 'POST')) {
      request.resume();
      request.on('end', () => {
        response.writeHead(403, { 'content-type': 'application/xml' });
        response.end('<?xml version="1.0" encoding="UTF-8"?><Error><Code>QuotaExceeded</Code></Error>');
      });
      return;
    }
    const forward = () => {
      const { method, url, headers } = request;
      const out = http.request({ host: target.hostname, port: target.port, method, path: url, headers }, (answer) => {
        if (method === 'PUT' && this.lostAnswers > 0) {
          this.lostAnswers--;
          answer.resume();
          response.destroy();
          return;
        }
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        if (this.brokenOff?.test(url ?? '')) {
          answer.once('data', (piece: Buffer) => response.write(piece.subarray(0, piece.length / 2), () => response.destroy()));
          return;
        }
        answer.pipe(response);
      });
      out.on('error', () => response.destroy());
      request.pipe(out);
    };
    if (this.fault === 'slow') setTimeout(forward, SLOW_MS);
    else forward();
  }
}
