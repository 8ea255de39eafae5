import type { Box } from '../../model/geometry.ts';
import type { RecognisedLine, RecognisedWord } from './engine.ts';
import { around } from './gray-image.ts';
import { meanConfidence } from './page-text.ts';
import type { TesseractOutput } from './tesseract-process.ts';

const WORD = '5';

interface Piece {
  text: string;
  box: Box;
  confidence: number;
}

/**
 * Tesseract's table of words (page, block, paragraph, line, word, left, top, width, height, confidence, text; a page is a
 * crop) calls every other Korean syllable a word; its plain text has the spaces that it saw. The two together give words.
 */
export function linesOfOutput({ tsv, text }: TesseractOutput, crops: number): RecognisedLine[][] {
  const texts = text.split('\f');
  return linesOfTsv(tsv, crops).map((lines, crop) => {
    const spaced = (texts[crop] ?? '').split('\n').filter((line) => line.trim() !== '');
    return lines.map((pieces, index) => {
      const line = spaced.length === lines.length ? (spaced[index] as string) : null;
      const words = (line === null ? null : wordsOf(pieces, line)) ?? byGaps(pieces);
      return { box: around(words.map((word) => word.box)) as Box, words };
    });
  });
}

function linesOfTsv(tsv: string, crops: number): Piece[][][] {
  const pages: { key: string; pieces: Piece[] }[][] = Array.from({ length: crops }, () => []);
  for (const row of tsv.split('\n')) {
    const fields = row.split('\t');
    if (fields[0] !== WORD || fields.length < 12) continue;
    const [, page, block, paragraph, line, , left, top, width, height, confidence] = fields.map(Number) as number[];
    const text = (fields[11] as string).trim();
    const lines = pages[(page as number) - 1];
    if (!lines || text === '') continue;
    const key = `${block}/${paragraph}/${line}`;
    const [x, y] = [left as number, top as number];
    const piece: Piece = {
      text,
      box: [x, y, x + (width as number), y + (height as number)],
      confidence: Math.min(1, Math.max(0, (confidence as number) / 100)),
    };
    const last = lines.at(-1);
    if (last?.key === key) last.pieces.push(piece);
    else lines.push({ key, pieces: [piece] });
  }
  return pages.map((lines) => lines.map(({ pieces }) => pieces));
}

/** Null where the line does not hold exactly these pieces. */
function wordsOf(pieces: readonly Piece[], line: string): RecognisedWord[] | null {
  const words: Piece[][] = [];
  let at = 0;
  for (const piece of pieces) {
    const from = at;
    while (at < line.length && /\s/.test(line[at] as string)) at++;
    if (!line.startsWith(piece.text, at)) return null;
    if (words.length === 0 || at > from) words.push([piece]);
    else (words.at(-1) as Piece[]).push(piece);
    at += piece.text.length;
  }
  return line.slice(at).trim() === '' ? words.map(joined) : null;
}

/** Pieces that stand closer than a third of their height are one word. */
function byGaps(pieces: readonly Piece[]): RecognisedWord[] {
  const words: Piece[][] = [];
  for (const piece of pieces) {
    const before = words.at(-1)?.at(-1);
    const height = piece.box[3] - piece.box[1];
    if (before && piece.box[0] - before.box[2] < 0.3 * height) (words.at(-1) as Piece[]).push(piece);
    else words.push([piece]);
  }
  return words.map(joined);
}

/** As sure as its letters are on average. */
function joined(pieces: readonly Piece[]): RecognisedWord {
  return {
    text: pieces.map((piece) => piece.text).join(''),
    box: around(pieces.map((piece) => piece.box)) as Box,
    confidence: meanConfidence(pieces),
  };
}
