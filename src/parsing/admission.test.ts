import { expect, it } from 'vitest';
import { Admission } from './admission.ts';

it('lets in as many as there is room for, and again as many as have left', () => {
  const admission = new Admission(2);
  const [first, second] = [admission.tryEnter(), admission.tryEnter()];
  expect([admission.tryEnter(), admission.inside]).toEqual([null, 2]);
  first?.();
  // Leaving twice makes no second place.
  first?.();
  expect(admission.tryEnter()).not.toBeNull();
  expect(admission.tryEnter()).toBeNull();
  second?.();
  expect(admission.inside).toBe(1);
});

it.each([null, 0])('counts without a limit when that is %s', (limit) => {
  const admission = new Admission(limit);
  for (let n = 0; n < 100; n++) expect(admission.tryEnter()).not.toBeNull();
  expect(admission.inside).toBe(100);
});
