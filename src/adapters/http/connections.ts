import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The open connections, and the answer that is under way on each. Node's own list takes one that never spoke for a busy one. */
export class Connections {
  private readonly answers = new Map<Socket, ServerResponse | null>();

  watch(server: Server): void {
    server.on('connection', (socket) => {
      this.answers.set(socket, null);
      socket.once('close', () => this.answers.delete(socket));
    });
    server.on('request', ({ socket }, answer) => {
      this.answers.set(socket, answer);
      answer.once('close', () => {
        if (this.answers.get(socket) === answer) this.answers.set(socket, null);
      });
    });
  }

  /** Null where no request waits for an answer. */
  answerOn(socket: Socket): ServerResponse | null {
    return this.answers.get(socket) ?? null;
  }

  /** Closes those on which nothing is under way. */
  closeUnused(): void {
    for (const [socket, answer] of this.answers) if (answer === null) socket.destroy();
  }

  closeAll(): void {
    for (const socket of this.answers.keys()) socket.destroy();
  }
}
