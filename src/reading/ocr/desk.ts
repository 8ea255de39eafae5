import type { Budget } from '../container/budget.ts';
import { type OcrEngine, OcrFailed } from './engine.ts';
import { engineAtHand } from './engine-at-hand.ts';
import type { GrayImage } from './gray-image.ts';
import type { PageText } from './page-text.ts';
import { recognisePage } from './recognise.ts';

/** Pages of one document that are read from pixels unless told otherwise. */
export const OCR_PAGES = 200;

export interface OcrOptions {
  readonly budget: Budget;
  /** Pages that may be read from pixels. */
  readonly pages?: number | undefined;
  readonly engine?: OcrEngine;
}

/** Reads the pages of one document from pixels, one after the other, and counts them. */
export class OcrDesk {
  private engine: Promise<OcrEngine | null> | null;
  private readonly budget: Budget;
  private left: number;

  constructor({ budget, pages = OCR_PAGES, engine }: OcrOptions) {
    this.budget = budget;
    this.left = pages;
    this.engine = engine === undefined ? null : Promise.resolve(engine);
  }

  async available(): Promise<boolean> {
    return (await this.chosen()) !== null;
  }

  /** One page of those that may be read; false when there is none left. */
  take(): boolean {
    if (this.left <= 0) return false;
    this.left--;
    return true;
  }

  /** Boxes are pixels of the image, which is not changed. Throws OcrFailed. */
  async recognise(image: GrayImage): Promise<PageText> {
    const engine = await this.chosen();
    if (engine === null) throw new OcrFailed('there is no engine');
    this.budget.progress();
    const text = await recognisePage(image, engine);
    this.budget.progress();
    return text;
  }

  /** Looked for when a page first needs it: most documents have none that does. */
  private chosen(): Promise<OcrEngine | null> {
    this.engine ??= engineAtHand();
    return this.engine;
  }
}
