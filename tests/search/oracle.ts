import { chunkTokens, queryTerms } from '../../src/search/analysis/analyzer.ts';
import { figureAsked, figuresIn } from '../../src/search/analysis/figures.ts';
import { sayingOf } from '../../src/search/analysis/saying.ts';
import { termWeights } from '../../src/search/analysis/term-weights.ts';
import type { DocumentToIndex } from '../../src/search/tenant-index.ts';

export interface Expected {
  readonly filename: string;
  readonly chunk_id: string;
  readonly score: number;
}

interface Held {
  readonly filename: string;
  readonly chunk_id: string;
  readonly number: number;
  readonly cls: string;
  readonly says: string;
  readonly figures: string;
  readonly length: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** BM25 as the textbook has it, over all chunks in memory: slow, and too simple to be wrong. */
export class Oracle {
  private readonly documents = new Map<string, readonly Held[]>();

  put({ name, cls, chunks }: DocumentToIndex): void {
    const held = chunks.map((chunk): Held => {
      const counts = new Map<string, number>();
      const tokens = chunkTokens(chunk, name);
      for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
      const number = Number(chunk.id.slice(1));
      const [says, figures] = [sayingOf(chunk.text), figuresIn(chunk.text)];
      return { filename: name, chunk_id: chunk.id, number, cls, says, figures, length: tokens.length, counts };
    });
    this.documents.set(name, held);
  }

  remove(name: string): void {
    this.documents.delete(name);
  }

  reclass(name: string, cls: string): void {
    this.documents.set(
      name,
      (this.documents.get(name) ?? []).map((chunk) => ({ ...chunk, cls })),
    );
  }

  search(
    text: string,
    classes: ReadonlySet<string> | null,
    limit: number,
  ): { readonly chunksSearched: number; readonly hits: Expected[] } {
    const allowed = [...this.documents.values()].flat().filter(({ cls }) => classes === null || classes.has(cls));
    const average = allowed.reduce((sum, { length }) => sum + length, 0) / allowed.length;
    const terms = queryTerms(text);
    const figure = figureAsked(text);
    const shares = termWeights(terms);
    const weights = terms.map((term, at) => {
      const frequency = allowed.filter(({ counts }) => counts.has(term)).length;
      return { term, weight: (shares[at] as number) * Math.log(1 + (allowed.length - frequency + 0.5) / (frequency + 0.5)) };
    });
    const found = allowed.flatMap((chunk) => {
      let score = 0;
      for (const { term, weight } of weights) {
        const count = chunk.counts.get(term) ?? 0;
        if (count > 0) score += (weight * 2.2 * count) / (count + 1.2 * (0.25 + (0.75 * chunk.length) / average));
      }
      // Without the kind of figure that is asked for a chunk is worth less.
      const worth = figure === null || chunk.figures.includes(figure) ? score : 0.8 * score;
      return score > 0 ? [{ ...chunk, score, worth }] : [];
    });
    const codePoints = (name: string) => [...name].map((character) => String.fromCodePoint(character.codePointAt(0) as number));
    const order = (a: string, b: string) => {
      const [x, y] = [codePoints(a), codePoints(b)];
      for (let at = 0; at < Math.min(x.length, y.length); at++) {
        const difference = (x[at]?.codePointAt(0) as number) - (y[at]?.codePointAt(0) as number);
        if (difference !== 0) return difference;
      }
      return x.length - y.length;
    };
    found.sort((a, b) => b.worth - a.worth || order(a.filename, b.filename) || a.number - b.number);
    const window = found.slice(0, 10 * limit);
    const isCopy = window.map(({ says }, at) => window.findIndex((other) => other.says === says) < at);
    const inOrder = [...window.filter((_, at) => !isCopy[at]), ...window.filter((_, at) => isCopy[at])];
    return {
      chunksSearched: allowed.length,
      hits: inOrder.slice(0, limit).map(({ filename, chunk_id, score }) => ({ filename, chunk_id, score })),
    };
  }
}
