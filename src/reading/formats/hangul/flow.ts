import type { BlockType } from '../../../model/block.ts';
import type { Place } from '../../content.ts';
import type { Position, StoredLines } from './model.ts';

/** Content between the file's tree and blocks: what becomes one block (or one part of a cell's text), in reading order. */
export type FlowItem = TextFlow | TableFlow | BoxFlow | PictureFlow;

export interface TextFlow {
  readonly kind: 'text';
  readonly type: 'paragraph' | 'heading' | 'list_item' | 'title' | 'equation';
  readonly level: number | null;
  readonly text: string;
  /** Type size in points that the stored lines state; 0 where they do not. */
  readonly size: number;
  readonly place: Place | null;
}

export interface TableFlow {
  readonly kind: 'table';
  readonly rows: number;
  readonly cols: number;
  readonly headerRows: number;
  /** Cells overlapped or lay outside the grid and were put right. */
  readonly uncertain: boolean;
  readonly cells: readonly CellFlow[];
  readonly caption: CaptionFlow | null;
  readonly place: Place | null;
}

export interface CellFlow {
  readonly row: number;
  readonly col: number;
  readonly rowSpan: number;
  readonly colSpan: number;
  readonly header: boolean;
  readonly items: readonly FlowItem[];
  readonly place: Place | null;
}

export interface CaptionFlow {
  readonly before: boolean;
  readonly box: BoxFlow;
}

/** A list of paragraphs apart from the text around it: it becomes blocks of its type. */
export interface BoxFlow {
  readonly kind: 'box';
  readonly type: Extract<BlockType, 'textbox' | 'footnote' | 'endnote' | 'header' | 'footer' | 'memo' | 'caption'>;
  readonly items: readonly FlowItem[];
  readonly place: Place | null;
  /** Text of the paragraph it is anchored in: the block it belongs to. */
  owner: TextFlow | null;
  readonly caption: CaptionFlow | null;
  readonly hidden: boolean;
}

export interface PictureFlow {
  readonly kind: 'picture';
  /** What a person wrote as its description. */
  readonly alt: string;
  readonly caption: CaptionFlow | null;
  readonly place: Place | null;
}

/** One paragraph: what stands in its lines, and what floats and is only anchored in it. */
export interface ParagraphFlow {
  readonly items: readonly FlowItem[];
  readonly floats: readonly FloatFlow[];
  readonly lines: StoredLines | null;
  readonly pageBreak: boolean;
}

export interface FloatFlow {
  readonly item: FlowItem;
  readonly position: Position;
}
