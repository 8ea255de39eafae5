import type { Block } from '../../model/block.ts';
import type { Chunk } from '../../model/chunk.ts';
import { anchorsOf, type Spot } from './anchors.ts';
import type { MeasuredText } from './code-points.ts';
import type { Slice } from './split-text.ts';
import type { Stand } from './whereabouts.ts';

interface Piece {
  readonly block: Block;
  readonly measured: MeasuredText;
  readonly start: number;
  end: number;
}

/** The chunk that is being filled, and those that are done. */
export class ChunkWriter {
  readonly chunks: Chunk[] = [];
  /** What the open chunk holds so far: nothing, only heads (and captions) that wait for their text, text, or table rows. */
  holds: 'nothing' | 'heads' | 'text' | 'rows' = 'nothing';
  length = 0;
  stand: Stand | null = null;
  private readonly docId: string;
  private readonly title: string | null;
  private readonly budget: number;
  private pieces: Piece[] = [];
  private spots: Spot[] = [];
  private context: readonly string[] = [];

  constructor(docId: string, title: string | null, budget: number) {
    this.docId = docId;
    this.title = title === null || title.trim() === '' ? null : title;
    this.budget = budget;
  }

  get lastBlock(): Block | null {
    return this.pieces.at(-1)?.block ?? null;
  }

  /** What is left of the budget for a text of another block. */
  get room(): number {
    return this.holds === 'nothing' ? this.budget : this.budget - this.length - 1;
  }

  /** Whether text[start, end) of the block can still be added. */
  fits(block: Block, measured: MeasuredText, slice: Slice): boolean {
    const last = this.pieces.at(-1);
    if (last?.block === block) return this.length + measured.length(last.end, slice.end) <= this.budget;
    return measured.length(slice.start, slice.end) <= this.room;
  }

  add(
    block: Block,
    measured: MeasuredText,
    slice: Slice,
    spots: readonly Spot[],
    as: 'heads' | 'text' | 'rows',
    context: readonly string[] = [],
  ): void {
    const last = this.pieces.at(-1);
    if (last?.block === block) {
      // Slices of one block run on as they do in the block, with whatever white space is between them.
      this.length += measured.length(last.end, slice.end);
      last.end = slice.end;
    } else {
      this.length += measured.length(slice.start, slice.end) + (last ? 1 : 0);
      this.pieces.push({ block, measured, start: slice.start, end: slice.end });
    }
    for (const spot of spots) this.spots.push(spot);
    if ((as === 'rows' && this.holds !== 'rows') || this.holds === 'nothing') this.context = context;
    if (this.holds === 'nothing' || this.holds === 'heads') this.holds = as;
  }

  /** Ends the open chunk, if it holds anything. */
  flush(): void {
    if (this.pieces.length === 0) return;
    const outline = [...(this.stand?.outline ?? [])];
    const path = [...(this.title === null ? [] : [this.title]), ...outline, ...this.context];
    this.chunks.push({
      id: `c${this.chunks.length + 1}`,
      doc_id: this.docId,
      kind: this.holds === 'rows' ? 'table' : 'paragraph',
      text: this.pieces.map((piece) => piece.measured.text.slice(piece.start, piece.end)).join('\n'),
      blocks: this.pieces.map((piece) => piece.block.id),
      anchors: anchorsOf(this.spots),
      path,
      outline,
      extractors: [...new Set(this.pieces.map((piece) => piece.block.extractor))],
    });
    this.pieces = [];
    this.spots = [];
    this.context = [];
    this.length = 0;
    this.holds = 'nothing';
  }
}
