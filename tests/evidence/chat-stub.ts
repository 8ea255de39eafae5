import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What the stub does with a request: a text is a completion, a function has the connection to itself. */
export type Reply = string | ((request: { prompt: string; body: string }, response: http.ServerResponse) => void);

/** A stand-in for an OpenAI-compatible gateway. It is no model: it says what the test tells it to, and calls itself a stub. */
export class ChatStub {
  readonly calls: { readonly path: string; readonly authorization: string; readonly body: string }[] = [];
  reply: Reply = '이것은 시험용 대역입니다.';
  base = '';
  private readonly server: http.Server;

  private constructor(server: http.Server) {
    this.server = server;
  }

  /** One that goes with the test. */
  static async start(): Promise<ChatStub> {
    const stub = await ChatStub.open();
    onTestFinished(() => stub.close());
    return stub;
  }

  static async open(): Promise<ChatStub> {
    const server = http.createServer();
    const stub = new ChatStub(server);
    server.on('request', (request, response) => {
      let body = '';
      request.on('data', (part) => (body += part));
      request.on('end', () => {
        stub.calls.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '', body });
        const { messages } = JSON.parse(body) as { messages: { content: string }[] };
        const prompt = messages.map(({ content }) => content).join('\n');
        if (typeof stub.reply === 'string') completion(response, stub.reply);
        else stub.reply({ prompt, body }, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stub.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    return stub;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

export function completion(response: http.ServerResponse, content: string, more: object = {}): void {
  response.setHeader('content-type', 'application/json');
  const message = { role: 'assistant', content };
  response.end(JSON.stringify({ id: 'stub', model: 'stub', choices: [{ index: 0, finish_reason: 'stop', message, ...more }] }));
}
