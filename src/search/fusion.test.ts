import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alternate as alternateItems } from './fusion.ts';

const lists = fc.tuple(fc.uniqueArray(fc.nat(30)), fc.uniqueArray(fc.nat(30)), fc.nat(40));

/** Numbers that each say something else. */
function alternate(first: readonly number[], second: readonly number[], limit: number): number[] {
  const items = (numbers: readonly number[]) => numbers.map((number) => ({ rowId: BigInt(number), says: String(number) }));
  return alternateItems(items(first), items(second), limit).map(({ rowId }) => Number(rowId));
}

describe('two lists in turns', () => {
  it('begin with the first of the first list', () => {
    expect(alternate([1, 2, 3], [10, 20, 30], 4)).toEqual([1, 10, 2, 20]);
  });

  it('give one place to what is in both', () => {
    expect(alternate([1, 2, 3], [1, 2, 9], 4)).toEqual([1, 2, 3, 9]);
  });

  it('pass over what says the same, until there is nothing else', () => {
    const item = (rowId: bigint, says: string) => ({ rowId, says });
    const [a, copy, b, c] = [item(1n, '가'), item(2n, '가'), item(3n, '나'), item(4n, '다')];
    expect(alternateItems([a, b], [copy, c], 3)).toEqual([a, c, b]);
    expect(alternateItems([a, b], [copy, c], 9)).toEqual([a, c, b, copy]);
  });

  it('fill up from one where the other ends', () => {
    expect(alternate([1], [10, 20, 30], 4)).toEqual([1, 10, 20, 30]);
  });

  it('give as many as there are, up to the limit, each once', () => {
    fc.assert(
      fc.property(lists, ([first, second, limit]) => {
        const fused = alternate(first, second, limit);
        expect(new Set(fused).size).toBe(fused.length);
        expect(fused.length).toBe(Math.min(limit, new Set([...first, ...second]).size));
      }),
    );
  });

  it('keep the order that each list has, but for what the other list had earlier', () => {
    fc.assert(
      fc.property(lists, ([first, second, limit]) => {
        const fused = alternate(first, second, limit);
        const own = fused.filter((item) => !second.includes(item));
        expect(own).toEqual(first.filter((item) => own.includes(item)));
      }),
    );
  });

  it('share alike: no list gives two more than the other while both have more', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(100), { minLength: 20 }), fc.nat(10), (items, limit) => {
        const [first, second] = [items.slice(0, 10), items.slice(10, 20)];
        const fused = alternate(first, second, limit);
        expect(fused.filter((item) => first.includes(item))).toHaveLength(Math.ceil(limit / 2));
      }),
    );
  });
});
