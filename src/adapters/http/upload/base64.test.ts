import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Base64Decoder, InvalidBase64 } from './base64.ts';

function decode(...pieces: readonly (string | Buffer)[]): Buffer {
  const decoder = new Base64Decoder();
  const out = pieces.map((piece) => Buffer.from(decoder.push(Buffer.from(piece as string))));
  return Buffer.concat([...out, decoder.end()]);
}

function cut(text: string, places: readonly number[]): string[] {
  const at = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((start, i) => text.slice(start, at[i] ?? text.length));
}

describe('base64 in pieces', () => {
  it('gives the bytes back however it is cut', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(fc.nat(), { maxLength: 8 }), (bytes, places) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(decode(...cut(text, places))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('passes over line breaks wherever they stand', () => {
    expect(decode('QU\r\nJD', '\n', 'RA=\r\n', '=\n').toString()).toBe('ABCD');
  });

  it.each([
    'abcde',
    'abc',
    'a',
    'QUJD=QUJD',
    'QQ=',
    'QQ===',
    'Q===',
    '====',
    '=',
    'QUI==',
    'QUJD====',
    '%%%%',
    'QU-D',
    'QU_D',
    'QU D',
    'QU\tD',
    '한글',
    'QUJ\u0000',
    'ＱＱ==',
  ])('refuses %j, whole or byte by byte', (text) => {
    expect(() => decode(text)).toThrow(InvalidBase64);
    expect(() => decode(...[...Buffer.from(text)].map((byte) => Buffer.from([byte])))).toThrow(InvalidBase64);
  });

  it('takes what a reference takes and refuses all else', () => {
    const strict = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
    const near = fc.string({ unit: fc.constantFrom('A', 'z', '9', '+', '/', '=', '-', '_', ' ', 'é'), maxLength: 12 });
    fc.assert(
      fc.property(near, fc.array(fc.nat(), { maxLength: 4 }), (text, places) => {
        if (strict.test(text)) expect(decode(...cut(text, places))).toEqual(Buffer.from(text, 'base64'));
        else expect(() => decode(...cut(text, places))).toThrow(InvalidBase64);
      }),
      { numRuns: 1000 },
    );
  });
});
