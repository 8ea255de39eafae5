import type { Block } from '../../model/block.ts';
import type { Chunk } from '../../model/chunk.ts';
import type { Document } from '../../model/document.ts';
import type { Table } from '../../model/table.ts';
import { blockSpot } from './anchors.ts';
import { ChunkWriter } from './chunk-writer.ts';
import { MeasuredText } from './code-points.ts';
import { splitText } from './split-text.ts';
import { NestedTables, type TableUnit, tableUnits } from './table-units.ts';
import { standsWithin, Whereabouts } from './whereabouts.ts';

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
  private readonly tables = new Map<string, Table>();

  constructor(document: Document, budget: number) {
    this.blocks = document.blocks.filter((block) => /\S/.test(block.text));
    this.budget = budget;
    this.writer = new ChunkWriter(document.doc_id, document.structure.title, budget);
    this.whereabouts = new Whereabouts(document);
    this.nested = new NestedTables(document.tables);
    for (const table of document.tables) if (table.parent === null) this.tables.set(table.block, table);
  }

  run(): Chunk[] {
    for (let at = 0; at < this.blocks.length; at++) {
      const block = this.blocks[at] as Block;
      this.enter(block);
      if (this.whereabouts.isHead(block)) this.text(block, 'heads');
      else if (block.type === 'table') this.table(block);
      else if (block.type === 'caption' && this.blocks[at + 1]?.id === block.parent) this.captionAbove(block);
      else if (block.type === 'caption' && this.isCaptionBelow(block)) this.whole(block, 'rows');
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
    writer.stand = stand;
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
      writer.add(block, measured, slice, spots, as);
    }
  }

  private whole(block: Block, as: 'heads' | 'rows'): void {
    this.writer.add(block, new MeasuredText(block.text), { start: 0, end: block.text.length }, [blockSpot(block)], as);
  }

  /** A caption waits for its table like a head for its text. */
  private captionAbove(block: Block): void {
    if (this.writer.holds === 'text' || this.writer.holds === 'rows') this.writer.flush();
    this.text(block, 'heads');
  }

  private isCaptionBelow(block: Block): boolean {
    return this.writer.holds === 'rows' && this.writer.lastBlock?.id === block.parent && pointsOf(block) <= this.writer.room;
  }

  private table(block: Block): void {
    const { writer, budget } = this;
    if (writer.holds === 'text' || writer.holds === 'rows') writer.flush();
    const measured = new MeasuredText(block.text);
    const units = tableUnits(block, this.tables.get(block.id), this.nested, measured, budget);
    const isSplit = units.length > 1 && measured.length(0, block.text.length) > writer.room;
    for (const group of groupsOf(units)) {
      const first = group[0] as TableUnit;
      const span = { start: first.start, end: (group.at(-1) as TableUnit).end };
      if (measured.length(span.start, span.end) <= budget && !writer.fits(block, measured, span)) writer.flush();
      for (const unit of group) {
        if (!writer.fits(block, measured, unit)) writer.flush();
        writer.add(block, measured, unit, unit.spots, 'rows', isSplit ? unit.context : []);
      }
    }
  }
}

/** Rows that merged cells tie together. */
function groupsOf(units: readonly TableUnit[]): TableUnit[][] {
  const groups: TableUnit[][] = [];
  for (const unit of units) {
    const open = groups.at(-1);
    if (open && !unit.startsGroup) open.push(unit);
    else groups.push([unit]);
  }
  return groups;
}

function pointsOf(block: Block): number {
  return new MeasuredText(block.text).length(0, block.text.length);
}
