import { execFileSync } from 'node:child_process';
import type { Box } from '../../src/model/geometry.ts';
import { letters } from './pdf-twins.ts';

/** A page as Poppler reads it back: its size, and its words with their places. */
export interface WordPage {
  readonly width: number;
  readonly height: number;
  readonly words: readonly { readonly text: string; readonly box: Box }[];
}

/** Points by which the boxes of two programs may differ. */
const SLACK = 2;

export function wordPages(file: string): WordPage[] {
  const html = execFileSync('pdftotext', ['-bbox', '-enc', 'UTF-8', file, '-'], {
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const pages: { width: number; height: number; words: { text: string; box: Box }[] }[] = [];
  for (const line of html.split('\n')) {
    const page = /<page width="([\d.]+)" height="([\d.]+)"/.exec(line);
    if (page) pages.push({ width: Number(page[1]), height: Number(page[2]), words: [] });
    const word = /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)<\/word>/.exec(line);
    if (word)
      pages.at(-1)?.words.push({
        box: [Number(word[1]), Number(word[2]), Number(word[3]), Number(word[4])],
        text: letters(plain(word[5] ?? '')),
      });
  }
  return pages;
}

export type Place = 'right' | 'outside' | 'text elsewhere' | 'not judged';

/**
 * Whether a text stands where it is said to. One that runs over a page's end is said to be where it begins: the words there
 * must be its own, and the rest must follow on later pages.
 */
export function placeOf(
  text: string,
  number: number,
  box: Box,
  pages: readonly WordPage[],
  size: { width: number; height: number },
): Place {
  const page = pages[number - 1];
  if (!page || !sameSheet(page, size)) return 'outside';
  if (box[0] < 0 || box[1] < 0 || box[2] > size.width || box[3] > size.height || box[0] > box[2] || box[1] > box[3])
    return 'outside';
  const wanted = letters(text);
  if (wanted === '' || !readBack(wanted, pages, number)) return 'not judged';
  const inside = page.words.filter((word) => {
    const [x, y] = [(word.box[0] + word.box[2]) / 2, (word.box[1] + word.box[3]) / 2];
    return x > box[0] - SLACK && x < box[2] + SLACK && y > box[1] - SLACK && y < box[3] + SLACK;
  });
  const own = inside.map((word) => word.text).join('');
  const missing = less(wanted, own);
  if (missing <= Math.max(1, 0.03 * wanted.length)) return 'right';
  return own.length > 0 && less(own, wanted) <= 0.1 * own.length && missing < wanted.length && pages[number]
    ? 'right'
    : 'text elsewhere';
}

/** Poppler gives the size of a sheet before it is turned. */
function sameSheet(page: WordPage, size: { width: number; height: number }): boolean {
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 1;
  return (
    (near(page.width, size.width) && near(page.height, size.height)) ||
    (near(page.width, size.height) && near(page.height, size.width))
  );
}

/** Poppler reads the same letters somewhere on this page or the next ones; else there is nothing to compare. */
function readBack(wanted: string, pages: readonly WordPage[], number: number): boolean {
  const near = pages
    .slice(number - 1, number + 3)
    .flatMap((page) => page.words.map((word) => word.text))
    .join('');
  return less(wanted, near) <= 0.03 * wanted.length;
}

/** How many letters of `a` are not in `b`. */
function less(a: string, b: string): number {
  const left = new Map<string, number>();
  for (const letter of b) left.set(letter, (left.get(letter) ?? 0) + 1);
  let missing = 0;
  for (const letter of a) {
    const rest = left.get(letter) ?? 0;
    if (rest > 0) left.set(letter, rest - 1);
    else missing++;
  }
  return missing;
}

function plain(html: string): string {
  return html
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');
}
