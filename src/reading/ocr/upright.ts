import type { OcrEngine, RecognisedLine, Script } from './engine.ts';
import type { GrayImage } from './gray-image.ts';
import { type Layout, layoutOf } from './layout.ts';
import { meanConfidence } from './page-text.ts';
import { type PreparedPage, prepare } from './prepare.ts';
import { turned } from './quarter-turn.ts';
import { cropOf, linesOf, readLines } from './read-lines.ts';
import type { Line } from './regions.ts';
import { rowsOverColumns } from './skew.ts';

/** A page the right way up, with its lines read in Korean. */
export interface UprightPage {
  readonly page: PreparedPage;
  readonly layout: Layout;
  /** Of each line of the layout. */
  readonly readings: RecognisedLine[][];
}

/** Upright lines are read with 0.8 and more on scans, turned ones with less than 0.5. */
const CERTAIN = 0.6;
/** Rows stand out 2 to 12 times as sharply as columns on most pages; dense tables have neither. */
const CLEAR_ROWS = 1.8;
const SAMPLE_LINES = 5;
/** What another way up must be read better by. */
const CLEARLY = 0.1;

/** Text that is read well stands upright; text on its head or its side gives noise. */
export async function upright(image: GrayImage, engine: OcrEngine): Promise<UprightPage> {
  const page = prepare(image);
  const layout = layoutOf(page);
  const sample = sampleLines(layout);
  if (sample.length === 0) return read(page, layout, engine);
  // Where rows do not stand out, a few lines tell before all of a turned page is read in vain.
  const tellsFirst = rowsOverColumns(page.ink) < CLEAR_ROWS;
  const first = tellsFirst ? null : await read(page, layout, engine);
  const korean = first
    ? meanConfidence(first.readings.flat().flatMap((line) => line.words))
    : await certainty(page, sample, 0, engine, 'korean');
  const found = korean >= CERTAIN ? korean : Math.max(korean, await certainty(page, sample, 0, engine, 'latin'));
  const other = found >= CERTAIN ? null : await otherwise(image, page, sample, engine, found);
  return other ?? first ?? read(page, layout, engine);
}

/** The page on its head or its sides, if its lines read well that way, and clearly better than as it is. */
async function otherwise(
  image: GrayImage,
  page: PreparedPage,
  sample: readonly Line[],
  engine: OcrEngine,
  found: number,
): Promise<UprightPage | null> {
  const enough = Math.max(CERTAIN, found + CLEARLY);
  if ((await inEither(page, sample, 2, engine)) >= enough) return turnedPage(image, 2, engine);
  const side = prepare(image, 1);
  const layout = layoutOf(side);
  const lines = sampleLines(layout);
  const [right, left] = [await inEither(side, lines, 0, engine), await inEither(side, lines, 2, engine)];
  if (Math.max(right, left) < enough) return null;
  return right >= left ? read(side, layout, engine) : turnedPage(image, 3, engine);
}

function turnedPage(image: GrayImage, turns: number, engine: OcrEngine): Promise<UprightPage> {
  const page = prepare(image, turns);
  return read(page, layoutOf(page), engine);
}

async function read(page: PreparedPage, layout: Layout, engine: OcrEngine): Promise<UprightPage> {
  return { page, layout, readings: await readLines(page, linesOf(layout), engine, 'korean') };
}

/** The widest lines of the page. */
function sampleLines(layout: Layout): Line[] {
  const width = ({ box }: Line) => box[2] - box[0];
  return linesOf(layout)
    .filter((line) => line.isLine)
    .sort((a, b) => width(b) - width(a))
    .slice(0, SAMPLE_LINES);
}

/** The same where the lines may as well be Latin: those are read badly as Korean. */
async function inEither(page: PreparedPage, lines: readonly Line[], turns: number, engine: OcrEngine): Promise<number> {
  const korean = await certainty(page, lines, turns, engine, 'korean');
  return korean >= CERTAIN ? korean : Math.max(korean, await certainty(page, lines, turns, engine, 'latin'));
}

/** How sure the recogniser is of these lines when they are turned. */
async function certainty(
  page: PreparedPage,
  lines: readonly Line[],
  turns: number,
  engine: OcrEngine,
  script: Script,
): Promise<number> {
  const readings = await engine.recognise(
    lines.map((line) => ({ image: turned(cropOf(page, line).image, turns), isLine: true })),
    script,
  );
  return meanConfidence(readings.flat().flatMap((line) => line.words));
}
