import type { Ruling } from './drawing.ts';
import type { Glyph } from './glyphs.ts';

/** Points: pieces of a line may lie this far beside one another. */
const BESIDE = 0.7;
/** Points: a gap that still counts as touching, and the gap between the dots of a dotted line. */
const TOUCH = 1.2;
const DOTTED = 4;
const DOT = 7;
/** Points: two parallel lines this near are one double line. A row of the smallest type is 5 points high. */
const DOUBLE = 2.5;
/** In parts of the size: how far below the line of writing an underline lies, and how far above it a strike. */
const UNDERLINE = 0.28;
const STRIKE = 0.55;
/** A line from wall to wall that is nearer than this runs through the feet of the letters: no border does. */
const CROSSES = 0.17;
/** Points: walls that go on this far pass a line by. */
const THROUGH = 3;
/** Points: shorter lines are strokes of a drawing or a letter. */
const SHORTEST = 5;

/** Lines as a person sees them: pieces, dots and doubles made one, strokes under or through words left out. */
export function seenRulings(rulings: readonly Ruling[], glyphs: readonly Glyph[]): { horizontal: Ruling[]; vertical: Ruling[] } {
  const horizontal = joined(rulings.filter((ruling) => ruling.horizontal));
  const vertical = joined(rulings.filter((ruling) => !ruling.horizontal));
  return { horizontal: undouble(withoutWordStrokes(horizontal, vertical, glyphs)), vertical: undouble(vertical) };
}

function joined(pieces: Ruling[]): Ruling[] {
  pieces.sort((a, b) => a.at - b.at);
  const out: Ruling[] = [];
  for (let start = 0; start < pieces.length; ) {
    let end = start + 1;
    const first = (pieces[start] as Ruling).at;
    while (end < pieces.length && (pieces[end] as Ruling).at - first <= BESIDE) end++;
    joinLevel(pieces.slice(start, end), out);
    start = end;
  }
  return out.filter((ruling) => ruling.to - ruling.from >= SHORTEST);
}

function joinLevel(level: Ruling[], out: Ruling[]): void {
  if (level.length === 1) {
    out.push(level[0] as Ruling);
    return;
  }
  level.sort((a, b) => a.from - b.from);
  let { at, from, to, weight, horizontal } = level[0] as Ruling;
  let longest = to - from;
  let lastPiece = longest;
  for (const piece of level.slice(1)) {
    const length = piece.to - piece.from;
    const gap = length < DOT && lastPiece < DOT ? DOTTED : TOUCH;
    if (piece.from - to <= gap) {
      to = Math.max(to, piece.to);
      weight = Math.max(weight, piece.weight);
      if (length > longest) [longest, at] = [length, piece.at];
    } else {
      out.push({ horizontal, at, from, to, weight });
      ({ at, from, to, weight, horizontal } = piece);
      longest = length;
    }
    lastPiece = length;
  }
  out.push({ horizontal, at, from, to, weight });
}

function undouble(rulings: Ruling[]): Ruling[] {
  rulings.sort((a, b) => a.at - b.at);
  const out: Ruling[] = [];
  for (const ruling of rulings) {
    let twin = -1;
    for (let i = out.length - 1; i >= 0 && ruling.at - (out[i] as Ruling).at <= DOUBLE + 1; i--) {
      const other = out[i] as Ruling;
      const overlap = Math.min(other.to, ruling.to) - Math.max(other.from, ruling.from);
      const near = ruling.at - other.at <= DOUBLE;
      if (near && overlap > 0.8 * Math.min(other.to - other.from, ruling.to - ruling.from)) twin = i;
    }
    const other = out[twin];
    if (!other) out.push(ruling);
    else {
      const same = Math.abs(other.to - other.from - (ruling.to - ruling.from)) < DOUBLE * 2;
      const longer = other.to - other.from >= ruling.to - ruling.from ? other : ruling;
      out[twin] = {
        horizontal: ruling.horizontal,
        at: same ? (other.at + ruling.at) / 2 : longer.at,
        from: Math.min(other.from, ruling.from),
        to: Math.max(other.to, ruling.to),
        weight: Math.max(other.weight, ruling.weight),
      };
    }
  }
  return out;
}

/** An underline or strike has the length of the words that it belongs to, and stands at their foot or middle. */
function withoutWordStrokes(rulings: readonly Ruling[], vertical: readonly Ruling[], glyphs: readonly Glyph[]): Ruling[] {
  if (rulings.length === 0) return [];
  const rows = new Map<number, Glyph[]>();
  for (const glyph of glyphs) {
    const row = Math.round(glyph.base / 4);
    const list = rows.get(row);
    if (list) list.push(glyph);
    else rows.set(row, [glyph]);
  }
  const walls = (line: Ruling, x: number, beyond: number): boolean =>
    vertical.some((wall) => Math.abs(wall.at - x) < BESIDE && wall.from <= line.at - beyond && wall.to >= line.at + beyond);
  return rulings.filter((line) => {
    if (!walls(line, line.from, -BESIDE) || !walls(line, line.to, -BESIDE)) return !isWordStroke(line, rows, UNDERLINE);
    // Where the walls end, the line closes a box, however tight.
    const inside = walls(line, line.from, THROUGH) && walls(line, line.to, THROUGH);
    return !inside || !isWordStroke(line, rows, CROSSES);
  });
}

/** `lowest`: how far below the line of writing the stroke may lie, in parts of the size. */
function isWordStroke(ruling: Ruling, rows: ReadonlyMap<number, readonly Glyph[]>, lowest: number): boolean {
  let [from, to, ink] = [Infinity, -Infinity, 0];
  let size = 0;
  const level = Math.round(ruling.at / 4);
  for (let row = level - 2; row <= level + 3; row++) {
    for (const glyph of rows.get(row) ?? []) {
      const rise = (glyph.base - ruling.at) / glyph.style.size;
      if (rise < -lowest || rise > STRIKE) continue;
      const middle = (glyph.x0 + glyph.x1) / 2;
      if (middle < ruling.from - 1 || middle > ruling.to + 1) continue;
      from = Math.min(from, glyph.x0);
      to = Math.max(to, glyph.x1);
      ink += glyph.x1 - glyph.x0;
      size = Math.max(size, glyph.style.size);
    }
  }
  if (ink === 0) return false;
  const slack = Math.max(1.5, 0.35 * size);
  return from <= ruling.from + slack && to >= ruling.to - 1.5 * slack && ink >= 0.6 * (ruling.to - ruling.from);
}
