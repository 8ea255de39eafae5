import { describe, expect, it } from 'vitest';
import { copiesLast } from './ranking.ts';

const list = (saying: string) => [...saying].map((says, at) => ({ says, at }));
const places = (saying: string, limit: number) => copiesLast(list(saying), limit).chosen.map(({ at }) => at);

describe('a ranked list', () => {
  it('stays as it is where every chunk says something else', () => {
    expect(places('가나다라', 3)).toEqual([0, 1, 2]);
  });

  it('has what only repeats a better chunk behind everything else', () => {
    expect(places('가가나가다', 3)).toEqual([0, 2, 4]);
    expect(places('가가나가다', 5)).toEqual([0, 2, 4, 1, 3]);
  });

  it('has to be known as far as the last that was chosen, or ten times as far as is wanted', () => {
    expect(copiesLast(list('가가나다'), 2).needed).toBe(3);
    expect(copiesLast(list('가가가'), 2).needed).toBe(20);
  });

  it('is looked through for others only so far: of many copies some are shown', () => {
    expect(places(`${'가'.repeat(20)}나`, 2)).toEqual([0, 1]);
  });
});
