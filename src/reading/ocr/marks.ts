import type { Box } from '../../model/geometry.ts';
import type { Components } from './components.ts';
import type { RecognisedLine, RecognisedWord } from './engine.ts';
import { around, type GrayImage } from './gray-image.ts';

/** A sign that the recogniser's alphabet lacks, found by its shape. */
export interface Mark {
  readonly text: '△' | '▲' | '□' | '■' | '-';
  readonly box: Box;
  /** How well the shape fits, 0 to 1. */
  readonly confidence: number;
}

/**
 * Triangles and squares. Korean accounts write a minus as △, which a recogniser that does not know it takes for a letter or a
 * digit: △13 would become 413; □ begins every other paragraph. `dark` is the gray below which a pixel belongs to the outline.
 */
export function marksOf(components: Components, image: GrayImage, glyph: number, dark: number): Mark[] {
  const marks: Mark[] = [];
  for (let i = 0; i < components.count; i++) {
    const box = [components.x0[i], components.y0[i], components.x1[i], components.y1[i]] as unknown as Box;
    const [width, height] = [box[2] - box[0], box[3] - box[1]];
    if (height < 0.4 * glyph || height > 1.45 * glyph || height < 7 || width < 0.8 * height || width > 1.5 * height) continue;
    const mark = triangle(box, image, dark) ?? square(box, image, glyph, dark);
    if (mark && (mark.text === '△' || mark.text === '▲' || standsAlone(i, components, glyph))) marks.push(mark);
  }
  return marks;
}

/** Squares are letters too (ㅁ, 口), or parts of one: a mark has nothing beside it. */
function standsAlone(index: number, { count, x0, y0, x1, y1 }: Components, glyph: number): boolean {
  const [left, top, right, bottom] = [x0[index], y0[index], x1[index], y1[index]] as [number, number, number, number];
  for (let i = 0; i < count; i++) {
    if (i === index || (y1[i] as number) <= top || (y0[i] as number) >= bottom) continue;
    // Specks do not count.
    if ((y1[i] as number) - (y0[i] as number) < 0.2 * glyph && (x1[i] as number) - (x0[i] as number) < 0.2 * glyph) continue;
    if ((x1[i] as number) > left - 0.3 * glyph && (x0[i] as number) < right + 0.3 * glyph) return false;
  }
  return true;
}

function square(box: Box, { width: stride, data }: GrayImage, glyph: number, dark: number): Mark | null {
  const [x0, y0, x1, y1] = box;
  const [width, height] = [x1 - x0, y1 - y0];
  if (height < 0.8 * glyph || Math.abs(width - height) > 0.18 * height) return null;
  const sides = [0, 0, 0, 0];
  // Each side is drawn somewhere in the outer pixels: scans bend it by one or two.
  for (let x = x0; x < x1; x++) {
    if (anyDark(data, y0 * stride + x, stride, 3, dark)) sides[0] = (sides[0] as number) + 1;
    if (anyDark(data, (y1 - 3) * stride + x, stride, 3, dark)) sides[1] = (sides[1] as number) + 1;
  }
  for (let y = y0; y < y1; y++) {
    if (anyDark(data, y * stride + x0, 1, 3, dark)) sides[2] = (sides[2] as number) + 1;
    if (anyDark(data, y * stride + x1 - 3, 1, 3, dark)) sides[3] = (sides[3] as number) + 1;
  }
  const drawn = Math.min(
    (sides[0] as number) / width,
    (sides[1] as number) / width,
    (sides[2] as number) / height,
    (sides[3] as number) / height,
  );
  if (drawn < 0.9) return null;
  let gray = 0;
  let inside = 0;
  for (let y = Math.round(y0 + 0.3 * height); y < y0 + 0.7 * height; y++) {
    for (let x = Math.round(x0 + 0.3 * width); x < x0 + 0.7 * width; x++) {
      inside++;
      gray += data[y * stride + x] as number;
    }
  }
  if (gray > 225 * inside) return { text: '□', box, confidence: drawn };
  return gray < 60 * inside ? { text: '■', box, confidence: drawn } : null;
}

function anyDark(data: Uint8Array, at: number, step: number, count: number, dark: number): boolean {
  for (let i = 0; i < count; i++) if ((data[at + i * step] as number) <= dark) return true;
  return false;
}

/** The one piece of ink in a cell, where it is a bar as short as a dash: the recogniser sees nothing in it. */
export function dashOf(letters: readonly Box[], glyph: number): Mark | null {
  const box = letters[0];
  if (!box || letters.length > 1) return null;
  const [width, height] = [box[2] - box[0], box[3] - box[1]];
  if (width < 0.25 * glyph || width > 1.2 * glyph || height > 0.25 * glyph || width < 2 * height) return null;
  return { text: '-', box, confidence: 1 - height / width };
}

function triangle(box: Box, { width: stride, data }: GrayImage, dark: number): Mark | null {
  const [x0, y0, x1, y1] = box;
  const [width, height] = [x1 - x0, y1 - y0];
  const middle = (x0 + x1 - 1) / 2;
  const slack = Math.max(1.5, 0.13 * width);
  let [inside, gray, off] = [0, 0, 0];
  for (let y = y0; y < y1; y++) {
    const row = y * stride;
    let left = x0;
    while (left < x1 && (data[row + left] as number) > dark) left++;
    let right = x1 - 1;
    while (right > left && (data[row + right] as number) > dark) right--;
    const share = (y - y0 + 0.5) / height;
    if (left >= x1) {
      // A worn corner is a triangle still, a gap across the whole sign is not.
      if (share > 0.15 && share < 0.9) return null;
      continue;
    }
    const [offLeft, offRight] = [
      Math.abs(left - (middle - (share * width) / 2)),
      Math.abs(right - (middle + (share * width) / 2)),
    ];
    if (offLeft > slack || offRight > slack) return null;
    off += (offLeft + offRight) / 2;
    if (share < 0.5 || share > 0.75) continue;
    for (let x = Math.ceil(left + 0.3 * (right - left)); x < left + 0.7 * (right - left); x++) {
      inside++;
      gray += data[row + x] as number;
    }
  }
  if (inside === 0 || base(box, stride, data, dark) < 0.75) return null;
  const confidence = 1 - off / height / slack;
  if (gray > 190 * inside) return { text: '△', box, confidence };
  return gray < 90 * inside ? { text: '▲', box, confidence } : null;
}

/** How much of the lower edge is drawn. */
function base([x0, , x1, y1]: Box, stride: number, data: Uint8Array, dark: number): number {
  let best = 0;
  for (let y = y1 - 3; y < y1; y++) {
    let drawn = 0;
    for (let x = x0; x < x1; x++) if ((data[y * stride + x] as number) <= dark) drawn++;
    best = Math.max(best, drawn / (x1 - x0));
  }
  return best;
}

/** The lines of a crop with the marks that stand in it, each at its place. */
export function withMarks(lines: readonly RecognisedLine[], marks: readonly Mark[], glyph: number): RecognisedLine[] {
  const out = lines.map((line) => ({ ...line }));
  for (const mark of marks) {
    const y = (mark.box[1] + mark.box[3]) / 2;
    const line = out.find(({ box }) => box[1] <= y && y <= box[3]);
    if (line) {
      line.words = inserted(line.words, mark, glyph);
      line.box = around([line.box, mark.box]) as Box;
    } else out.push({ box: mark.box, words: [mark] });
  }
  return out.sort((a, b) => a.box[1] - b.box[1]);
}

function inserted(words: readonly RecognisedWord[], mark: Mark, glyph: number): RecognisedWord[] {
  const x = (mark.box[0] + mark.box[2]) / 2;
  const isSign = mark.text === '△' || mark.text === '▲';
  const at = words.findIndex((word) => word.box[2] > x);
  const word = words[at];
  if (!word) return [...words, mark];
  const [before, after] = [words.slice(0, at), words.slice(at + 1)];
  const box = around([mark.box, word.box]) as Box;
  // The recogniser's word reaches over the gap that the mark left: it stands after the bracket, or before all.
  const bracket = /^[([<{]/.test(word.text) && word.box[0] < mark.box[0];
  if (!isSign) return [...before, mark, word, ...after];
  if (word.box[0] < x) {
    const text = bracket ? `${word.text[0]}${mark.text}${word.text.slice(1)}` : `${mark.text}${word.text}`;
    return [...before, { ...word, text, box }, ...after];
  }
  if (word.box[0] - mark.box[2] > glyph) return [...before, mark, word, ...after];
  const last = before.at(-1);
  const opens = last && /[([<{]$/.test(last.text) && mark.box[0] - last.box[2] < 0.6 * glyph;
  if (!opens) return [...before, { ...word, text: `${mark.text}${word.text}`, box }, ...after];
  const joined = {
    text: `${last.text}${mark.text}${word.text}`,
    box: around([last.box, box]) as Box,
    confidence: Math.min(last.confidence, word.confidence),
  };
  return [...before.slice(0, -1), joined, ...after];
}
