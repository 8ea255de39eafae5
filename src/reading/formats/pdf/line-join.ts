import { AFTER, AVERAGE, BEFORE } from './spacing-table.ts';

/** Contexts that the document itself is asked about: characters before and after the place, and what the answer must outweigh. */
const CONTEXTS = [
  { before: 1, after: 1, trust: 3 },
  { before: 2, after: 1, trust: 2 },
  { before: 1, after: 2, trust: 2 },
  { before: 2, after: 2, trust: 1 },
] as const;
/** Rounds in which the share of line ends at spaces settles; it moves by less than 1 % after eight. */
const ROUNDS = 12;

const after = weights(AFTER);
const before = weights(BEFORE);

function weights(rows: readonly (readonly [number, string])[]): Map<string, number> {
  const out = new Map<string, number>();
  for (const [weight, characters] of rows) for (const character of characters) out.set(character, weight);
  return out;
}

/**
 * Whether a space stood where a line was broken. Korean is broken inside words, and Hancom's PDFs drop the space at a line's
 * end, so nothing in the file says. The document's own lines show how the same letters are spaced elsewhere, a table of the
 * language what is usual, and all its line ends together whether it was broken at words (all spaces) or at letters.
 */
export class LineJoin {
  /** How often the letters around a line end stand elsewhere, and how often with a space. */
  private readonly all = new Map<string, number>();
  private readonly spaced = new Map<string, number>();
  private shift = 0;

  /**
   * Looks at all line ends inside paragraphs at once: how the same letters are spaced inside lines, and how many of the ends
   * are at spaces.
   */
  settle(ends: readonly (readonly [left: string, right: string])[], lines: readonly string[]): void {
    const open = ends.filter(([left, right]) => fixed(left, right) === null);
    this.shift = 0;
    if (open.length === 0) return;
    this.learn(open, lines);
    const odds = open.map(([left, right]) => this.odds(left, right));
    for (let round = 0; round < ROUNDS; round++) {
      let expected = 1;
      for (const odd of odds) expected += chance(odd + this.shift);
      const share = Math.min(0.98, Math.max(0.02, expected / (odds.length + 2)));
      this.shift = Math.log(share / (1 - share)) - AVERAGE;
    }
  }

  private learn(ends: readonly (readonly [string, string])[], lines: readonly string[]): void {
    const wanted = new Set<number>();
    for (const [left, right] of ends) wanted.add(pairOf(lastTwo(left).at(-1) ?? '', firstTwo(right)[0] ?? ''));
    for (const line of lines) {
      const characters = line.replace(/[ \t]+/g, '');
      let space = false;
      for (let at = 0, place = 0; at < line.length; at++) {
        const code = line.charCodeAt(at);
        if (code === 0x20 || code === 0x09) {
          space = true;
          continue;
        }
        if (place > 0 && wanted.has(characters.charCodeAt(place - 1) * 0x10000 + code)) this.count(characters, place, space);
        space = false;
        place++;
      }
    }
  }

  private count(characters: string, place: number, space: boolean): void {
    for (const context of CONTEXTS) {
      if (place < context.before || place + context.after > characters.length) continue;
      const key = `${characters.slice(place - context.before, place)} ${characters.slice(place, place + context.after)}`;
      this.all.set(key, (this.all.get(key) ?? 0) + 1);
      if (space) this.spaced.set(key, (this.spaced.get(key) ?? 0) + 1);
    }
  }

  /** The two lines as one text. */
  join(left: string, right: string): string {
    const [a, b] = [left.trimEnd(), right.trimStart()];
    if (/[a-z]-$/.test(a) && /^[a-z]/.test(b)) return a.slice(0, -1) + b;
    const space = fixed(a, b) ?? this.odds(a, b) + this.shift > 0;
    return space ? `${a} ${b}` : a + b;
  }

  private odds(left: string, right: string): number {
    const [l, r] = [lastTwo(left), firstTwo(right)];
    let p = chance(AVERAGE + (after.get(l.at(-1) ?? '') ?? 0) + (before.get(r[0] ?? '') ?? 0));
    for (const context of CONTEXTS) {
      if (l.length < context.before || r.length < context.after) continue;
      const key = `${l.slice(-context.before)} ${r.slice(0, context.after)}`;
      const seen = this.all.get(key) ?? 0;
      if (seen > 0) p = ((this.spaced.get(key) ?? 0) + context.trust * p) / (seen + context.trust);
    }
    p = Math.min(0.999, Math.max(0.001, p));
    return Math.log(p / (1 - p));
  }
}

/** Where the script leaves no choice. */
function fixed(left: string, right: string): boolean | null {
  if (/[A-Za-z,;]$/.test(left) && /^[A-Za-z]/.test(right)) return true;
  if (/[([{「『〈《【<‘“（]$/.test(left) || /^[)\]}」』〉》】>’”）,.;:?!%]/.test(right)) return false;
  return null;
}

function chance(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

/** Characters beyond the basic plane count as two: they are symbols, and no context for a space. */
function lastTwo(text: string): string {
  return text.slice(-8).replace(/\s+/g, '').slice(-2);
}

function firstTwo(text: string): string {
  return text.slice(0, 8).replace(/\s+/g, '').slice(0, 2);
}

function pairOf(left: string, right: string): number {
  return left.charCodeAt(0) * 0x10000 + right.charCodeAt(0);
}
