import type { Ink } from './ink.ts';

/** A drawn line. For one that runs across: `at` is its y, `from` and `to` are its x; for one that runs down the other way round. */
export interface Ruling {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** Pixels. */
  readonly thickness: number;
}

export interface Rulings {
  readonly across: readonly Ruling[];
  readonly down: readonly Ruling[];
}

/** Letters this high leave lines to be found at half the size, in a quarter of the time. */
const HALF_FROM = 34;

/** Drawn lines on a straightened page; `glyph` is the height of its letters. */
export function rulingsOf(ink: Ink, glyph: number): Rulings {
  if (glyph < HALF_FROM) return findRulings(ink, glyph);
  const { across, down } = findRulings(halved(ink), glyph / 2);
  const doubled = ({ at, from, to, thickness }: Ruling): Ruling => ({
    at: 2 * at + 0.5,
    from: 2 * from,
    to: 2 * to,
    thickness: 2 * thickness,
  });
  return { across: across.map(doubled), down: down.map(doubled) };
}

/** Half as wide and high; a pixel is ink where one of its four was. */
function halved({ width, height, data }: Ink): Ink {
  const [w, h] = [width >> 1, height >> 1];
  const out = new Uint8Array(w * h);
  for (let y = 0, to = 0; y < h; y++) {
    for (let x = 0, at = 2 * y * width; x < w; x++, at += 2, to++) {
      out[to] = (data[at] as number) | (data[at + 1] as number) | (data[at + width] as number) | (data[at + width + 1] as number);
    }
  }
  return { width: w, height: h, data: out };
}

function findRulings(ink: Ink, glyph: number): Rulings {
  const across = linesAcross(ink, glyph, 1.5 * glyph);
  const down = linesAcross(transpose(ink), glyph, 1.15 * glyph);
  // The side of a cell can be little longer than the stroke of a letter: a short line counts only where others hold both ends.
  const keep = (line: Ruling, others: readonly Ruling[]) =>
    line.to - line.from >= 5 * glyph || (meets(line, line.from, others, glyph) && meets(line, line.to, others, glyph));
  const long = across.filter((line) => line.to - line.from >= 5 * glyph);
  const held = down.filter((line) => keep(line, long));
  const heldAcross = across.filter((line) => keep(line, held));
  return { across: heldAcross, down: down.filter((line) => keep(line, heldAcross)) };
}

function meets(line: Ruling, end: number, others: readonly Ruling[], glyph: number): boolean {
  return others.some(
    (other) =>
      Math.abs(other.at - end) <= 0.35 * glyph && other.from - 0.35 * glyph <= line.at && line.at <= other.to + 0.35 * glyph,
  );
}

interface Run {
  readonly y: number;
  readonly from: number;
  readonly to: number;
}

function linesAcross(ink: Ink, glyph: number, shortest: number): Ruling[] {
  // Scans break lines and dotted ones are made of breaks; letters' strokes lie further apart.
  const breaks = Math.max(2, Math.round(0.12 * glyph));
  const runs = longRuns(thinAcross(ink, Math.max(3, 0.3 * glyph)), shortest, breaks);
  return joinEnds(stack(runs, glyph), glyph).filter((line) => line.to - line.from >= shortest && standsFree(line, ink, glyph));
}

/** Ink that reaches no further than `most` up and down: strokes that lie, and none of the body of letters and bars. */
function thinAcross({ width, height, data }: Ink, most: number): Ink {
  const out = new Uint8Array(data.length);
  const lengths = new Uint16Array(width);
  let isOpen = false;
  for (let y = 0; y <= height; y++) {
    const row = y * width;
    const hasInk = y < height && data.subarray(row, row + width).includes(1);
    // Nothing begins, goes on or ends here.
    if (!hasInk && !isOpen) continue;
    isOpen = hasInk;
    for (let x = 0; x < width; x++) {
      if (y < height && data[row + x] === 1) {
        lengths[x] = (lengths[x] as number) + 1;
        continue;
      }
      const length = lengths[x] as number;
      if (length === 0) continue;
      lengths[x] = 0;
      if (length <= most) for (let back = 1; back <= length; back++) out[row - back * width + x] = 1;
    }
  }
  return { width, height, data: out };
}

/** Long runs of each row together with the row above it: what is left of the skew moves a line by a pixel now and then. */
function longRuns({ width, height, data }: Ink, shortest: number, breaks: number): Run[] {
  const runs: Run[] = [];
  const line = new Uint8Array(width);
  for (let y = 1; y < height; y++) {
    if (!data.subarray((y - 1) * width, (y + 1) * width).includes(1)) continue;
    for (let x = 0, at = y * width; x < width; x++, at++) line[x] = (data[at] as number) | (data[at - width] as number);
    let from = -1;
    let last = -1;
    let filled = 0;
    const close = () => {
      // Half of a dotted line is ink; a row of letters is less once its gaps are bridged.
      if (from >= 0 && last - from >= shortest && filled >= 0.45 * (last - from)) runs.push({ y, from, to: last });
    };
    for (let start = line.indexOf(1); start >= 0; ) {
      const end = line.indexOf(0, start);
      const to = end < 0 ? width : end;
      if (from < 0 || start - last > breaks) {
        close();
        from = start;
        filled = 0;
      }
      last = to;
      filled += to - start;
      start = end < 0 ? -1 : line.indexOf(1, end);
    }
    close();
  }
  return runs;
}

/** Runs on top of each other are one line. */
function stack(runs: readonly Run[], glyph: number): Ruling[] {
  const open: { top: number; bottom: number; from: number; to: number; weight: number; sum: number }[] = [];
  const done: typeof open = [];
  for (const run of runs) {
    const length = run.to - run.from;
    for (let i = open.length - 1; i >= 0; i--)
      if (run.y - (open[i] as { bottom: number }).bottom > 2) done.push(...open.splice(i, 1));
    const on = open.find(
      (line) => Math.min(line.to, run.to) - Math.max(line.from, run.from) > 0.3 * Math.min(length, line.to - line.from),
    );
    if (on && run.y - on.top < 0.5 * glyph) {
      on.bottom = run.y;
      on.from = Math.min(on.from, run.from);
      on.to = Math.max(on.to, run.to);
      on.weight += length;
      on.sum += length * run.y;
    } else open.push({ top: run.y, bottom: run.y, from: run.from, to: run.to, weight: length, sum: length * run.y });
  }
  done.push(...open);
  return done.map((line) => {
    // Every line was seen once too often: together with the row below it.
    return { at: line.sum / line.weight - 0.5, from: line.from, to: line.to, thickness: Math.max(1, line.bottom - line.top) };
  });
}

/** Pieces of one line with a gap of less than a letter; strokes of letters that happen to stand in line are mostly gap. */
function joinEnds(lines: readonly Ruling[], glyph: number): Ruling[] {
  const sorted = [...lines].sort((a, b) => a.from - b.from).map((line) => ({ ...line, covered: line.to - line.from }));
  const out: typeof sorted = [];
  for (const line of sorted) {
    const on = out.findIndex(
      (left) =>
        Math.abs(left.at - line.at) <= Math.max(2, 0.12 * glyph) &&
        line.from - left.to <= 0.8 * glyph &&
        line.from - left.to > -2 * glyph,
    );
    const left = out[on];
    if (!left) {
      out.push(line);
      continue;
    }
    const [a, b] = [left.to - left.from, line.to - line.from];
    out[on] = {
      at: (left.at * a + line.at * b) / (a + b),
      from: left.from,
      to: Math.max(left.to, line.to),
      thickness: Math.max(left.thickness, line.thickness),
      covered: left.covered + Math.max(0, line.to - Math.max(left.to, line.from)),
    };
  }
  return out.filter((line) => line.covered >= 0.85 * (line.to - line.from)).map(({ covered: _, ...line }) => line);
}

/** Above or below a drawn line is paper; a chain of letters' strokes has the rest of the letters on both sides. */
function standsFree(line: Ruling, { width, height, data }: Ink, glyph: number): boolean {
  const reach = Math.ceil(line.thickness / 2) + Math.max(2, Math.round(0.12 * glyph));
  const inkIn = (y: number): number => {
    if (y < 0 || y >= height) return 0;
    let count = 0;
    for (let x = line.from; x < line.to; x++) count += data[y * width + x] as number;
    return count / (line.to - line.from);
  };
  const at = Math.round(line.at);
  return Math.min(inkIn(at - reach), inkIn(at + reach)) < 0.12 || Math.max(inkIn(at - reach), inkIn(at + reach)) < 0.25;
}

function transpose({ width, height, data }: Ink): Ink {
  const out = new Uint8Array(data.length);
  // In squares that fit the processor's cache.
  const side = 64;
  for (let top = 0; top < height; top += side) {
    for (let left = 0; left < width; left += side) {
      const [bottom, right] = [Math.min(height, top + side), Math.min(width, left + side)];
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) out[x * height + y] = data[y * width + x] as number;
    }
  }
  return { width: height, height: width, data: out };
}
