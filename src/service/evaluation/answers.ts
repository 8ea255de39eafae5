import type { AnswerResponse } from '../../contract/answer.ts';
import type { Citation } from '../../model/evidence.ts';
import { isFrom, normalised, partsOf } from './matching.ts';
import type { Question, Twins } from './questions.ts';

/** Marks a question whose topic is there and whose fact is not. */
const NEAR_MISS = 'near_miss';

export interface AnsweredQuestion {
  readonly question: Question;
  readonly answered: boolean;
  /** Whether the citations show what was expected, every part of it. */
  readonly right: boolean;
}

/** How a group of questions was answered or refused. */
export interface AnswerFigures {
  readonly split: string;
  readonly answerable: { readonly n: number; readonly answered: number; readonly right: number };
  readonly unanswerable: { readonly n: number; readonly refused: number };
  readonly near_misses: { readonly n: number; readonly refused: number };
}

/** Asks every question, also those that no document answers. */
export async function evaluateAnswers(
  questions: readonly Question[],
  twins: Twins,
  ask: (question: string) => Promise<AnswerResponse>,
): Promise<AnsweredQuestion[]> {
  const all: AnsweredQuestion[] = [];
  for (const question of questions) {
    const { answered, citations } = await ask(question.question);
    all.push({ question, answered, right: question.answerable && answered && isRight(question, citations, twins) });
  }
  return all;
}

/** A citation from an expected file, or from one that holds the same document, shows the quote or its key. */
export function isRight(question: Question, citations: readonly Pick<Citation, 'filename' | 'quote'>[], twins: Twins): boolean {
  const key = question.key ? normalised(question.key) : null;
  const parts = partsOf(question);
  return (
    parts.length > 0 &&
    parts.every((places) =>
      places.some(({ file, quote }) =>
        citations.some((citation) => {
          if (!isFrom(citation.filename, file, twins)) return false;
          const shown = normalised(citation.quote);
          return shown.includes(normalised(quote)) || (key !== null && shown.includes(key));
        }),
      ),
    )
  );
}

export function answerFigures(all: readonly AnsweredQuestion[], split: string): AnswerFigures {
  const answerable = all.filter(({ question }) => question.answerable);
  const others = all.filter(({ question }) => !question.answerable);
  const near = others.filter(({ question }) => question.tags.includes(NEAR_MISS));
  const refused = (some: readonly AnsweredQuestion[]) => some.filter(({ answered }) => !answered).length;
  return {
    split,
    answerable: {
      n: answerable.length,
      answered: answerable.filter(({ answered }) => answered).length,
      right: answerable.filter(({ right }) => right).length,
    },
    unanswerable: { n: others.length, refused: refused(others) },
    near_misses: { n: near.length, refused: refused(near) },
  };
}
