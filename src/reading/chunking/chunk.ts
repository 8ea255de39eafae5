import type { Block } from '../../model/block.ts';
import type { Chunk } from '../../model/chunk.ts';
import type { Document } from '../../model/document.ts';
import type { Table } from '../../model/table.ts';
import { blockSpot } from './anchors.ts';
import { ChunkWriter } from './chunk-writer.ts';
import { MeasuredText } from './code-points.ts';
import { onOneLine } from './header-cells.ts';
import { splitText } from './split-text.ts';
import { NestedTables, type TableUnit, tableUnits } from './table-units.ts';
import { type Stand, standsWithin, Whereabouts } from './whereabouts.ts';

/** Blocks that are read together with the block they are noted at. */
const NOTES: ReadonlySet<string> = new Set(['footnote', 'endnote', 'memo', 'caption']);
/** A chunk that holds less than this share of its budget takes the beginning of a text that is too long for one chunk. */
const LEAD_IN = 1 / 4;

/**
 * Chunks of a document in reading order: every block's text once, no chunk longer than `budget` code points save one
 * table row of up to twice that. A bundle gives its children's chunks, each child's numbered from c1.
 */
export function chunkDocument(document: Document, budget: number): Chunk[] {
  const own = document.blocks.length === 0 ? [] : new Chunker(document, Math.max(1, Math.floor(budget))).run();
  const children = document.children?.flatMap((child) => chunkDocument(child, budget)) ?? [];
  return [...own, ...children];
}

class Chunker {
  private readonly blocks: readonly Block[];
  private readonly budget: number;
  private readonly writer: ChunkWriter;
  private readonly whereabouts: Whereabouts;
  private readonly nested: NestedTables;
  /** Ids of the tables that compare a rule with its revision. */
  private readonly comparisons: ReadonlySet<string>;
  private readonly tables = new Map<string, Table>();
  /** What the last block said of the table that follows it. */
  private leadIn: string | null = null;

  constructor(document: Document, budget: number) {
    this.blocks = document.blocks.filter((block) => /\S/.test(block.text));
    this.budget = budget;
    this.writer = new ChunkWriter(document.doc_id, document.structure.title, budget);
    this.whereabouts = new Whereabouts(document);
    this.nested = new NestedTables(document.tables);
    this.comparisons = new Set(document.structure.revisions.map((revision) => revision.table ?? ''));
    for (const table of document.tables) if (table.parent === null) this.tables.set(table.block, table);
  }

  run(): Chunk[] {
    for (let at = 0; at < this.blocks.length; at++) {
      const block = this.blocks[at] as Block;
      this.enter(block);
      if (this.whereabouts.isHead(block)) this.text(block, 'heads');
      else if (block.type === 'table') this.table(block);
      else if (this.introducesTable(block, at)) this.captionAbove(block);
      else if (this.belongsToTableAbove(block)) this.whole(block);
      else at += this.withNotes(block, at) - 1;
    }
    this.writer.flush();
    return this.writer.chunks;
  }

  /** Ends the open chunk where the document itself has a seam before this block. */
  private enter(block: Block): void {
    const { writer } = this;
    const stand = this.whereabouts.stand(block);
    const above = writer.stand;
    if (above && stand !== above && !(writer.holds === 'heads' && standsWithin(stand, above))) writer.flush();
    else if (this.turnsPage(block, stand)) writer.flush();
    writer.stand = stand;
  }

  /** Where no head says what belongs together, a page that the file itself states is the only seam there is. */
  private turnsPage(block: Block, stand: Stand): boolean {
    const last = this.writer.lastBlock;
    return (
      stand.parent === null && this.writer.holds === 'text' && block.bbox !== null && last !== null && last.page < block.page
    );
  }

  /** A paragraph and the notes behind it stay together where one chunk can hold them; gives how many blocks were taken. */
  private withNotes(block: Block, at: number): number {
    const { writer } = this;
    if (writer.holds === 'rows') writer.flush();
    let count = 1;
    let length = pointsOf(block);
    for (
      let next = this.blocks[at + count];
      next && NOTES.has(next.type) && next.parent === block.id;
      next = this.blocks[at + count]
    ) {
      if (this.whereabouts.stand(next) !== writer.stand) break;
      length += 1 + pointsOf(next);
      count++;
    }
    if (length > writer.room && length <= this.budget && writer.holds === 'text') writer.flush();
    for (let i = 0; i < count; i++) this.text(this.blocks[at + i] as Block, 'text');
    return count;
  }

  private text(block: Block, as: 'heads' | 'text'): void {
    const { writer, budget } = this;
    if (as === 'heads' && writer.holds === 'rows') writer.flush();
    const measured = new MeasuredText(block.text);
    const spots = [blockSpot(block)];
    const whole = { start: 0, end: block.text.length };
    if (!writer.fits(block, measured, whole)) {
      // A head keeps its text: where both do not fit, the text is cut and not parted from it.
      const useRoom =
        writer.holds === 'heads'
          ? writer.room >= budget / 8
          : measured.length(0, whole.end) > budget && writer.length < budget * LEAD_IN;
      if (!useRoom || writer.room < 1) writer.flush();
    }
    for (const slice of writer.fits(block, measured, whole) ? [whole] : splitText(measured, 0, whole.end, budget, writer.room)) {
      if (!writer.fits(block, measured, slice)) writer.flush();
      // A note that is parted from its sentence is told it.
      const told = writer.holds === 'nothing' && NOTES.has(block.type) ? this.whereabouts.noted(block) : [];
      writer.add(block, measured, slice, spots, as, told);
    }
  }

  private whole(block: Block): void {
    this.writer.add(block, new MeasuredText(block.text), { start: 0, end: block.text.length }, [blockSpot(block)], 'rows');
  }

  /** A caption, or a short line right above a table: its name, its unit. */
  private introducesTable(block: Block, at: number): boolean {
    const next = this.blocks[at + 1];
    if (next?.type !== 'table') return false;
    if (block.type === 'caption') return next.id === block.parent;
    return isLeadIn(block) && this.whereabouts.stand(next) === this.whereabouts.stand(block);
  }

  /** A caption waits for its table like a head for its text; the chunks of a table that is cut are told it in their path. */
  private captionAbove(block: Block): void {
    if (this.writer.holds === 'text' || this.writer.holds === 'rows') this.writer.flush();
    this.text(block, 'heads');
    this.leadIn = onOneLine(block.text);
  }

  /** A caption below a table, or a note to it: only with the table does it say anything. */
  private belongsToTableAbove(block: Block): boolean {
    const { writer } = this;
    if (writer.holds !== 'rows' || pointsOf(block) > writer.room) return false;
    if (NOTES.has(block.type)) return writer.lastBlock?.id === block.parent;
    return (block.type === 'paragraph' || block.type === 'list_item') && TABLE_NOTE.test(block.text);
  }

  private table(block: Block): void {
    const { writer, budget } = this;
    if (writer.holds === 'text' || writer.holds === 'rows') writer.flush();
    const measured = new MeasuredText(block.text);
    const units = tableUnits(
      block,
      this.tables.get(block.id),
      { nested: this.nested, comparisons: this.comparisons },
      measured,
      budget,
    );
    const isSplit = units.length > 1 && measured.length(0, block.text.length) > writer.room;
    const leadIn = this.leadIn === null ? [] : [this.leadIn];
    this.leadIn = null;
    for (let at = 0; at < units.length; ) {
      const first = units[at] as TableUnit;
      const end = groupEnd(units, at);
      const span = { start: first.start, end: (units[end - 1] as TableUnit).end };
      if (end - at > 1 && measured.length(span.start, span.end) <= budget && !writer.fits(block, measured, span)) writer.flush();
      for (; at < end; at++) {
        const unit = units[at] as TableUnit;
        if (!writer.fits(block, measured, unit)) writer.flush();
        // Only what a chunk begins with has to be told where it stands; a lead-in that the chunk holds says so itself.
        const told =
          !isSplit || writer.holds === 'rows' ? [] : writer.holds === 'heads' ? unit.context : [...leadIn, ...unit.context];
        writer.add(block, measured, unit, unit.spots, 'rows', told);
      }
    }
  }
}

/** Index after the last of the rows that merged cells tie to this one. */
function groupEnd(units: readonly TableUnit[], from: number): number {
  let end = from + 1;
  while (end < units.length && !(units[end] as TableUnit).startsGroup) end++;
  return end;
}

const LONGEST_LEAD_IN = 80;
/** `※ 잠정치임`, `* 부가세 포함`, `주: 1) …`, `자료: 통계청`. */
const TABLE_NOTE = /^\s{0,12}(?:※|\*{1,3}(?!\*)|주\s?[0-9]?\s?[):：]|자료\s?[:：]|출처\s?[:：])/;

/** A line that can only speak of what follows it: no sentence, no note, no item of a list. */
function isLeadIn(block: Block): boolean {
  if (block.type !== 'paragraph' && block.type !== 'textbox' && block.type !== 'list_item') return false;
  const text = block.text.trim();
  return text.length <= LONGEST_LEAD_IN && !text.includes('\n') && !/[.?!;,]$|(?:다|음|함|임|됨)\.?$/.test(text);
}

function pointsOf(block: Block): number {
  return new MeasuredText(block.text).length(0, block.text.length);
}
