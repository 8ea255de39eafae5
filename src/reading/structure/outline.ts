import type { Block } from '../../model/block.ts';
import type { Section } from '../../model/structure.ts';
import type { Content } from '../content.ts';

/** A block that opens a section: a heading, an article whose text follows on the same line, a box used as a heading. */
export interface Opening {
  readonly block: Block;
  readonly label: string | null;
  readonly title: string | null;
  /** Depth from 1. */
  readonly level: number;
}

/** Blocks that stand outside the outline: the document's name, and what belongs to the page. */
const OUTSIDE: ReadonlySet<string> = new Set(['title', 'header', 'footer']);

/**
 * Gives every block without a parent the section it stands in (headings: the nearest shallower one) and makes the list of
 * sections. Openings are in document order.
 */
export function arrangeOutline(content: Content, openings: readonly Opening[] = markedHeadings(content)): Section[] {
  const byBlock = new Map(openings.map((opening) => [opening.block, opening]));
  const sections: Section[] = [];
  const open: Opening[] = [];
  for (const block of content.blocks) {
    const opening = byBlock.get(block);
    if (opening) {
      while ((open.at(-1)?.level ?? 0) >= opening.level) open.pop();
      const parent = open.at(-1)?.block.id ?? null;
      if (block.parent === null) block.parent = parent;
      sections.push({
        block: block.id,
        label: opening.label,
        title: opening.title,
        level: opening.level,
        page: block.page,
        parent,
      });
      open.push(opening);
    } else if (block.parent === null && !OUTSIDE.has(block.type)) block.parent = open.at(-1)?.block.id ?? null;
  }
  return sections;
}

function markedHeadings(content: Content): Opening[] {
  return content.blocks.flatMap((block) =>
    block.type === 'heading' && block.level !== null && /\S/.test(block.text)
      ? [{ block, label: null, title: block.text.trim(), level: block.level }]
      : [],
  );
}
