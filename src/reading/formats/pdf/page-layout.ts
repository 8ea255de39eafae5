import type { Box } from '../../../model/geometry.ts';
import { withAlignedTables } from './aligned.ts';
import { columnsOf, type Placed } from './columns.ts';
import type { Drawing } from './drawing.ts';
import { Frame, mainTurn } from './frame.ts';
import type { Glyph } from './glyphs.ts';
import type { HeadingMarks } from './outline.ts';
import type { PageCell, PageTable } from './page-table.ts';
import { type Ruled, ruledParts } from './ruled.ts';
import { linesOf, type Run, runsOf, type TextLine } from './text-line.ts';
import { turnedLines } from './turned-text.ts';

/** What is read one after the other. `x0` and `x1` are the edges of the column in which a line stands. */
export type FlowItem =
  | { readonly kind: 'line'; readonly line: TextLine; readonly x0: number; readonly x1: number; readonly column: number }
  | { readonly kind: 'table'; readonly table: PageTable }
  | { readonly kind: 'box'; readonly box: Box; readonly lines: TextLine[] }
  | { readonly kind: 'image'; readonly box: Box };

/** A page's content in reading order, in the coordinates of `frame`. */
export interface PageLayout {
  /** From 1. */
  readonly number: number;
  readonly frame: Frame;
  readonly flow: FlowItem[];
  /** Footnotes stand below a line at this height of the page; null: there is none. */
  readonly noteLine: number | null;
  /** Headings by the file's tags: the depth of each piece of marked content. */
  headings: HeadingMarks;
  /** What is to be read from pixels: nothing, the page, or these parts of it (in the page's own coordinates). */
  scan: 'page' | Box[] | null;
}

const NO_HEADINGS: HeadingMarks = new Map();
/** Share of the page's height: a higher frame is the page's own, and its content is the page's. */
const HIGHEST_BOX = 0.45;
const MOST_BOX_LINES = 14;
/** Share of the page's width: a narrower frame stands beside something, and its text must not run into that. */
const NARROW_BOX = 0.4;
/** Points: smaller pictures are ornaments. */
const SMALLEST_IMAGE = 24;

export function layOut(
  number: number,
  width: number,
  height: number,
  allGlyphs: readonly Glyph[],
  allDrawing: Drawing,
): PageLayout {
  const frame = new Frame(mainTurn(allGlyphs), width, height);
  const upright = allGlyphs.filter((glyph) => glyph.style.turn === frame.turn).map((glyph) => frame.glyph(glyph));
  const drawing = frame.drawing(allDrawing);
  const asides = turnedLines(allGlyphs, frame, width, height, number);
  const { ruled, rest } = ruledParts(drawing, upright);
  const body: Glyph[] = rest;
  const blocks: (Placed & { item: FlowItem })[] = [];
  const addTable = (part: Ruled): void => {
    const table = tableOf(part, number, asides);
    blocks.push({ box: table.box, drawn: firstDrawn(part), item: { kind: 'table', table } });
  };
  const addFrame = (part: Ruled): void => {
    const [glyphs, inner] = [part.glyphs[0] as Glyph[], part.inner[0] as Ruled[]];
    const { box } = part.grid;
    const lines = linesOf(runsOf(glyphs), number);
    const large = box[3] - box[1] > HIGHEST_BOX * frame.height || lines.length > MOST_BOX_LINES;
    if (inner.some(isTable) || (large && box[2] - box[0] > NARROW_BOX * frame.width)) {
      for (const glyph of glyphs) body.push(glyph);
      for (const innerPart of inner) (isTable(innerPart) ? addTable : addFrame)(innerPart);
      return;
    }
    for (const innerPart of inner) lines.push(...linesOf(runsOf(innerPart.glyphs[0] as Glyph[]), number));
    lines.sort((a, b) => a.base - b.base);
    if (lines.length > 0) blocks.push({ box, drawn: firstDrawn(part), item: { kind: 'box', box, lines } });
  };
  for (const part of ruled) (isTable(part) ? addTable : addFrame)(part);
  body.sort((a, b) => a.drawn - b.drawn);
  for (const box of drawing.images) {
    const visible: Box = [
      Math.max(0, box[0]),
      Math.max(0, box[1]),
      Math.min(frame.width, box[2]),
      Math.min(frame.height, box[3]),
    ];
    if (visible[2] - visible[0] >= SMALLEST_IMAGE && visible[3] - visible[1] >= SMALLEST_IMAGE) {
      blocks.push({ box: visible, drawn: 0, item: { kind: 'image', box: visible } });
    }
  }
  for (const line of asides)
    blocks.push({ box: line.box, drawn: line.drawn, item: { kind: 'line', line, x0: line.box[0], x1: line.box[2], column: -1 } });
  return {
    number,
    frame,
    flow: flowOf(body, blocks, number),
    noteLine: noteLineOf(drawing, frame),
    headings: NO_HEADINGS,
    scan: null,
  };
}

function isTable(part: Ruled): boolean {
  return part.grid.cells.length > 1;
}

function firstDrawn(part: Ruled): number {
  let first = Infinity;
  for (const glyphs of part.glyphs) first = Math.min(first, glyphs[0]?.drawn ?? Infinity);
  for (const inner of part.inner.flat()) first = Math.min(first, firstDrawn(inner));
  return first;
}

function flowOf(body: readonly Glyph[], blocks: readonly (Placed & { item: FlowItem })[], page: number): FlowItem[] {
  const runs: (Run & { item?: undefined })[] = runsOf(body);
  const flow: FlowItem[] = [];
  // Pictures lie under and beside text at will: they do not divide columns, and take their turn by their top.
  const dividing = blocks.filter(({ item }) => item.kind !== 'image' && item.kind !== 'line');
  const loose = blocks.filter(({ item }) => item.kind === 'image' || item.kind === 'line');
  const columns = columnsOf<(Run & { item?: undefined }) | (Placed & { item: FlowItem })>([...runs, ...dividing]);
  for (const [index, column] of columns.entries()) {
    const here: { top: number; left: number; item: FlowItem }[] = [];
    const own = column.items.filter((item): item is Run & { item?: undefined } => item.item === undefined);
    for (const part of withAlignedTables(linesOf(own, page))) {
      if ('text' in part)
        here.push({
          top: part.base - 0.7 * part.size,
          left: part.box[0],
          item: { kind: 'line', line: part, x0: column.x0, x1: column.x1, column: index },
        });
      else here.push({ top: part.box[1], left: part.box[0], item: { kind: 'table', table: part } });
    }
    for (const block of column.items) if (block.item) here.push({ top: block.box[1], left: block.box[0], item: block.item });
    here.sort((a, b) => a.top - b.top || a.left - b.left);
    flow.push(...here.map(({ item }) => item));
  }
  for (const { box, item } of loose) insertByTop(flow, box, item);
  return flow;
}

/** Before the first item that begins below it in the same column. */
function insertByTop(flow: FlowItem[], box: Placed['box'], item: FlowItem): void {
  const at = flow.findIndex((other) => {
    const otherBox = boxOf(other);
    const beside = Math.min(otherBox[2], box[2]) - Math.max(otherBox[0], box[0]) > 0;
    return beside && otherBox[1] >= box[1];
  });
  if (at < 0) flow.push(item);
  else flow.splice(at, 0, item);
}

export function boxOf(item: FlowItem): Box {
  return item.kind === 'line' ? item.line.box : item.kind === 'table' ? item.table.box : item.box;
}

function tableOf(part: Ruled, page: number, asides: TextLine[]): PageTable {
  const { grid } = part;
  const cells = grid.cells.map((cell, index): PageCell => {
    const glyphs = [...(part.glyphs[index] as Glyph[])];
    const inner = [...(part.inner[index] as Ruled[])];
    const tables: PageTable[] = [];
    for (let next = inner.shift(); next; next = inner.shift()) {
      if (isTable(next)) tables.push(tableOf(next, page, asides));
      else {
        glyphs.push(...(next.glyphs[0] as Glyph[]));
        inner.push(...(next.inner[0] as Ruled[]));
      }
    }
    const turned = takeInside(asides, cell.box);
    const content: (TextLine | PageTable)[] = [...linesOf(runsOf(glyphs), page), ...turned, ...tables];
    if (tables.length > 0 || turned.length > 0) content.sort((a, b) => a.box[1] - b.box[1]);
    return { row: cell.row, col: cell.col, rowSpan: cell.rowSpan, colSpan: cell.colSpan, box: cell.box, content };
  });
  return {
    page,
    box: grid.box,
    rows: grid.rows,
    cols: grid.cols,
    xs: grid.xs,
    cells,
    sure: grid.sure,
    openTop: grid.openTop,
    openBottom: grid.openBottom,
  };
}

function takeInside(lines: TextLine[], [x0, y0, x1, y1]: Box): TextLine[] {
  const taken: TextLine[] = [];
  for (let i = lines.length - 1; i >= 0; i--) {
    const { box } = lines[i] as TextLine;
    const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    if (x >= x0 && x < x1 && y >= y0 && y < y1) taken.unshift(...lines.splice(i, 1));
  }
  return taken;
}

/** The short line above footnotes: it begins at the left edge of the writing, alone, in the lower part of the page. */
function noteLineOf(drawing: Drawing, frame: Frame): number | null {
  const candidates = drawing.rulings.filter(
    (ruling) =>
      ruling.horizontal &&
      ruling.at > 0.35 * frame.height &&
      ruling.to - ruling.from > 40 &&
      ruling.to - ruling.from < 0.5 * frame.width &&
      ruling.from < 0.35 * frame.width,
  );
  const alone = candidates.filter(
    (line) =>
      !drawing.rulings.some(
        (other) =>
          !other.horizontal &&
          other.at >= line.from - 2 &&
          other.at <= line.to + 2 &&
          other.from <= line.at + 2 &&
          other.to >= line.at - 2,
      ),
  );
  return alone.length === 0 ? null : Math.max(...alone.map((line) => line.at));
}
