import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TermCounter } from './term-counter.ts';

const token = fc.stringMatching(/^[=#가-나ab]{1,3}$/);

describe('terms', () => {
  it('are counted as they would be one by one', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(token, { maxLength: 40 }),
        fc.array(token, { minLength: 1, maxLength: 200 }),
        (terms, tokens) => {
          const counts = new TermCounter(terms).count(tokens.join(' '));
          expect([...counts]).toEqual(terms.map((term) => tokens.filter((each) => each === term).length));
        },
      ),
    );
  });
});
