import { expect, it } from 'vitest';
import { coarseToFine, halving } from './layout-engine.ts';

it('pages are looked at from coarse to fine, each once', () => {
  const pages = Array.from({ length: 40 }, (_, i) => i + 5);
  const order = coarseToFine(pages);
  expect(order.slice(0, 5)).toEqual([5, 21, 37, 13, 29]);
  expect([...order].sort((a, b) => a - b)).toEqual(pages);
});

it('a rising function is found with few calls', () => {
  const values = Array.from({ length: 5000 }, (_, i) => Math.floor(i / 600));
  let calls = 0;
  const found = halving(values.length, (i) => {
    calls++;
    return values[i] as number;
  });
  expect(found).toEqual(values);
  expect(calls).toBeLessThan(200);
});

it('nothing and one are found as they are', () => {
  expect(halving(0, () => 3)).toEqual([]);
  expect(halving(1, () => 3)).toEqual([3]);
});
