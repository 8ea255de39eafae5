/** `[x0, y0, x1, y1]` in units of the page. */
export type PaintedBox = readonly [number, number, number, number];

/** A citation with the boxes that carry its number on one page. */
export interface Painted {
  readonly filename: string;
  readonly page: number;
  /** Of the page, in the boxes' unit. */
  readonly size: readonly [width: number, height: number];
  readonly boxes: readonly PaintedBox[];
  readonly quote: string;
}

const plain = (html: string) =>
  html
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');

/** What a page of /view itself says: each citation on each of its painted pages. */
export function paintedIn(html: string): Painted[] {
  const figures = [...html.matchAll(/<figure id="p\d+">([\s\S]*?)<\/figure>/g)].map(([, inside = '']) => {
    const [, filename = '', page = ''] = /<figcaption>(.*?) · (\d+)쪽/.exec(inside) ?? [];
    const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(inside) ?? [];
    const marks = [
      ...inside.matchAll(
        /<rect class="mark" data-n="([\d ]+)" x="([\d.-]+)" y="([\d.-]+)" width="([\d.-]+)" height="([\d.-]+)"\/>/g,
      ),
    ].map(([, numbers = '', ...place]) => {
      const [x, y, wide, high] = place.map(Number) as [number, number, number, number];
      return { numbers: numbers.split(' '), box: [x, y, x + wide, y + high] as PaintedBox };
    });
    return { filename: plain(filename), page: Number(page), size: [Number(width), Number(height)] as const, marks };
  });
  return [...html.matchAll(/<section class="citation" id="c(\d+)"[\s\S]*?<blockquote>([\s\S]*?)<\/blockquote>/g)].flatMap(
    ([, n = '', quote = '']) =>
      figures.flatMap(({ filename, page, size, marks }) => {
        const boxes = marks.filter(({ numbers }) => numbers.includes(n)).map(({ box }) => box);
        return boxes.length === 0 ? [] : [{ filename, page, size, boxes, quote: plain(quote) }];
      }),
  );
}

/** Letters, Hangul taken apart: a syllable that is misread in its last sound is two thirds right. */
export function sounds(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .normalize('NFD')
    .toLowerCase();
}

/** 1 where the words stand in the text as they are, less by each sound that is missing, too many or another. */
export function likeness(quote: string, text: string): number {
  const [wanted, given] = [sounds(quote), sounds(text)];
  if (wanted.length === 0) return 0;
  // Fewest changes that make the quotation into some stretch of the text.
  let row = new Array<number>(given.length + 1).fill(0);
  for (let i = 1; i <= wanted.length; i++) {
    const next = [i];
    for (let j = 1; j <= given.length; j++) {
      const change = (row[j - 1] as number) + (wanted[i - 1] === given[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return 1 - Math.min(...row) / wanted.length;
}
