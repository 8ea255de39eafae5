import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareNames } from './name-order.ts';

it('names are in the order of their code points', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 6 });
  fc.assert(
    fc.property(name, name, (a, b) => {
      const [x, y] = [Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8')];
      // UTF-8 sorts as code points do.
      expect(Math.sign(compareNames(a, b))).toBe(Buffer.compare(x, y));
    }),
  );
  expect(['😀', 'ｱ', '가'].sort(compareNames)).toEqual(['가', 'ｱ', '😀']);
});
