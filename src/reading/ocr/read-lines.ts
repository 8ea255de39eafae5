import type { Box } from '../../model/geometry.ts';
import type { Crop, OcrEngine, RecognisedLine, RecognisedWord, Script } from './engine.ts';
import { crop } from './gray-image.ts';
import type { Layout, TableLayout } from './layout.ts';
import type { PreparedPage } from './prepare.ts';
import type { Line } from './regions.ts';
import { mergeReadings, suspectsOf } from './second-reading.ts';

/** White around a crop: the recogniser loses letters that touch the edge. */
const MARGIN = 12;
/** Ink around a line's box that may still be part of it. */
const FRAY = 3;

/** All lines of a page, those of its tables included, in the order of the layout. */
export function linesOf(layout: Layout): Line[] {
  return layout.pieces.flatMap((piece) =>
    piece.kind === 'lines' ? piece.region.lines : (layout.tables[piece.index] as TableLayout).inside.flat(),
  );
}

export function cropOf(page: PreparedPage, { box, isLine }: Line): Crop {
  return { image: crop(page.image, frayed(box), MARGIN), isLine };
}

/** What each line says; boxes are those of the prepared page. */
export async function readLines(
  page: PreparedPage,
  lines: readonly Line[],
  engine: OcrEngine,
  script: Script,
): Promise<RecognisedLine[][]> {
  if (lines.length === 0) return [];
  const readings = await engine.recognise(
    lines.map((line) => cropOf(page, line)),
    script,
  );
  return readings.map((found, index) => {
    const within = frayed((lines[index] as Line).box);
    const moved = ([x0, y0, x1, y1]: Box): Box => [
      clamp(x0 + within[0] - MARGIN, within[0], within[2]),
      clamp(y0 + within[1] - MARGIN, within[1], within[3]),
      clamp(x1 + within[0] - MARGIN, within[0], within[2]),
      clamp(y1 + within[1] - MARGIN, within[1], within[3]),
    ];
    return found.map((line) => ({ box: moved(line.box), words: line.words.map((word) => ({ ...word, box: moved(word.box) })) }));
  });
}

/** Words that do not look Korean are read once more as Latin, and the likelier reading of each is kept. */
export async function readLatin(
  page: PreparedPage,
  readings: readonly RecognisedLine[][],
  engine: OcrEngine,
): Promise<RecognisedLine[][]> {
  const doubts: { line: { words: readonly RecognisedWord[] }; from: number; to: number; box: Box }[] = [];
  const lines = readings.map((reading) =>
    reading.map((line) => {
      const open = { words: line.words, box: line.box };
      // From the end, so that words put in place do not move those still to come.
      for (const { from, to, box } of suspectsOf(line.words).reverse())
        doubts.push({ line: open, from, to, box: [box[0], line.box[1], box[2], line.box[3]] });
      return open;
    }),
  );
  const second = await readLines(
    page,
    doubts.map(({ box }) => ({ box, isLine: true })),
    engine,
    'latin',
  );
  for (const [index, { line, from, to }] of doubts.entries()) {
    const words = (second[index] as RecognisedLine[]).flatMap((one) => one.words);
    line.words = [...line.words.slice(0, from), ...mergeReadings(line.words.slice(from, to), words), ...line.words.slice(to)];
  }
  return lines;
}

function frayed([x0, y0, x1, y1]: Box): Box {
  return [Math.max(0, Math.floor(x0) - FRAY), Math.max(0, Math.floor(y0) - FRAY), Math.ceil(x1) + FRAY, Math.ceil(y1) + FRAY];
}

function clamp(value: number, from: number, to: number): number {
  return Math.min(Math.max(value, from), to);
}
