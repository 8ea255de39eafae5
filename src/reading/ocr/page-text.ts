import type { Box } from '../../model/geometry.ts';

/** What was read on a page, in reading order; boxes are pixels of the image as it was given. */
export interface PageText {
  readonly items: readonly (TextItem | TableItem)[];
  /** Places at which the recogniser saw something and was too unsure to be believed: left out. */
  readonly dropped: number;
  /** Degrees by which the lines fell to the right before the page was made straight. */
  readonly angle: number;
  /** Quarter turns clockwise that brought the page upright. */
  readonly turns: number;
}

export interface Word {
  readonly text: string;
  readonly box: Box;
  /** 0 to 1. */
  readonly confidence: number;
}

export interface TextLine extends Word {
  readonly words: readonly Word[];
}

/** A paragraph: its lines as they stand on the page. */
export interface TextItem extends Word {
  readonly kind: 'text';
  readonly lines: readonly TextLine[];
}

export interface TableCell {
  readonly row: number;
  readonly col: number;
  readonly row_span: number;
  readonly col_span: number;
  /** Empty for a cell without ink, or with ink that could not be read. */
  readonly text: string;
  readonly box: Box;
  /** 1 for an empty cell. */
  readonly confidence: number;
}

export interface TableItem {
  readonly kind: 'table';
  readonly rows: number;
  readonly cols: number;
  readonly cells: readonly TableCell[];
  readonly box: Box;
  readonly confidence: number;
  /** The drawn lines do not make a plain grid. */
  readonly uncertain: boolean;
}

/** Confidence of several words together: each counts as much as it has letters. */
export function meanConfidence(words: readonly { readonly text: string; readonly confidence: number }[]): number {
  let letters = 0;
  let sum = 0;
  for (const { text, confidence } of words) {
    letters += text.length;
    sum += text.length * confidence;
  }
  return letters === 0 ? 0 : sum / letters;
}
