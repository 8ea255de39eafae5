import type { Item } from './items.ts';

/** A stretch of a paragraph that stands on one side of a page break which the writer asked for. */
export interface Segment {
  text: string;
  /** Where its first visible character stands. */
  page: number | null;
  hidden: string;
  hiddenPage: number;
  readonly attached: Item[];
  /** Whether formulas, and whether other words, stand in it. */
  math: boolean;
  words: boolean;
}

// The tab, the line feed and what a person can see stay; other control characters are in no text.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** A paragraph while it is read. */
export class Draft {
  readonly segments: Segment[] = [newSegment()];

  get current(): Segment {
    return this.segments.at(-1) as Segment;
  }

  text(text: string, page: number, from: 'text' | 'math' = 'text'): void {
    const segment = this.current;
    const clean = text.replace(CONTROLS, '');
    if (segment.page === null && clean.trim() !== '') segment.page = page;
    segment.text += clean;
    if (clean.trim() === '') return;
    if (from === 'math') segment.math = true;
    else segment.words = true;
  }

  hide(text: string, page: number): void {
    const segment = this.current;
    if (segment.hidden.trim() === '') segment.hiddenPage = page;
    segment.hidden += text.replace(CONTROLS, '');
  }

  attach(item: Item): void {
    this.current.attached.push(item);
  }

  /** A new page begins here. Where nothing was read yet, what comes is still the paragraph's beginning. */
  split(): void {
    if (this.current.text.trim() !== '') this.segments.push(newSegment());
  }
}

function newSegment(): Segment {
  return { text: '', page: null, hidden: '', hiddenPage: 1, attached: [], math: false, words: false };
}
