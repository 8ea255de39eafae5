import type { Box } from '../../model/geometry.ts';
import type { GrayImage } from './gray-image.ts';

export interface RecognisedWord {
  readonly text: string;
  /** Pixels of the crop. */
  readonly box: Box;
  /** The recogniser's own figure, 0 to 1. */
  readonly confidence: number;
}

export interface RecognisedLine {
  readonly box: Box;
  readonly words: readonly RecognisedWord[];
}

/** What letters the recogniser is to look for: with both at once Hangul turns into look-alike Latin words. */
export type Script = 'korean' | 'latin';

/** A piece of a page, upright, dark on light: one line of text, or several that could not be told apart. */
export interface Crop {
  readonly image: GrayImage;
  readonly isLine: boolean;
}

/** What turns pixels into letters. Layout is ours, so that another engine can take this one's place. */
export interface OcrEngine {
  readonly name: string;
  /** The lines of each crop from top to bottom, in the order of the crops. Throws OcrFailed. */
  recognise(crops: readonly Crop[], script: Script): Promise<RecognisedLine[][]>;
}

/** The engine did not do its work. Holds nothing of what it said: that can be document text. */
export class OcrFailed extends Error {
  readonly timedOut: boolean;

  constructor(message: string, timedOut = false) {
    super(message);
    this.name = 'OcrFailed';
    this.timedOut = timedOut;
  }
}
