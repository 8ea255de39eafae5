import type { Place } from '../content.ts';

/** What the layout engine says about a document's pages, and no more than the join needs. Pages count from 0. */
export interface Layout {
  readonly pages: number;
  /** By section and paragraph: the page on which a top-level paragraph begins; -1 where the engine does not place it. */
  readonly paragraphs: readonly (readonly number[])[];
  /** Pages of a section's endnote paragraphs, in the order of their references. */
  readonly endnotes: readonly (readonly number[])[];
  /** Footnotes by `placeKey` of their first paragraph. */
  readonly footnotes: Readonly<Record<string, number>>;
  /** Paragraphs that run over pages and hold objects, and what stands in them, by `placeKey`: the page on which its text begins. */
  readonly inside: Readonly<Record<string, number>>;
  /**
   * Where a paragraph begins that follows one which runs over pages, by `placeKey`: HWPUNIT from the top of the body area,
   * to be compared with its stored line.
   */
  readonly after: Readonly<Record<string, number>>;
  /** False when time ran out before all of those pages were looked at. */
  readonly complete: boolean;
}

export function placeKey(section: number, paragraph: number, inside: Place['inside']): string {
  let key = `${section}.${paragraph}`;
  for (const step of inside) key += `/${step.control}:${step.cell}:${step.paragraph}`;
  return key;
}
