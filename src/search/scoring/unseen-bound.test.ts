import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idf, K1, saturation } from './bm25.ts';
import { engineAverageLength, engineIdf } from './calibration.ts';
import { highestUnseen, lengthRatio } from './unseen-bound.ts';

const terms = fc.array(
  fc.record({ engine: fc.double({ min: 0.01, max: 12, noNaN: true }), exact: fc.double({ min: 0.01, max: 12, noNaN: true }) }),
  { minLength: 1, maxLength: 8 },
);
const lengths = fc.record({
  engineAverage: fc.double({ min: 50, max: 900, noNaN: true }),
  average: fc.double({ min: 50, max: 900, noNaN: true }),
});
const rows = fc.array(
  fc.record({ counts: fc.array(fc.nat(6), { minLength: 8, maxLength: 8 }), length: fc.integer({ min: 1, max: 2000 }) }),
  {
    minLength: 1,
    maxLength: 30,
  },
);

describe('the highest score among rows that the engine did not give', () => {
  it('is never above the bound, whatever the two statistics are', () => {
    fc.assert(
      fc.property(terms, lengths, rows, fc.nat(29), (weights, { engineAverage, average }, given, cut) => {
        const engine = (row: (typeof given)[number], at: number) =>
          row.counts[at] === 0
            ? 0
            : (weights[at]?.engine as number) * saturation(row.counts[at] as number, row.length, engineAverage);
        const scored = given
          .map((row) => ({
            engine: weights.reduce((sum, _, at) => sum + Math.fround(engine(row, at)), 0),
            exact: weights.reduce(
              (sum, { exact }, at) =>
                row.counts[at] === 0 ? sum : sum + exact * saturation(row.counts[at] as number, row.length, average),
              0,
            ),
          }))
          .sort((a, b) => b.engine - a.engine);
        const last = scored[Math.min(cut, scored.length - 1)]?.engine as number;
        const longest = Math.max(...given.map(({ length }) => length));
        const byLength = lengthRatio({ chunks: 1, length: average, longest }, engineAverage);
        const bound = highestUnseen(
          weights.map(({ engine: own, exact }, at) => ({
            ratio: (exact / own) * byLength,
            highest: Math.max(...given.map((row) => engine(row, at))),
            most: exact * (K1 + 1),
          })),
          last,
        );
        for (const { engine: seen, exact } of scored) if (seen <= last) expect(exact).toBeLessThanOrEqual(bound);
      }),
      { numRuns: 500 },
    );
  });

  it('is all that a term can give where nothing is known of the engine', () => {
    expect(highestUnseen([{ ratio: Number.POSITIVE_INFINITY, highest: 1, most: 5 }], 0.1)).toBeGreaterThanOrEqual(5);
  });

  it('is nothing where the engine had nothing left', () => {
    expect(highestUnseen([{ ratio: 3, highest: 1, most: 5 }], 0)).toBe(0);
  });
});

describe("the engine's statistics", () => {
  it('are told by the scores of two rows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 1_000_000 }),
        fc.double({ min: 0.0001, max: 0.9, noNaN: true }),
        fc.double({ min: 100, max: 900, noNaN: true }),
        fc.integer({ min: 1, max: 5 }),
        (chunks, share, average, count) => {
          const weight = idf(chunks, Math.max(1, Math.floor(chunks * share)));
          const seen = (length: number) => ({ score: Math.fround(weight * saturation(count, length, average)), count, length });
          const [short, long] = [seen(40), seen(800)];
          const told = engineAverageLength([[short, long]]);
          expect(told).not.toBeNull();
          expect(Math.abs((told as number) / average - 1)).toBeLessThan(1e-4);
          expect(Math.abs(engineIdf(short, told as number) / weight - 1)).toBeLessThan(1e-4);
        },
      ),
    );
  });

  it('are not told by rows that are alike', () => {
    const seen = { score: 1.5, count: 2, length: 300 };
    expect(engineAverageLength([[seen, seen]])).toBeNull();
  });
});
