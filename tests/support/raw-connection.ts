import net from 'node:net';

/** A connection on which a test says exactly what it wants, when it wants. */
export class RawConnection {
  readonly socket: net.Socket;
  readonly closed: Promise<void>;
  received = '';

  private constructor(socket: net.Socket) {
    this.socket = socket;
    socket.on('data', (data) => (this.received += data.toString('latin1')));
    socket.on('error', () => {});
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  static open(port: number): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(new RawConnection(socket)));
      socket.once('error', reject);
    });
  }

  /** Writes and waits until the system has taken it; false when the other side is gone. */
  write(data: string | Buffer): Promise<boolean> {
    return new Promise((resolve) => {
      if (this.socket.destroyed || !this.socket.writable) resolve(false);
      else this.socket.write(data, (error) => resolve(!error));
    });
  }

  /** The status of the first answer so far. */
  get status(): number | null {
    const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(this.received) ?? [];
    return status === undefined ? null : Number(status);
  }

  destroy(): void {
    this.socket.destroy();
  }
}

/** The head of a request for a file. */
export function fileHead(target: string, headers: Record<string, string>): string {
  const lines = Object.entries({
    host: 'localhost',
    'x-filename': 'a.xlsx',
    'content-type': 'application/octet-stream',
    ...headers,
  });
  return `POST ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

/** Bytes as one piece of a chunked body. */
export function piece(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}
