import type { Ink } from './ink.ts';

/** Pieces of ink that hang together, as boxes; `area` counts pixels. Parallel arrays: a page has tens of thousands. */
export interface Components {
  readonly count: number;
  readonly x0: Int32Array;
  readonly y0: Int32Array;
  readonly x1: Int32Array;
  readonly y1: Int32Array;
  readonly area: Int32Array;
}

/** Runs of ink joined to the runs they touch in the row above, corners included. */
export function componentsOf({ width, height, data }: Ink): Components {
  let capacity = 1 << 14;
  let parent = new Int32Array(capacity);
  let x0 = new Int32Array(capacity);
  let y0 = new Int32Array(capacity);
  let x1 = new Int32Array(capacity);
  let y1 = new Int32Array(capacity);
  let area = new Int32Array(capacity);
  let labels = 0;
  const grow = () => {
    capacity *= 2;
    [parent, x0, y0, x1, y1, area] = [parent, x0, y0, x1, y1, area].map((old) => {
      const larger = new Int32Array(capacity);
      larger.set(old);
      return larger;
    }) as [
      Int32Array<ArrayBuffer>,
      Int32Array<ArrayBuffer>,
      Int32Array<ArrayBuffer>,
      Int32Array<ArrayBuffer>,
      Int32Array<ArrayBuffer>,
      Int32Array<ArrayBuffer>,
    ];
  };
  const find = (label: number): number => {
    while (parent[label] !== label) {
      parent[label] = parent[parent[label] as number] as number;
      label = parent[label] as number;
    }
    return label;
  };
  // Runs of the row above and of this one: start, end, label.
  let above: number[] = [];
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const runs: number[] = [];
    let k = 0;
    const line = data.subarray(row, row + width);
    // The built-in search crosses paper many times faster than a loop.
    for (let start = line.indexOf(1); start >= 0; ) {
      const end = line.indexOf(0, start);
      const x = end < 0 ? width : end;
      let label = -1;
      while (k < above.length && (above[k + 1] as number) < start) k += 3;
      for (let j = k; j < above.length && (above[j] as number) <= x; j += 3) {
        const other = find(above[j + 2] as number);
        if (label < 0) label = other;
        else if (other !== label) {
          const [keep, gone] = other < label ? [other, label] : [label, other];
          parent[gone] = keep;
          x0[keep] = Math.min(x0[keep] as number, x0[gone] as number);
          y0[keep] = Math.min(y0[keep] as number, y0[gone] as number);
          x1[keep] = Math.max(x1[keep] as number, x1[gone] as number);
          y1[keep] = Math.max(y1[keep] as number, y1[gone] as number);
          area[keep] = (area[keep] as number) + (area[gone] as number);
          label = keep;
        }
      }
      if (label < 0) {
        if (labels === capacity) grow();
        label = labels++;
        parent[label] = label;
        x0[label] = start;
        y0[label] = y;
        x1[label] = x;
        y1[label] = y + 1;
      } else {
        x0[label] = Math.min(x0[label] as number, start);
        x1[label] = Math.max(x1[label] as number, x);
        y1[label] = y + 1;
      }
      area[label] = (area[label] as number) + x - start;
      runs.push(start, x, label);
      start = end < 0 ? -1 : line.indexOf(1, end);
    }
    above = runs;
  }
  let count = 0;
  for (let label = 0; label < labels; label++) {
    if (parent[label] !== label) continue;
    x0[count] = x0[label] as number;
    y0[count] = y0[label] as number;
    x1[count] = x1[label] as number;
    y1[count] = y1[label] as number;
    area[count] = area[label] as number;
    count++;
  }
  return {
    count,
    x0: x0.subarray(0, count),
    y0: y0.subarray(0, count),
    x1: x1.subarray(0, count),
    y1: y1.subarray(0, count),
    area: area.subarray(0, count),
  };
}
