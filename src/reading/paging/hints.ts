/** What a reader of hwp or hwpx saw of the stored layout: what the file itself says about its pages. */
export interface LayoutHints {
  readonly sections: SectionHint[];
  /** Top-level paragraphs in document order. Their stored lines say where pages begin wherever no floating object stands. */
  readonly paragraphs: ParagraphHint[];
  /** Paragraphs (of every level, empty ones included) with stored line positions of a height above 0, and those without. */
  stored: { complete: number; missing: number };
}

export interface SectionHint {
  /** Size of the sheet as it is printed (turned when the section is landscape), in points; null where not stated. */
  readonly width: number | null;
  readonly height: number | null;
  /** Most text columns that any part of the section has. */
  readonly columns: number;
}

export interface ParagraphHint {
  readonly section: number;
  readonly pageBreak: boolean;
  readonly columnBreak: boolean;
  /** Vertical position (HWPUNIT) of the first and of the last stored line; null without stored lines. */
  readonly top: number | null;
  readonly bottom: number | null;
  /** Height of the last stored line. */
  readonly bottomHeight?: number;
  /** A later line stands higher than an earlier one: the paragraph runs over a page or column. */
  readonly wraps?: boolean;
  /** A table, picture or shape that is not set in the line hangs from it: its lines do not say where that stands. */
  readonly floating?: boolean;
}

/** A third of the body of an A4 page: such a line holds a table or a picture. */
const OBJECT_LINE = 24_000;

/**
 * A line that stands higher than the line before it is on another page or column, and so is one that begins within a line as
 * high as a table. Lines of text do overlap: they may be set closer than their height.
 */
export function standsOver(top: number, before: number, beforeHeight: number): boolean {
  return top < before || (beforeHeight > OBJECT_LINE && top < before + beforeHeight / 2);
}

export function emptyHints(): LayoutHints {
  return { sections: [], paragraphs: [], stored: { complete: 0, missing: 0 } };
}
