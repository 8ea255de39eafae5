import type { Block } from '../../model/block.ts';
import type { Page } from '../../model/geometry.ts';
import type { Cell } from '../../model/table.ts';
import type { Budget } from '../container/budget.ts';
import type { ContentBuilder, Place } from '../content.ts';
import { estimatePages } from './estimate.ts';
import type { LayoutHints } from './hints.ts';
import { LayoutClient, type LayoutJob, type LayoutOutcome } from './layout-client.ts';
import { type FoundPage, PageMap } from './page-map.ts';
import { fillCellPages } from './table-pages.ts';

export interface Pagination {
  readonly bytes: Buffer;
  readonly format: 'hwpx' | 'hwp';
  readonly content: ContentBuilder;
  readonly hints: LayoutHints;
  readonly budget: Budget;
  /** False: no layout engine, pages from breaks and stored lines alone. */
  readonly engine: boolean;
  /** A layout begun earlier with `startLayout`, while the document was still being read. */
  readonly layout?: LayoutJob;
}

/** Below this share of places found, the engine and the reader do not speak of the same document. */
const JOINED = 0.9;

let client: LayoutClient | undefined;

/** Begins the layout of a document; whoever begins one hands it to `paginate` or cancels it. */
export function startLayout(bytes: Uint8Array): LayoutJob {
  client ??= new LayoutClient();
  return client.start(bytes);
}

/** Sets `page` on blocks, cells and tables and fills `content.pages`; says so where the numbers are estimates. */
export async function paginate(given: Pagination): Promise<void> {
  const { content, hints, budget } = given;
  const outcome = await outcomeOf(given);
  budget.progress();
  if ('layout' in outcome) {
    const map = new PageMap(outcome.layout, hints);
    const joined = setPages(content, (place) => map.find(place), map);
    content.pages.push(...pageSizes(map.pages, map.sections, hints));
    if (hints.stored.missing > 0) content.warn('PAGES_ESTIMATED');
    else if (!outcome.layout.complete) content.warn('PAGES_ESTIMATED', { text: LATE });
    else if (map.doubtful || joined < JOINED) content.warn('PAGES_ESTIMATED', { text: DOUBTFUL });
  } else {
    const pages = estimatePages(hints);
    setPages(content, ({ section, paragraph }) => {
      const page = pages[section]?.[paragraph];
      return page === undefined ? null : { page, exact: true };
    });
    const last = Math.max(0, ...pages.map((section) => section.at(-1) ?? 0));
    content.pages.push(
      ...pageSizes(
        last + 1,
        pages.map((section) => section[0] ?? 0),
        hints,
      ),
    );
    content.warn('PAGES_ESTIMATED', { text: NO_LAYOUT });
  }
}

const LATE = '쪽 번호가 추정값입니다. 배치 계산이 오래 걸려 일부 쪽만 확인했습니다.';
const DOUBTFUL = '쪽 번호가 추정값입니다. 계산한 배치가 문서에 저장된 줄 배치와 다른 곳이 있습니다.';
const NO_LAYOUT = '쪽 번호가 추정값입니다. 배치를 계산하지 못해 쪽 나눔과 저장된 줄 위치로만 어림했습니다.';

async function outcomeOf({ bytes, engine, layout }: Pagination): Promise<LayoutOutcome> {
  if (!engine) {
    layout?.cancel();
    return { failure: 'cancelled' };
  }
  return (layout ?? startLayout(bytes)).outcome;
}

/** Returns the share of texts whose own place was found. */
function setPages(content: ContentBuilder, find: (place: Place) => FoundPage | null, map?: PageMap): number {
  const { blocks, tables, places } = content;
  const pages = new Map<Block | Cell, number>();
  let sought = 0;
  let exact = 0;
  const look = (what: Block | Cell): FoundPage | null => {
    const place = places.get(what);
    const found = place ? find(place) : null;
    if (what.text !== '' && place) {
      sought++;
      if (found?.exact) exact++;
    }
    return found;
  };
  for (const block of blocks) {
    const found = look(block);
    if (found) pages.set(block, found.page);
  }
  if (map) setEndnotePages(content, map, pages);
  const byId = new Map(blocks.map((block) => [block.id, block]));
  settleBlocks(blocks, pages, byId);
  const cellPages = new Map<Cell, number>();
  for (const table of tables) {
    const block = byId.get(table.block);
    let around: number | undefined;
    for (const cell of table.cells) {
      const found = look(cell);
      if (found?.exact) cellPages.set(cell, found.page + 1);
      else if (found) around ??= found.page + 1;
    }
    table.page = fillCellPages(table, cellPages, around ?? block?.page ?? 1);
    // A table's block stands where its first row stands, which need not be where the paragraph that holds it begins.
    if (table.parent === null && block) block.page = table.page;
  }
  return sought === 0 ? 1 : exact / sought;
}

/** A block without a page of its own stands with its parent, or before what follows it. */
function settleBlocks(
  blocks: readonly Block[],
  pages: ReadonlyMap<Block | Cell, number>,
  byId: ReadonlyMap<string, Block>,
): void {
  let next = 0;
  for (const block of [...blocks].reverse()) {
    const found = pages.get(block);
    next = found ?? next;
    block.page = next + 1;
  }
  for (const block of blocks) {
    if (pages.has(block) || block.parent === null) continue;
    block.page = byId.get(block.parent)?.page ?? block.page;
  }
}

/** Endnotes stand at the end of their section, in the order of their references, whatever holds the reference. */
function setEndnotePages({ blocks, places }: ContentBuilder, map: PageMap, pages: Map<Block | Cell, number>): void {
  const seen = new Map<number, number>();
  for (const block of blocks) {
    const place = block.type === 'endnote' ? places.get(block) : undefined;
    if (!place) continue;
    const index = seen.get(place.section) ?? 0;
    const page = map.endnote(place.section, index);
    if (page !== null) pages.set(block, page);
    seen.set(place.section, index + block.text.split('\n').length);
  }
}

/** Page sizes as the file states them, section by section. */
function pageSizes(count: number, sectionStarts: readonly number[], hints: LayoutHints): Page[] {
  const out: Page[] = [];
  let section = 0;
  for (let page = 0; page < count; page++) {
    while (section + 1 < sectionStarts.length && (sectionStarts[section + 1] as number) <= page) section++;
    const hint = hints.sections[section];
    const stated = hint?.width != null && hint.height != null;
    out.push(stated ? { width: hint.width, height: hint.height, unit: 'pt' } : { width: null, height: null, unit: null });
  }
  return out;
}
