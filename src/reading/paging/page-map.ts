import type { Place } from '../content.ts';
import type { LayoutHints, ParagraphHint } from './hints.ts';
import { type Layout, placeKey } from './layout.ts';
import { agree, carryForward } from './stored-lines.ts';

/** A page from 0, and whether it is that of the place itself or of what it stands in. */
export interface FoundPage {
  readonly page: number;
  readonly exact: boolean;
}

/** Pages by place, from the engine's layout set right by the file's own stored lines. */
export class PageMap {
  readonly pages: number;
  /** First page of each section. */
  readonly sections: number[] = [];
  /** The engine's count of sections or paragraphs is not the reader's, or the stored lines contradict it in an open way. */
  readonly doubtful: boolean;
  private readonly layout: Layout;
  private readonly paragraphs: number[][] = [];
  /** What to add to the engine's pages inside a paragraph. */
  private readonly shifts: number[][] = [];

  constructor(layout: Layout, hints: LayoutHints) {
    this.layout = layout;
    const bySection = paragraphsBySection(hints);
    let shift = 0;
    let doubtful = bySection.length !== layout.paragraphs.length;
    layout.paragraphs.forEach((placed, section) => {
      const known = bySection[section];
      let pages = carryForward(placed);
      const engine = pages;
      let sectionShift = 0;
      if (known?.length !== placed.length) doubtful = true;
      else if (hints.sections[section]?.columns === 1) {
        const agreed = agree(known, placed);
        pages = agreed.pages;
        sectionShift = agreed.shift;
        doubtful ||= agreed.open;
      }
      this.paragraphs.push(pages.map((page) => page + shift));
      this.shifts.push(pages.map((page, i) => page + shift - (engine[i] as number)));
      this.sections.push((pages[0] ?? 0) + shift);
      shift += sectionShift;
    });
    this.doubtful = doubtful;
    this.pages = Math.max(1, layout.pages + shift);
  }

  /** Null for a place that the layout does not know at all. */
  find(place: Place): FoundPage | null {
    const { section, paragraph, inside } = place;
    const page = this.paragraphs[section]?.[paragraph];
    if (page === undefined) return null;
    if (inside.length === 0) return { page, exact: true };
    const shift = this.shifts[section]?.[paragraph] ?? 0;
    const found = this.inside(place);
    if (found) return { page: this.clip(found.page + shift), exact: found.exact };
    // Nothing inside this paragraph was looked at, so all of it stands on one page.
    return { page, exact: true };
  }

  /** The page of the n-th endnote paragraph of a section. */
  endnote(section: number, index: number): number | null {
    return this.layout.endnotes[section]?.[index] ?? null;
  }

  private inside({ section, paragraph, inside }: Place): FoundPage | null {
    const at = (steps: Place['inside']): number | undefined => {
      const key = placeKey(section, paragraph, steps);
      return this.layout.inside[key] ?? this.layout.footnotes[key];
    };
    const own = at(inside);
    if (own !== undefined) return { page: own, exact: true };
    // The engine leaves out tables of one cell around others, and boxes around tables.
    for (let i = 0; i < inside.length - 1; i++) {
      const without = at(inside.filter((_, step) => step !== i));
      if (without !== undefined) return { page: without, exact: true };
    }
    for (let steps = inside.length - 1; steps > 0; steps--) {
      const around = at(inside.slice(0, steps));
      if (around !== undefined) return { page: around, exact: false };
    }
    return null;
  }

  private clip(page: number): number {
    return Math.min(Math.max(0, page), this.pages - 1);
  }
}

function paragraphsBySection(hints: LayoutHints): ParagraphHint[][] {
  const out: ParagraphHint[][] = hints.sections.map(() => []);
  for (const paragraph of hints.paragraphs) out[paragraph.section]?.push(paragraph);
  return out;
}
