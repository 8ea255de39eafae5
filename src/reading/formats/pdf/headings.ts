import type { Bookmark } from './outline.ts';
import type { PageLayout } from './page-layout.ts';
import type { Paragraph } from './paragraphs.ts';
import type { Piece } from './pieces.ts';
import type { TextLine } from './text-line.ts';

/** Fewer entries than this, or a smaller share of them found on their pages, are no outline of the document. */
const LEAST_FOUND = 3;
const LEAST_SHARE = 0.6;
const LONGEST_HEADING = 200;

/**
 * Which paragraphs are headings by the file's own word: its tags, or its bookmarks where they name what stands on the pages.
 * What type and numbers look like is for others to judge.
 */
export function statedHeadings(pieces: readonly Piece[], bookmarks: readonly Bookmark[]): Map<Paragraph, number> {
  const headings = taggedHeadings(pieces);
  return headings.size > 0 ? headings : bookmarkedHeadings(pieces, bookmarks);
}

function taggedHeadings(pieces: readonly Piece[]): Map<Paragraph, number> {
  const out = new Map<Paragraph, number>();
  for (const piece of pieces) {
    if (piece.kind !== 'paragraph') continue;
    const levels = piece.paragraph.lines.map((line) => levelOf(line, piece.page));
    const [level] = levels;
    if (level !== undefined && levels.every((other) => other === level)) out.set(piece.paragraph, level);
  }
  return out;
}

function levelOf(line: TextLine, page: PageLayout): number | undefined {
  return line.page === page.number && line.mark >= 0 ? page.headings.get(line.mark) : undefined;
}

function bookmarkedHeadings(pieces: readonly Piece[], bookmarks: readonly Bookmark[]): Map<Paragraph, number> {
  const places = new Map<string, Paragraph>();
  for (const piece of pieces) {
    if (piece.kind !== 'paragraph') continue;
    const text = fold(piece.paragraph.lines.map((line) => line.text).join(''));
    const key = `${piece.page.number} ${text}`;
    if (text.length <= LONGEST_HEADING && !places.has(key)) places.set(key, piece.paragraph);
  }
  const found = bookmarks.flatMap((bookmark) => {
    const paragraph = places.get(`${bookmark.page} ${fold(bookmark.title)}`);
    return paragraph ? [{ paragraph, level: bookmark.level }] : [];
  });
  if (found.length < LEAST_FOUND || found.length < LEAST_SHARE * bookmarks.length) return new Map();
  // Entries above the first one found name the file, not a part of it.
  const top = Math.min(...found.map(({ level }) => level));
  return new Map(found.map(({ paragraph, level }) => [paragraph, level - top + 1]));
}

function fold(text: string): string {
  return text.replace(/\s+/g, '');
}
