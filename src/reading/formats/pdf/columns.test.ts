import { describe, expect, it } from 'vitest';
import { columnsOf } from './columns.ts';

interface Item {
  readonly name: string;
  readonly box: readonly [number, number, number, number];
  readonly drawn: number;
}

const line = (name: string, x0: number, x1: number, y: number, drawn: number): Item => ({
  name,
  box: [x0, y, x1, y + 10],
  drawn,
});
const read = (items: readonly Item[]): string =>
  columnsOf(items)
    .map((column) =>
      column.items
        .map((item) => item.name)
        .sort()
        .join(''),
    )
    .join('|');

describe('columns of a page', () => {
  const left = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, at) => line(name, 50, 280, 100 + 16 * at, at));
  const right = ['g', 'h', 'i', 'j', 'k', 'l'].map((name, at) => line(name, 310, 540, 108 + 16 * at, 6 + at));

  it('are read one after the other', () => {
    expect(read([...left, ...right])).toBe('abcdef|ghijkl');
  });

  it('come after a title over both, and before what stands below both', () => {
    const title = line('t', 120, 470, 60, -1);
    const foot = line('z', 60, 530, 260, 20);
    expect(read([title, ...left, ...right, foot])).toBe('t|abcdef|ghijkl|z');
  });

  it('are not seen in one column of full lines', () => {
    expect(read(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name, at) => line(name, 50, 540, 100 + 16 * at, at)))).toBe('abcdefg');
  });

  it('are not seen in a list of names and values that is written row by row', () => {
    const rows = ['a', 'b', 'c', 'd', 'e'].flatMap((name, at) => [
      line(name, 50, 120, 100 + 16 * at, 2 * at),
      line(name.toUpperCase(), 400, 470, 100 + 16 * at, 2 * at + 1),
    ]);
    expect(read(rows)).toBe('ABCDEabcde');
  });
});
