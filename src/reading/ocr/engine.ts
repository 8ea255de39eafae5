import type { Box } from '../../model/geometry.ts';
import type { GrayImage } from './gray-image.ts';

/** A piece of ink that the recogniser took for one word. */
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

export type Languages = 'korean' | 'korean and latin';

/**
 * What turns pixels into letters. A crop holds lines of one column and nothing else, upright, dark on light; layout is ours,
 * so that another engine can take this one's place.
 */
export interface OcrEngine {
  readonly name: string;
  available(): Promise<boolean>;
  /** The lines of each crop from top to bottom, in the order of the crops. */
  recognise(crops: readonly GrayImage[], languages: Languages): Promise<RecognisedLine[][]>;
}
