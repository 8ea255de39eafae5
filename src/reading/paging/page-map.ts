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
  /**
   * The engine does not count the reader's sections and paragraphs, or the stored lines contradict it in a way that they do
   * not settle: a table over pages does not end where they say that the text goes on.
   */
  readonly doubtful: boolean;
  private readonly layout: Layout;
  private readonly paragraphs: number[][] = [];
  private readonly engine: number[][];
  /** What to add to the engine's pages inside a paragraph. */
  private readonly shifts: number[][] = [];
  /** Keys of everything that holds something that was seen: paragraphs, and within them paragraphs of cells. */
  private readonly holders = new Set<string>();

  constructor(layout: Layout, hints: LayoutHints) {
    this.layout = layout;
    this.engine = layout.paragraphs.map(carryForward);
    const bySection = paragraphsBySection(hints);
    let shift = 0;
    let doubtful = bySection.length !== layout.paragraphs.length;
    layout.paragraphs.forEach((placed, section) => {
      const known = bySection[section];
      let pages = this.engine[section] as number[];
      let inside = pages.map(() => 0);
      let sectionShift = 0;
      if (known?.length !== placed.length) doubtful = true;
      else if (hints.sections[section]?.columns === 1) {
        const agreed = agree(known, placed);
        pages = agreed.pages;
        inside = agreed.inside;
        sectionShift = agreed.shift;
        doubtful ||= agreed.open || endsElsewhere(layout, section, known);
      }
      this.paragraphs.push(pages.map((page) => page + shift));
      this.shifts.push(inside.map((own) => own + shift));
      this.sections.push((pages[0] ?? 0) + shift);
      shift += sectionShift;
    });
    for (const key in layout.inside) {
      for (let at = key.indexOf('/'); at >= 0; at = key.indexOf('/', at + 1)) this.holders.add(key.slice(0, at));
    }
    this.doubtful = doubtful;
    this.pages = Math.max(1, layout.pages + shift);
  }

  /** Null for a place that the layout does not know at all. */
  find(place: Place): FoundPage | null {
    const { section, paragraph, inside } = place;
    const page = this.paragraphs[section]?.[paragraph];
    if (page === undefined) return null;
    const shift = this.shifts[section]?.[paragraph] ?? 0;
    const found = this.inside(place);
    if (found) return { page: this.clip(found.page + shift), exact: found.exact };
    if (inside.length === 0) return { page, exact: true };
    // Where nothing had to be looked at, all that the paragraph holds stands where the engine has it begin.
    const begins = this.engine[section]?.[paragraph] ?? 0;
    return { page: this.clip(begins + shift), exact: !this.holders.has(placeKey(section, paragraph, [])) };
  }

  /** The page of the n-th endnote paragraph of a section; the engine leaves out those of notes in tables. */
  endnote(section: number, index: number): number | null {
    const pages = this.layout.endnotes[section] ?? [];
    const page = pages[Math.min(index, pages.length - 1)];
    return page === undefined ? null : this.clip(page + (this.shifts[section]?.at(-1) ?? 0));
  }

  private inside({ section, paragraph, inside }: Place): FoundPage | null {
    const at = (steps: Place['inside']): number | undefined => {
      const key = placeKey(section, paragraph, steps);
      return this.layout.inside[key] ?? this.layout.footnotes[key];
    };
    const own = at(inside);
    if (own !== undefined) return { page: own, exact: true };
    // The engine leaves out tables of one cell around others, and boxes around tables: then nothing is seen in them.
    for (let i = 0; i < inside.length - 1; i++) {
      if (this.holders.has(placeKey(section, paragraph, inside.slice(0, i + 1)))) break;
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

/** 14 mm: two lines and the space around a table. Set on the few printed pairs with such tables: 8 mm where all cells were right. */
const END_TOLERANCE = 4000;

function endsElsewhere(layout: Layout, section: number, paragraphs: readonly ParagraphHint[]): boolean {
  return paragraphs.some(({ top, floating }, i) => {
    const engine = layout.after[placeKey(section, i, [])];
    return engine !== undefined && top !== null && !floating && Math.abs(engine - top) > END_TOLERANCE;
  });
}

function paragraphsBySection(hints: LayoutHints): ParagraphHint[][] {
  const out: ParagraphHint[][] = hints.sections.map(() => []);
  for (const paragraph of hints.paragraphs) out[paragraph.section]?.push(paragraph);
  return out;
}
