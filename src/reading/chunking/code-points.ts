const SURROGATE = /[\ud800-\udbff]/;

/** A text with its lengths in code points; most texts have no surrogates and are counted for free. */
export class MeasuredText {
  readonly text: string;
  private readonly flat: boolean;

  constructor(text: string) {
    this.text = text;
    this.flat = !SURROGATE.test(text);
  }

  /** Code points of text[start, end). */
  length(start: number, end: number): number {
    if (this.flat) return end - start;
    let count = 0;
    for (let at = start; at < end; at++) {
      if (isHigh(this.text.charCodeAt(at)) && at + 1 < end && isLow(this.text.charCodeAt(at + 1))) at++;
      count++;
    }
    return count;
  }

  /** Index that lies `count` code points after `start`, at most `end`. */
  advance(start: number, count: number, end: number): number {
    if (this.flat) return Math.min(start + count, end);
    let at = start;
    for (; count > 0 && at < end; count--) at += isHigh(this.text.charCodeAt(at)) && isLow(this.text.charCodeAt(at + 1)) ? 2 : 1;
    return Math.min(at, end);
  }
}

export function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

export function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
