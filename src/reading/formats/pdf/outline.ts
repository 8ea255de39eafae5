import type { PdfFile, PdfPage } from './pdf-file.ts';

/** An entry of the list of contents that the file carries for viewers. */
export interface Bookmark {
  readonly title: string;
  /** Page from 1. */
  readonly page: number;
  /** Depth from 1. */
  readonly level: number;
}

/** The depth of the heading that each piece of marked content belongs to; 0: the title. */
export type HeadingMarks = ReadonlyMap<number, number>;

const MOST_BOOKMARKS = 5_000;
const DEEPEST = 12;
const MOST_ELEMENTS = 20_000;

export function readBookmarks(file: PdfFile): Bookmark[] {
  const { engine, handle } = file;
  const { api } = engine;
  const out: Bookmark[] = [];
  const seen = new Set<number>();
  const walk = (parent: number, level: number): void => {
    for (
      let mark = api.FPDFBookmark_GetFirstChild(handle, parent);
      mark !== 0;
      mark = api.FPDFBookmark_GetNextSibling(handle, mark)
    ) {
      // A damaged file can lead in circles.
      if (seen.has(mark) || out.length >= MOST_BOOKMARKS) return;
      seen.add(mark);
      const title = engine.text((buffer, size) => api.FPDFBookmark_GetTitle(mark, buffer, size), 2).toString('utf16le');
      const target = api.FPDFBookmark_GetDest(handle, mark);
      const page = target === 0 ? -1 : api.FPDFDest_GetDestPageIndex(handle, target);
      if (page >= 0 && /\S/.test(title)) out.push({ title, page: page + 1, level });
      if (level < DEEPEST) walk(mark, level + 1);
    }
  };
  walk(0, 1);
  return out;
}

/** Headings of a tagged page (ISO 32000-1, 14.8.4.3.2): H1 to H6, H by its depth, Title. */
export function readHeadingMarks(page: PdfPage): HeadingMarks {
  const { engine, handle } = page;
  const { api } = engine;
  const marks = new Map<number, number>();
  const tree = api.FPDF_StructTree_GetForPage(handle);
  if (tree === 0) return marks;
  let left = MOST_ELEMENTS;
  const walk = (element: number, depth: number, inside: number | null): void => {
    if (element === 0 || depth > 40 || left-- <= 0) return;
    const type = engine.text((buffer, size) => api.FPDF_StructElement_GetType(element, buffer, size), 2).toString('utf16le');
    const level = levelOf(type) ?? inside;
    const count = api.FPDF_StructElement_CountChildren(element);
    for (let at = 0; at < count; at++) {
      const mark = api.FPDF_StructElement_GetChildMarkedContentID(element, at);
      if (mark >= 0 && level !== null) marks.set(mark, level);
      const child = api.FPDF_StructElement_GetChildAtIndex(element, at);
      if (child !== 0) walk(child, depth + 1, level);
    }
  };
  const roots = api.FPDF_StructTree_CountChildren(tree);
  for (let at = 0; at < roots; at++) walk(api.FPDF_StructTree_GetChildAtIndex(tree, at), 0, null);
  api.FPDF_StructTree_Close(tree);
  return marks;
}

function levelOf(type: string): number | null {
  if (type === 'Title') return 0;
  if (type === 'H') return 1;
  const numbered = /^H([1-6])$/.exec(type);
  return numbered ? Number(numbered[1]) : null;
}
