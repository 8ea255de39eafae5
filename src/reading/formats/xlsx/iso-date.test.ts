import { describe, expect, it } from 'vitest';
import { isoSerial } from './iso-date.ts';

describe('dates in words', () => {
  it.each([
    ['2026-03-02', 46083],
    ['2026-03-02T12:00:00', 46083.5],
    ['2026-03-02T06:00Z', 46083.25],
    ['1900-02-28', 59],
    ['1900-03-01', 61],
  ])('%s', (text, serial) => {
    expect(isoSerial(text)).toBe(serial);
  });

  it.each(['', '2026-02-30', '2026-13-01', '12:30', '2026-03-02T25:00:00', '2026-03-02 12:00'])('%s is none', (text) => {
    expect(isoSerial(text)).toBeNull();
  });
});
