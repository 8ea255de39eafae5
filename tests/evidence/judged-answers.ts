import type { Hit } from '../../src/model/evidence.ts';
import { pairs, type Question } from '../eval/labels.ts';

/** A question with the shortest text that a right citation has to show. */
export type KeyedQuestion = Question & { readonly key: string | null };

export interface Cited {
  readonly hit: Hit;
  readonly quote: string;
}

/** As QUESTIONS.md has it: a citation from an expected file or its twin holds the quote or the key; a comparison needs both. */
export class Judge {
  private readonly twins: ReadonlyMap<string, readonly string[]>;

  constructor(root: string) {
    this.twins = new Map(pairs(root).flatMap(({ files }) => files.map((file) => [file, files] as const)));
  }

  isRight({ expected, key }: KeyedQuestion, cited: readonly Cited[]): boolean {
    const parts = new Set(expected.map(({ part = 1 }) => part));
    return [...parts].every((wanted) =>
      expected.some(
        ({ part = 1, file, quote }) =>
          part === wanted &&
          cited.some((it) => {
            if (it.hit.filename !== file && !this.twins.get(file)?.includes(it.hit.filename)) return false;
            const shown = plain(it.quote);
            return shown.includes(plain(quote)) || (key !== null && shown.includes(plain(key)));
          }),
      ),
    );
  }
}

function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/gu, '')
    .replace(/(?<=\d),(?=\d)/g, '');
}
