import type { FloatFlow, FlowItem, ParagraphFlow } from './flow.ts';
import type { Box, PageSetup } from './model.ts';

/** Two positions closer than this (about 2 mm) are the same height to a reader. */
const TOLERANCE = 500;
/** Objects and paragraphs that are weighed against each other; more of either is no page that a person reads. */
const MOST = 500;
/** A line of 10 pt, where the file stores none. */
const LINE = 1000;

/**
 * The content of one page (or cell, or text box) as a person reads it: floating objects go before the first paragraph that
 * starts below their top edge. Only stored line positions decide; past a paragraph without them nothing is moved.
 */
export function readingOrder(paragraphs: readonly ParagraphFlow[], setup: PageSetup | null): FlowItem[] {
  if (paragraphs.every((paragraph) => paragraph.floats.length === 0)) {
    const only = paragraphs[0];
    if (only && paragraphs.length === 1) return only.items as FlowItem[];
    const items: FlowItem[] = [];
    for (const paragraph of paragraphs) for (const item of paragraph.items) items.push(item);
    return items;
  }
  // Converters from PDF give each line the place of its object: such lines are measured from the paper's edge, not the body's.
  const page = setup && paragraphs.some(standsWhereItFloats) ? { ...setup, top: 0 } : setup;
  const gaps: Placed[][] = Array.from({ length: paragraphs.length + 1 }, () => []);
  for (const [at, paragraph] of paragraphs.entries()) {
    for (const float of paragraph.floats) {
      const box = boxOf(float, paragraph, page);
      const gap =
        page && float.position.vertical.to !== 'paragraph'
          ? gapOnPage(paragraphs, at, box.y, page)
          : gapByAnchor(paragraphs, at, float);
      insert(gaps[gap] as Placed[], { item: float.item, box });
    }
  }
  const out: FlowItem[] = [];
  for (const [at, gap] of gaps.entries()) {
    for (const placed of gap) out.push(placed.item);
    for (const item of paragraphs[at]?.items ?? []) out.push(item);
  }
  return out;
}

function standsWhereItFloats({ items, floats, lines }: ParagraphFlow): boolean {
  return (
    items.length === 0 &&
    floats.some(
      ({ position: { vertical } }) => vertical.to === 'paper' && vertical.offset > 0 && vertical.offset === lines?.first,
    )
  );
}

interface Placed {
  readonly item: FlowItem;
  readonly box: Box;
}

/** Index of the paragraph that a float set against the paper or the page comes before. */
function gapOnPage(paragraphs: readonly ParagraphFlow[], anchor: number, y: number, page: PageSetup): number {
  const own = topOf(paragraphs[anchor]);
  if (own === null && !isBlank(paragraphs[anchor])) return y > bodyHeight(page) / 2 ? anchor + 1 : anchor;
  if (own === null || own + TOLERANCE < y) {
    const gap = pastAbove(paragraphs, anchor + 1, y);
    if (own !== null || gap > anchor + 1) return gap;
  }
  return beforeBelow(paragraphs, anchor, y);
}

/** The same for one set against its paragraph: it starts within the first line and pushes the text down, or it follows. */
function gapByAnchor(paragraphs: readonly ParagraphFlow[], anchor: number, float: FloatFlow): number {
  const { to, align, offset } = float.position.vertical;
  // In a cell, or beside columns, a place on the paper says nothing about the text around the anchor.
  if (to !== 'paragraph') return align === 'end' ? anchor + 1 : anchor;
  const lines = paragraphs[anchor]?.lines ?? null;
  const height = lines?.height ?? LINE;
  if (offset >= height * 0.75) return lines ? pastAbove(paragraphs, anchor + 1, lines.first + offset) : anchor + 1;
  return lines && offset < -height ? beforeBelow(paragraphs, anchor, lines.first + offset) : anchor;
}

/** Goes down from a paragraph past those that start above a height. */
function pastAbove(paragraphs: readonly ParagraphFlow[], from: number, y: number): number {
  let gap = from;
  for (let at = from; at < Math.min(paragraphs.length, from + MOST); at++) {
    const top = topOf(paragraphs[at]);
    if (top !== null && top + TOLERANCE < y) gap = at + 1;
    else if (top !== null || !isBlank(paragraphs[at])) break;
  }
  return gap;
}

/** Goes up from a paragraph past those that start below a height. */
function beforeBelow(paragraphs: readonly ParagraphFlow[], from: number, y: number): number {
  let gap = from;
  for (let at = from - 1; at >= Math.max(0, from - MOST); at--) {
    const top = topOf(paragraphs[at]);
    if (top !== null && top + TOLERANCE >= y) gap = at;
    else if (top !== null || !isBlank(paragraphs[at])) break;
  }
  return gap;
}

function topOf(paragraph: ParagraphFlow | undefined): number | null {
  return paragraph?.lines?.first ?? null;
}

function isBlank(paragraph: ParagraphFlow | undefined): boolean {
  return paragraph === undefined || paragraph.items.length === 0;
}

/** Where a float stands, from the top left corner of the body area. */
function boxOf(float: FloatFlow, paragraph: ParagraphFlow, page: PageSetup | null): Box {
  const { vertical, horizontal, width, height } = float.position;
  const paperWidth = page?.width ?? 0;
  const bodyWidth = page ? page.width - page.left - page.right : 0;
  let y: number;
  if (vertical.to === 'paragraph' || !page) y = (paragraph.lines?.first ?? 0) + Math.max(0, vertical.offset);
  else if (vertical.to === 'paper') y = aligned(vertical.align, vertical.offset, height, page.height) - page.top;
  else y = aligned(vertical.align, vertical.offset, height, bodyHeight(page));
  const x =
    horizontal.to === 'paper'
      ? aligned(horizontal.align, horizontal.offset, width, paperWidth) - (page?.left ?? 0)
      : aligned(horizontal.align, horizontal.offset, width, bodyWidth);
  return { x, y, width, height };
}

function aligned(align: 'start' | 'center' | 'end', offset: number, size: number, room: number): number {
  if (align === 'center') return (room - size) / 2 + offset;
  if (align === 'end') return room - size - offset;
  return offset;
}

export function bodyHeight(page: PageSetup): number {
  return page.height - page.top - page.bottom;
}

/** File order, save that what stands wholly above, or wholly to the left in the same band, comes first. */
export function insert<T extends { readonly box: Box }>(placed: T[], next: T): void {
  const at = placed.length > MOST ? -1 : placed.findIndex((other) => comesBefore(next.box, other.box));
  if (at < 0) placed.push(next);
  else placed.splice(at, 0, next);
}

/** True where `a` is read before `b` although the file has it later. */
function comesBefore(a: Box, b: Box): boolean {
  const besides = a.x + a.width <= b.x + TOLERANCE || b.x + b.width <= a.x + TOLERANCE;
  const above = a.y + a.height <= b.y + TOLERANCE;
  if (!besides) return above && a.y < b.y;
  const sameBand = a.y < b.y + b.height - TOLERANCE && b.y < a.y + a.height - TOLERANCE;
  if (sameBand) return a.x + a.width <= b.x + TOLERANCE && a.x < b.x && Math.abs(a.y - b.y) <= TOLERANCE;
  return false;
}
