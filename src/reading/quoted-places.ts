import type { Block } from '../model/block.ts';
import type { Document } from '../model/document.ts';
import type { Anchor, Box } from '../model/geometry.ts';
import type { Table } from '../model/table.ts';
import type { QuotedPlaces } from '../shared/quoted-places-file.ts';
import type { Quotation } from '../shared/reading-protocol.ts';
import { fieldsOf, layoutRows, standsIn } from './chunking/row-layout.ts';

/** A text that has one box: a paragraph, or a table's cell. */
interface Part {
  readonly text: string;
  readonly page: number;
  readonly box: Box;
  /** Of a cell: its table and row. Null for text outside tables. */
  readonly row: string | null;
}

/** The boxes of the paragraphs and cells that hold each quotation, within its chunk's anchors. */
export function quotedPlaces(document: Document, quotations: readonly Quotation[]): QuotedPlaces {
  return quotations.map(({ doc_id, quote, anchors }) => {
    const holder = within(document, doc_id);
    const parts = holder && partsWithin(holder, anchors);
    const found = parts && partsThatHold(parts, quote);
    return found && rowsJoined(found);
  });
}

function within(document: Document, docId: string): Document | null {
  if (document.doc_id === docId) return document;
  for (const child of document.children ?? []) {
    const found = within(child, docId);
    if (found) return found;
  }
  return null;
}

function partsWithin({ blocks, tables }: Document, anchors: readonly Anchor[]): Part[] {
  const pages = new Set(anchors.map(({ page }) => page));
  const byBlock = new Map(tables.filter(({ parent }) => parent === null).map((table) => [table.block, table]));
  const parts: Part[] = [];
  for (const block of blocks) {
    const table = byBlock.get(block.id);
    if (!pages.has(block.page) && !table?.cells.some(({ page }) => pages.has(page))) continue;
    for (const part of table ? cellsOf(block, table) : whole(block)) if (isWithin(part, anchors)) parts.push(part);
  }
  return parts;
}

function whole({ text, page, bbox }: Block): Part[] {
  return bbox === null ? [] : [{ text, page, box: bbox, row: null }];
}

function cellsOf(block: Block, table: Table): Part[] {
  const rows = layoutRows(table);
  if (!standsIn(rows, block.text)) return whole(block);
  return rows.flatMap((row) =>
    fieldsOf(row).flatMap(({ cell: { text, page, bbox } }) => {
      const box = bbox ?? (page === table.page ? table.bbox : null);
      return box === null ? [] : [{ text, page, box, row: `${table.id} ${row.row}` }];
    }),
  );
}

/** Boxes are rounded on their way. */
const SLACK = 0.5;

function isWithin({ page, box: [x0, y0, x1, y1] }: Part, anchors: readonly Anchor[]): boolean {
  return anchors.some(
    ({ page: there, bbox }) =>
      there === page &&
      bbox !== null &&
      x0 >= bbox[0] - SLACK &&
      y0 >= bbox[1] - SLACK &&
      x1 <= bbox[2] + SLACK &&
      y1 <= bbox[3] + SLACK,
  );
}

/** The parts that the first place with these letters goes over; white space is not compared: it differs between lines and cells. */
function partsThatHold(parts: readonly Part[], quote: string): Part[] | null {
  const wanted = squeezed(quote);
  const texts = parts.map(({ text }) => squeezed(text));
  const start = wanted === '' ? -1 : texts.join('').indexOf(wanted);
  if (start < 0) return null;
  const held: Part[] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const end = at + (texts[index] as string).length;
    if (at < start + wanted.length && end > start) held.push(part);
    at = end;
  }
  return held;
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Cells in line that are equally high (on a turned page: equally wide) are one stretch of a row; a merged cell keeps its own box. */
function rowsJoined(parts: readonly Part[]): { page: number; box: Box }[] {
  const joined: { page: number; box: Box; row: string | null }[] = [];
  for (const { page, box, row } of parts) {
    const last = joined.at(-1);
    if (
      last &&
      row !== null &&
      last.row === row &&
      last.page === page &&
      (inLine(last.box, box, 1) || inLine(last.box, box, 0))
    ) {
      const [a, b] = [last.box, box];
      last.box = [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
    } else joined.push({ page, box, row });
  }
  return joined.map(({ page, box }) => ({ page, box }));
}

/** Whether two boxes begin and end at the same places along x (0) or y (1). */
function inLine(a: Box, b: Box, axis: 0 | 1): boolean {
  const slack = 0.1 * ((b[axis + 2] as number) - (b[axis] as number));
  return [axis, axis + 2].every((edge) => Math.abs((a[edge] as number) - (b[edge] as number)) <= slack);
}
