import type { Box } from '../../../model/geometry.ts';
import { continueTable, type DocTable, docTable, sameColumns } from './doc-table.ts';
import { takeFootnotes } from './footnotes.ts';
import { endsSentence } from './markers.ts';
import { boxOf, type FlowItem, type PageLayout } from './page-layout.ts';
import type { PageTable } from './page-table.ts';
import { type Paragraph, paragraphsOf } from './paragraphs.ts';
import { type RunningLine, takeRunningLines } from './running.ts';
import { textEdges } from './text-edges.ts';
import type { TextLine } from './text-line.ts';

/** The document in reading order, before it has ids. */
export type Piece =
  | { readonly kind: 'paragraph'; readonly page: PageLayout; readonly paragraph: Paragraph }
  | { readonly kind: 'note'; readonly page: PageLayout; readonly paragraph: Paragraph }
  | { readonly kind: 'running'; readonly page: PageLayout; readonly running: RunningLine }
  | { readonly kind: 'table'; readonly page: PageLayout; readonly table: DocTable }
  | { readonly kind: 'box'; readonly page: PageLayout; readonly box: Box; readonly paragraphs: Paragraph[] }
  | { readonly kind: 'image'; readonly page: PageLayout; readonly box: Box }
  /** To be read from pixels: the whole page where `box` is null. */
  | { readonly kind: 'scan'; readonly page: PageLayout; readonly box: Box | null };

/** In parts of the size: what a line may end before the edge and still be full. */
const FULL = 2;

/** Puts pages together: what belongs to the page is told apart, and what a page or column break cut is joined. */
export function piecesOf(all: readonly PageLayout[]): Piece[] {
  const pages = all.filter((page) => page.scan !== 'page');
  const bodySize = mainSize(pages);
  const running = takeRunningLines(pages, bodySize);
  const edges = textEdges(pages);
  const feet = feetOf(pages);
  const out: Piece[] = [];
  for (const page of all) {
    if (page.scan === 'page') {
      out.push({ kind: 'scan', page, box: null });
      continue;
    }
    const notes = takeFootnotes(page, bodySize);
    const own = running.get(page) ?? [];
    for (const line of own) if (line.type === 'header') out.push({ kind: 'running', page, running: line });
    const body = bodyPieces(page, edges);
    if (page.scan !== null) for (const box of page.scan) putScan(body, page, box);
    const last = lastOfText(out);
    const first = body.findIndex((piece) => piece.kind === 'paragraph' || piece.kind === 'table');
    const next = body[first];
    if (
      last &&
      next &&
      last.page.frame.turn === page.frame.turn &&
      joinOver(last, next, feet.get(Math.round(last.page.frame.height)) ?? 0)
    )
      body.splice(first, 1);
    out.push(...body);
    for (const paragraph of notes) out.push({ kind: 'note', page, paragraph });
    for (const line of own) if (line.type === 'footer') out.push({ kind: 'running', page, running: line });
  }
  return out;
}

/** After the picture that is to be read; words without one before what stands below them. */
function putScan(body: Piece[], page: PageLayout, box: Box): void {
  const shown = page.frame.into(box);
  const picture = body.findIndex(
    (piece) => piece.kind === 'image' && piece.box.every((edge, at) => Math.abs(edge - (shown[at] as number)) < 1),
  );
  const below = body.findIndex((piece) => topOf(piece) > shown[1]);
  const place = picture >= 0 ? picture + 1 : below >= 0 ? below : body.length;
  body.splice(place, 0, { kind: 'scan', page, box });
}

function topOf(piece: Piece): number {
  if (piece.kind === 'paragraph') return piece.paragraph.lines[0]?.box[1] ?? 0;
  if (piece.kind === 'table') return piece.table.parts[0]?.box[1] ?? 0;
  return piece.kind === 'image' || piece.kind === 'box' ? piece.box[1] : 0;
}

/** How far down text goes, by the height of the page. */
function feetOf(pages: readonly PageLayout[]): Map<number, number> {
  const feet = new Map<number, number>();
  for (const { frame, flow } of pages) {
    const key = Math.round(frame.height);
    for (const item of flow) if (item.kind !== 'image') feet.set(key, Math.max(feet.get(key) ?? 0, boxOf(item)[3]));
  }
  return feet;
}

/** The last thing of the text: notes, running lines and pictures stand between pages, a box ends the search. */
function lastOfText(pieces: readonly Piece[]): (Piece & { kind: 'paragraph' | 'table' }) | null {
  for (let i = pieces.length - 1; i >= 0; i--) {
    const piece = pieces[i] as Piece;
    if (piece.kind === 'paragraph' || piece.kind === 'table') return piece;
    if (piece.kind === 'box' || piece.kind === 'scan') return null;
  }
  return null;
}

/** Adds `next` to what the page before ended with, if it goes on with it. */
function joinOver(last: Piece & { kind: 'paragraph' | 'table' }, next: Piece, foot: number): boolean {
  if (last.kind === 'paragraph' && next.kind === 'paragraph') return joinParagraphs(last.paragraph, next.paragraph);
  if (last.kind !== 'table' || next.kind !== 'table') return false;
  const [part] = next.table.parts;
  const end = last.table.parts.at(-1);
  if (!part || !end || part.page !== end.page + 1) return false;
  const table = next.page.flow.find(
    (item): item is FlowItem & { kind: 'table' } => item.kind === 'table' && item.table.box === part.box,
  )?.table;
  if (!table || !sameColumns(last.table, table, foot - end.box[3]) || !reachesFoot(end.box, table, foot)) return false;
  continueTable(last.table, table, foot - end.box[3]);
  return true;
}

/** Not more room was left below the table than its next row needed. */
function reachesFoot(box: Box, next: PageTable, foot: number): boolean {
  const row = Math.min(...next.cells.filter((cell) => cell.row === 0).map((cell) => cell.box[3] - cell.box[1]));
  return foot - box[3] <= row + 40;
}

export function joinParagraphs(last: Paragraph, next: Paragraph): boolean {
  const [end, start] = [last.lines.at(-1) as TextLine, next.lines[0] as TextLine];
  if (next.marker !== null || endsSentence(end.text)) return false;
  if (Math.abs(end.size - start.size) > 0.12 * end.size || end.bold !== start.bold) return false;
  if (last.x1 - end.box[2] > FULL * end.size) return false;
  last.lines.push(...next.lines);
  return true;
}

function bodyPieces(page: PageLayout, edges: ReturnType<typeof textEdges>): Piece[] {
  const out: Piece[] = [];
  let lines: TextLine[] = [];
  let column = -2;
  const end = (joins: boolean): void => {
    if (lines.length === 0) return;
    const { x0, x1 } = edges(page, column);
    const paragraphs =
      column === -1
        ? lines.map((line) => ({ lines: [line], marker: null, x0: line.box[0], x1: line.box[2] }))
        : paragraphsOf(lines, x0, x1);
    const before = out.at(-1);
    const [first] = paragraphs;
    if (joins && first && before?.kind === 'paragraph' && joinParagraphs(before.paragraph, first)) paragraphs.shift();
    for (const paragraph of paragraphs) out.push({ kind: 'paragraph', page, paragraph });
    lines = [];
  };
  let columnChanged = false;
  for (const item of page.flow) {
    if (item.kind === 'line') {
      if (item.column !== column) {
        end(columnChanged);
        columnChanged = column >= 0 && item.column >= 0;
        column = item.column;
      }
      lines.push(item.line);
    } else if (item.kind === 'image') {
      out.push({ kind: 'image', page, box: item.box });
    } else {
      end(columnChanged);
      columnChanged = false;
      if (item.kind === 'table') out.push({ kind: 'table', page, table: docTable(item.table) });
      else out.push({ kind: 'box', page, box: item.box, paragraphs: paragraphsOf(item.lines, item.box[0] + 3, item.box[2] - 3) });
    }
  }
  end(columnChanged);
  return out;
}

/** The size in which most of the document is set. */
function mainSize(pages: readonly PageLayout[]): number {
  const lengths = new Map<number, number>();
  for (const page of pages) {
    for (const item of page.flow)
      if (item.kind === 'line') lengths.set(item.line.size, (lengths.get(item.line.size) ?? 0) + item.line.text.length);
  }
  let [best, most] = [10, 0];
  for (const [size, length] of lengths) if (length > most) [best, most] = [size, length];
  return best;
}
