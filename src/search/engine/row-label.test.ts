import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DROPPED_FROM } from '../analysis/tokens.ts';
import { labelOf, withLabel } from './row-label.ts';

const label = fc.record({
  name: fc.string({ unit: 'grapheme' }),
  ord: fc.nat(),
  length: fc.nat(),
  says: fc.stringMatching(/^[\w-]{11}$/),
  figures: fc.constantFrom('', 'n', 't', 'nt'),
});

describe('the label before the tokens of a chunk', () => {
  it('is read back as it was written, whatever a name holds', () => {
    fc.assert(
      fc.property(label, fc.array(fc.stringMatching(/^[가-힣a-z#=]{1,8}$/)), (given, tokens) => {
        expect(labelOf(withLabel(given, tokens))).toEqual({ ...given, tokens: tokens.join(' ') });
      }),
    );
  });

  it('is one token, of as many bytes as the full-text index drops', () => {
    fc.assert(
      fc.property(label, (given) => {
        const [first, ...others] = withLabel(given, ['=근거']).split(/\s/u);
        expect(others).toEqual(['=근거']);
        expect(Buffer.byteLength(first as string)).toBeGreaterThanOrEqual(DROPPED_FROM);
      }),
    );
  });
});
