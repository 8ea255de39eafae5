import type { Block } from '../../model/block.ts';
import type { Document } from '../../model/document.ts';
import type { Section } from '../../model/structure.ts';
import { onOneLine } from './header-cells.ts';

/** A place in the document's own outline: the heads above it, from the top down. Two blocks under one head share one. */
export interface Stand {
  readonly parent: Stand | null;
  readonly outline: readonly string[];
}

/** Blocks that belong to the page and not to the text that happens to stand around them. */
const PAGE_BLOCKS: ReadonlySet<string> = new Set(['header', 'footer']);
/** Code points of a text that are enough to know it by. */
const NOTED = 60;
/** How far into its block a section's title is looked for. */
const HEAD_REACH = 400;

/** Answers where a block stands; follows `parent` and knows which blocks open a section. */
export class Whereabouts {
  private readonly root: Stand = { parent: null, outline: [] };
  private readonly blocks = new Map<string, Block>();
  private readonly sections = new Map<string, Section>();
  private readonly stands = new Map<string, Stand>();
  private readonly title: string | null;

  constructor(document: Document) {
    this.title = document.structure.title === null ? null : squeeze(document.structure.title);
    for (const block of document.blocks) this.blocks.set(block.id, block);
    for (const section of document.structure.sections) this.sections.set(section.block, section);
  }

  /** Whether the block is nothing but a head: it goes with the text that follows it. */
  isHead(block: Block): boolean {
    if (block.type === 'title' || block.type === 'heading') return true;
    const section = this.sections.get(block.id);
    return section !== undefined && squeeze(headText(block, section)) === squeeze(block.text);
  }

  /** The beginning of the text that a note belongs to; nothing for a note to a table or a heading. */
  noted(block: Block): string[] {
    const text = block.parent === null ? undefined : this.blocks.get(block.parent);
    if (!text || (text.type !== 'paragraph' && text.type !== 'list_item' && text.type !== 'textbox')) return [];
    const start = onOneLine([...text.text.slice(0, 2 * NOTED)].slice(0, NOTED).join(''));
    return start === '' ? [] : [start];
  }

  stand(block: Block): Stand {
    // The way up is walked to the first block that is known already, then down again.
    const way: Block[] = [];
    let at: Block | undefined = block;
    let known: Stand | undefined;
    const seen = new Set<string>();
    while (at && !seen.has(at.id)) {
      known = this.stands.get(at.id);
      if (known) break;
      seen.add(at.id);
      way.push(at);
      at = at.parent === null || PAGE_BLOCKS.has(at.type) ? undefined : this.blocks.get(at.parent);
    }
    let stand = known ?? this.root;
    for (const step of way.reverse()) {
      const head = this.opens(step);
      if (head !== null) stand = { parent: stand, outline: head === '' ? stand.outline : [...stand.outline, head] };
      this.stands.set(step.id, stand);
    }
    return stand;
  }

  /** Text of the head that the block opens a section with; '' for one that adds nothing to the title, null for no head. */
  private opens(block: Block): string | null {
    const section = this.sections.get(block.id);
    if (block.type !== 'heading' && section === undefined) return null;
    const text = block.type === 'heading' || section === undefined ? onOneLine(block.text) : headText(block, section);
    return squeeze(text) === this.title ? '' : text;
  }
}

export function standsWithin(stand: Stand, above: Stand): boolean {
  for (let at: Stand | null = stand; at; at = at.parent) if (at === above) return true;
  return false;
}

/** The part of a block that is its section's head: `제1조(목적)` of an article whose text follows on the same line. */
function headText(block: Block, section: Section): string {
  const text = onOneLine(block.text.slice(0, HEAD_REACH));
  const label = section.label ?? '';
  if (section.title === null) return label === '' ? text : label;
  const title = onOneLine(section.title);
  const at = text.indexOf(title, text.startsWith(label) ? label.length : 0);
  if (at < 0) return label === '' ? title : `${label} ${title}`;
  const end = at + title.length;
  return text.slice(0, ')]〕】'.includes(text[end] ?? ' ') ? end + 1 : end);
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
