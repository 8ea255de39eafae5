import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStrictJson } from './strict-json.ts';

describe('strict JSON', () => {
  it('reads whatever JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, spaced) => {
        const text = JSON.stringify(value, null, spaced ? 2 : 0);
        fc.pre(!text.includes('"__proto__"'));
        expect(parseStrictJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('passes over a byte order mark', () => {
    expect(parseStrictJson('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  it.each([
    '',
    '{',
    '{"a":1,}',
    '{"a":1,"a":2}',
    '{"a":1, "\\u0061" : 2}',
    '{"x":[{"b":1,"b":1}]}',
    '{"__proto__":{}}',
    '{"a":"}","a":1}',
  ])('refuses %j', (text) => {
    expect(() => parseStrictJson(text)).toThrow(SyntaxError);
  });

  it.each(['{"a":{"a":{"a":1}}}', '[{"a":1},{"a":2}]', '{"a":["a","a"],"b":"a"}'])('takes %j', (text) => {
    expect(parseStrictJson(text)).toEqual(JSON.parse(text));
  });

  it('says nothing of the text in its error', () => {
    expect(() => parseStrictJson('{"alpha": "secret-value')).toThrow(/^not JSON$/);
  });
});
