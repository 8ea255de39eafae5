import { describe, expect, it } from 'vitest';
import { ChildMessages, ChildTalksNonsense } from './child-messages.ts';

const take = (messages: ChildMessages, text: string) => [...messages.take(Buffer.from(text))];

describe('messages of a child', () => {
  it('are taken apart wherever the pieces are cut', () => {
    const sent = [
      { kind: 'sniffed', job: 1, format: 'hwp' },
      { kind: 'beat', job: 1 },
      { kind: 'failed', job: 1, error: '오류' },
      { kind: 'done', job: 2, readable: false, reason: 'EMPTY' },
    ];
    const bytes = Buffer.from(sent.map((message) => `${JSON.stringify(message)}\n`).join(''));
    for (let cut = 1; cut <= bytes.length; cut++) {
      const messages = new ChildMessages();
      const read = [];
      for (let at = 0; at < bytes.length; at += cut) read.push(...messages.take(bytes.subarray(at, at + cut)));
      expect(read).toEqual(sent);
    }
  });

  it.each([
    'hello',
    '',
    'null',
    '{"kind":"done"}',
    '{"kind":"done","job":1,"readable":true,"reason":"WHATEVER"}',
    '{"kind":"sniffed","job":1,"format":"exe"}',
    '{"kind":"beat","job":"1"}',
    '{"cmd":"NODE_HANDLE","type":"net.Socket"}',
  ])('are refused when they are none: %s', (line) => {
    expect(() => take(new ChildMessages(), `${line}\n`)).toThrow(ChildTalksNonsense);
  });

  it('are refused when one is too long, before it has ended', () => {
    const messages = new ChildMessages();
    take(messages, 'x'.repeat(10_000));
    expect(() => take(messages, 'x'.repeat(10_000))).toThrow(ChildTalksNonsense);
  });

  it('are refused when there are too many for one job', () => {
    const messages = new ChildMessages();
    const thousand = `${JSON.stringify({ kind: 'beat', job: 1 })}\n`.repeat(1000);
    for (let n = 0; n < 5; n++) take(messages, thousand);
    messages.reset();
    for (let n = 0; n < 5; n++) take(messages, thousand);
    expect(() => take(messages, thousand)).toThrow(ChildTalksNonsense);
  });
});
