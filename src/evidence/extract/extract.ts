import type { Hit } from '../../model/evidence.ts';
import { tokens } from '../../search/analysis/tokens.ts';
import { linesOf } from './lines.ts';
import { analyseQuestion, type Collection, hasQuantities, massOf, type Question, withoutSpaces, wordIn } from './question.ts';

/** A line of a chunk that may answer. */
export interface ExtractedLine {
  readonly hit: Hit;
  readonly quote: string;
  /** How well it answers, for the order alone. */
  readonly score: number;
}

export interface Extract {
  /** The lines that answer, best first; none where no line is good enough. */
  readonly lines: readonly ExtractedLine[];
  /** How sure it is that one of the lines answers. */
  readonly confidence: number;
}

/** Chosen on the development questions: the lowest that refuses 11 of their 13 without an answer; docs/rag.md has the curve. */
export const EXTRACT = { threshold: 1.7, most: 6 } as const;

/** A word of the question counts by where it stands: in the line, beside it, in the path, elsewhere in the chunk. */
const BESIDE = 0.75;
const ELSEWHERE = 0.6;
/** What a line shows or lacks of what the question asks for. */
const SIGN = 0.25;
const BETTER_SIGN = 0.15;
const HEADING = 0.2;
/** What the first chunk has before the others; the second has half of it, and so on. */
const RANK = 0.12;
/** Lines of one chunk: an answer of several chunks is right more often. */
const SAME_CHUNK = 2;
/** A shorter line says nothing, unless it is a name that is asked for. */
const SHORTEST = 4;
/** A question of few words has no mass to speak of; it is answered where nearly all of them stand. */
const COVERED = 0.8;
/** In a tenant of few chunks rareness tells little: there it is enough that most of the words stand together. */
const FEW_CHUNKS = 500;
const COVERED_OF_FEW = 0.6;
/** Where the words of the question are and the answer is not, a chunk with far fewer of them does not answer instead. */
const COMPARABLE = 0.8;
/** What the search makes of a chunk, beside what stands in it. */
const BY_SEARCH = 0.1;

/** The lines of what was found that answer a question. */
export function extractLines(
  question: string,
  hits: readonly Hit[],
  collection: Collection,
  { threshold, most }: { readonly threshold: number; readonly most: number } = EXTRACT,
): Extract {
  const asked = analyseQuestion(question, collection);
  const files = aboutQuantities(asked, hits);
  const scored = hits.flatMap((hit, at) => (files.has(hit.filename) ? scoredLines(asked, hit, RANK / (at + 1)) : []));
  const confidence = confidenceOf(asked, collection.chunks < FEW_CHUNKS ? COVERED_OF_FEW : COVERED, scored);
  const lines = confidence < threshold ? [] : bestLines(scored, most);
  return { lines, confidence };
}

/** The files of which some hit is about all that the question counts: the others go on about it without naming it again. */
function aboutQuantities(asked: Question, hits: readonly Hit[]): ReadonlySet<string> {
  const texts = new Map<string, string>();
  for (const { filename, path, text } of hits) {
    texts.set(filename, `${texts.get(filename) ?? filename} ${withoutSpaces(`${path.join(' ')} ${text}`)}`);
  }
  return new Set([...texts].flatMap(([filename, text]) => (hasQuantities(asked, text) ? [filename] : [])));
}

interface ScoredLine extends ExtractedLine {
  readonly isAnswer: boolean;
  /** What the chunk and its path hold of the question. */
  readonly mass: number;
}

function scoredLines(asked: Question, hit: Hit, prior: number): ScoredLine[] {
  const lines = linesOf(hit.text).map((line) => ({ ...line, seen: new Set(tokens(line.text)) }));
  const path = new Set(hit.path.flatMap((part) => tokens(part)));
  const chunk = new Set(lines.flatMap(({ seen }) => [...seen]));
  const titles = withoutSpaces(hit.path.join('\n'));
  const anywhere = new Map(asked.words.map((word) => [word, Math.max(wordIn(word, path), wordIn(word, chunk))]));
  const mass = massOf(asked, (word) => anywhere.get(word) ?? 0);
  return lines.map(({ text, at, seen }, n) => {
    const beside = lines.slice(Math.max(0, n - 1), n + 2).filter((other) => Math.abs(other.at - at) <= 1);
    const near = massOf(asked, (word) => {
      const inLine = wordIn(word, seen);
      if (inLine === 1) return 1;
      const next = Math.max(...beside.map((other) => wordIn(word, other.seen)));
      return Math.max(inLine, BESIDE * next, ELSEWHERE * (anywhere.get(word) ?? 0));
    });
    const { needed, better } = asked.signs;
    const isShown = needed === null || needed.test(text);
    let extra = needed === null ? 0 : isShown ? SIGN : -SIGN;
    const isBetter = better?.test(text) === true;
    if (isBetter) extra += BETTER_SIGN;
    if (isHeading(text, titles, isBetter)) extra -= HEADING;
    const isAnswer = isShown && hasQuantities(asked, titles + withoutSpaces(beside.map((other) => other.text).join('')));
    return { hit, quote: text, score: near / Math.max(asked.mass, 1e-9) + extra + prior, isAnswer, mass };
  });
}

/** A line that only repeats what the path says, or says next to nothing, answers nothing. */
function isHeading(line: string, titles: string, isBetter: boolean): boolean {
  const text = withoutSpaces(line);
  return (text.length < SHORTEST && !isBetter) || titles.includes(text);
}

function confidenceOf(asked: Question, covered: number, scored: readonly ScoredLine[]): number {
  let confidence = 0;
  const most = scored.reduce((best, { mass }) => Math.max(best, mass), 0);
  for (const { isAnswer, mass, hit } of scored) {
    if (!isAnswer || mass === 0 || mass < COMPARABLE * most) continue;
    const measured = (mass + BY_SEARCH * hit.score) / asked.unit;
    confidence = Math.max(confidence, measured, mass >= covered * asked.mass ? EXTRACT.threshold : 0);
  }
  return confidence;
}

function bestLines(scored: readonly ScoredLine[], most: number): ExtractedLine[] {
  const chosen: ExtractedLine[] = [];
  const told = new Set<string>();
  const ofChunk = new Map<Hit, number>();
  for (const { hit, quote, score } of [...scored].sort((a, b) => b.score - a.score)) {
    if (chosen.length === most) break;
    const same = withoutSpaces(quote);
    const count = ofChunk.get(hit) ?? 0;
    if (told.has(same) || count === SAME_CHUNK) continue;
    told.add(same);
    ofChunk.set(hit, count + 1);
    chosen.push({ hit, quote, score });
  }
  return chosen;
}
