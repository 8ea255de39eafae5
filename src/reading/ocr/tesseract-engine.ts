import { type Crop, type OcrEngine, OcrFailed, type RecognisedLine, type Script } from './engine.ts';
import type { GrayImage } from './gray-image.ts';
import { runTesseract } from './tesseract-process.ts';
import { linesOfOutput } from './tsv.ts';

/**
 * Its own layout analysis takes spaced Korean lines for columns of vertical text; told what it gets it reads twice as many
 * words, and single lines better and faster than blocks of them.
 */
const ONE_LINE = '7';
const BLOCK_OF_LINES = '6';

const LANGUAGES: Record<Script, string> = { korean: 'kor', latin: 'eng' };

/** A dense page takes 2 to 4 seconds of one core; far beyond that it is stuck on something that is no text. */
const PAGE_MS = 60_000;

/** The system's tesseract: all lines of a page go to one process. */
export class TesseractEngine implements OcrEngine {
  readonly name = 'tesseract';
  private readonly program: string;

  constructor(program: string) {
    this.program = program;
  }

  async recognise(crops: readonly Crop[], script: Script): Promise<RecognisedLine[][]> {
    const readings: RecognisedLine[][] = crops.map(() => []);
    for (const layout of [ONE_LINE, BLOCK_OF_LINES]) {
      const indexes = crops.flatMap((crop, index) => (crop.isLine === (layout === ONE_LINE) ? [index] : []));
      if (indexes.length === 0) continue;
      const images = indexes.map((index) => (crops[index] as Crop).image);
      for (const [n, lines] of (await this.run(images, script, layout)).entries()) readings[indexes[n] as number] = lines;
    }
    return readings;
  }

  /** It dies on some crops, with all that were in the list: halves find the one, which costs no more than itself. */
  private async run(images: readonly GrayImage[], script: Script, layout: string): Promise<RecognisedLine[][]> {
    const languages = LANGUAGES[script];
    try {
      const output = await runTesseract(images, { program: this.program, languages, layout, timeout: PAGE_MS });
      return linesOfOutput(output, images.length);
    } catch (error) {
      if (!(error instanceof OcrFailed) || error.timedOut || images.length < 2) throw error;
      const middle = images.length >> 1;
      const readings: RecognisedLine[][] = [];
      let lost = 0;
      for (const half of [images.slice(0, middle), images.slice(middle)]) {
        try {
          readings.push(...(await this.run(half, script, layout)));
        } catch (again) {
          if (!(again instanceof OcrFailed) || again.timedOut || half.length > 1) throw again;
          readings.push([]);
          lost++;
        }
      }
      // Where none can be read it is the engine that is wrong, not a crop.
      if (lost === images.length) throw error;
      return readings;
    }
  }
}
