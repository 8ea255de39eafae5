import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidJson, JsonScanner, MAX_REST_BYTES } from './json-scanner.ts';

function scan(body: string | Buffer, size = Number.POSITIVE_INFINITY, path = ['data']) {
  const pieces: Buffer[] = [];
  const scanner = new JsonScanner({ path, onPiece: (piece) => pieces.push(Buffer.from(piece)) });
  const bytes = Buffer.from(body as string);
  for (let at = 0; at < bytes.length; at += Math.min(size, bytes.length)) scanner.push(bytes.subarray(at, at + size));
  const rest = scanner.end();
  return { rest, lifted: scanner.lifted, value: Buffer.concat(pieces).toString() };
}

describe('lifting one field out of a JSON body', () => {
  it.each([
    ['{"data":"QUJD","name":"a"}', { data: '', name: 'a' }, 'QUJD'],
    ['{"name":"a","data":"QUJD"}', { data: '', name: 'a' }, 'QUJD'],
    [' {\n "name" : "a" ,\t"data"\r\n: "QUJD" } ', { data: '', name: 'a' }, 'QUJD'],
    ['{"d\\u0061ta":"QUJD"}', { data: '' }, 'QUJD'],
    ['{"data":"Q\\u0055J\\/D\\n"}', { data: '' }, 'QUJ/D\n'],
    ['{"data":"a\\"b\\\\c"}', { data: '' }, 'a"b\\c'],
    ['{"name":"a\\"data\\":","data":"x"}', { name: 'a"data":', data: '' }, 'x'],
    ['{"data":""}', { data: '' }, ''],
  ])('%j', (body, rest, value) => {
    for (const size of [1, 2, 3, 7, Number.POSITIVE_INFINITY]) expect(scan(body, size)).toEqual({ rest, lifted: true, value });
  });

  it.each([
    ['{"other":{"data":"deep"}}', { other: { data: 'deep' } }],
    ['{"list":["data","x"]}', { list: ['data', 'x'] }],
    ['{"name":"data"}', { name: 'data' }],
    ['{"data":5}', { data: 5 }],
    ['{"data":["x"]}', { data: ['x'] }],
    ['{"data":null,"more":"x"}', { data: null, more: 'x' }],
    ['{"DATA":"x"}', { DATA: 'x' }],
    ['{}', {}],
  ])('%j holds nothing to lift', (body, rest) => {
    expect(scan(body)).toEqual({ rest, lifted: false, value: '' });
  });

  it.each([
    '',
    '[]',
    '"x"',
    'null',
    '5',
    '{"name": ',
    '{"data":"x"',
    '{"data":"x',
    '{"data":"x\\',
    '{"data":"\\x"}',
    '{"data":"\\u12G4"}',
    '{"data" "x"}',
    '{"data":"x" "y"}',
    '{"data":5 "y"}',
    '{"data":"x"}}',
    '{"data":"x","data":"y"}',
    '{"data":"x","d\\u0061ta":1}',
    '{"name":"x","name":"y","data":"z"}',
    '[{"data":"x"}',
    '}{"data":"x"}',
  ])('%j is refused', (body) => {
    for (const size of [1, 4, Number.POSITIVE_INFINITY]) expect(() => scan(body, size)).toThrow(InvalidJson);
  });

  it.each([
    ['{"a":{"b":{"data":"x","c":1}},"d":2}', 'x', { a: { b: { data: '', c: 1 } }, d: 2 }],
    ['{"d":[{"a":{"b":{"data":"no"}}}],"a":{"e":{"data":"no"},"b":{"data":"x"}}}', 'x', null],
    ['{"data":"no","a":{"data":"no","b":{"data":"x"}}}', 'x', null],
  ])('the field may stand deeper: %j', (body, value, rest) => {
    for (const size of [1, 3, Number.POSITIVE_INFINITY]) {
      const got = scan(body, size, ['a', 'b', 'data']);
      expect(got.value).toBe(value);
      expect(got.rest).toEqual(rest ?? JSON.parse(body.replace('"x"', '""')));
    }
  });

  it.each([
    '{"a":{"data":"no"}}',
    '{"a":[{"b":{"data":"no"}}]}',
    '{"a":{"b":[{"data":"no"}]}}',
    '{"a":{"b":"no"},"b":{"data":"no"}}',
    '{"a":{"b":{"b":{"data":"no"}}}}',
  ])('%j has nothing at that place', (body) => {
    expect(scan(body, 1, ['a', 'b', 'data'])).toEqual({ rest: JSON.parse(body), lifted: false, value: '' });
  });

  it('refuses bytes that are no UTF-8', () => {
    expect(() => scan(Buffer.from('{"name":"\xff","data":"x"}', 'latin1'))).toThrow(InvalidJson);
  });

  it('keeps no more than a bounded text besides the field, white space counted', () => {
    expect(() => scan(`{"data":"x"${' '.repeat(MAX_REST_BYTES)}}`, 1000)).toThrow(InvalidJson);
    expect(scan(`{"data":"${'x'.repeat(MAX_REST_BYTES * 2)}"}`, 1000).value).toHaveLength(MAX_REST_BYTES * 2);
  });

  it('agrees with JSON.parse on any object, however it is written and cut', () => {
    const field = fc.oneof(fc.constantFrom('data', 'name', 'Data', '"', '\\', 'x'), fc.string({ unit: 'binary', maxLength: 5 }));
    const object = fc.dictionary(field, fc.oneof(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 2 })), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(object, fc.integer({ min: 1, max: 40 }), fc.boolean(), (given, size, spaced) => {
        const body = JSON.stringify(given, null, spaced ? 2 : 0);
        const { data, ...others } = JSON.parse(body) as Record<string, unknown>;
        const got = scan(body, size);
        expect(got.lifted).toBe(typeof data === 'string');
        if (typeof data === 'string')
          expect(got).toEqual({ rest: { ...others, data: '' }, lifted: true, value: Buffer.from(data).toString() });
        else expect(got.rest).toEqual(JSON.parse(body));
      }),
      { numRuns: 500 },
    );
  });
});
