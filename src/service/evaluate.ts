import type { Hit } from '../model/evidence.ts';
import { type Found, partsOf, shownPlace } from './evaluation/matching.ts';
import type { Expected, Question, Twins } from './evaluation/questions.ts';
import { type Figures, figuresOf, type Outcome } from './evaluation/tally.ts';

export interface Evaluated {
  readonly question: Question;
  readonly retrieval: Outcome;
}

/** Figures of one group of questions: of a split, and in it of a format, a place… */
export interface GroupFigures {
  readonly split: string;
  readonly by: 'all' | 'format' | 'place' | 'kind' | 'tag';
  readonly group: string;
  readonly retrieval: Figures;
}

/** Both splits together. */
const BOTH = 'all';
const MISSED: Outcome = { rank: Number.POSITIVE_INFINITY, anyRank: Number.POSITIVE_INFINITY, page: null };

/** Asks every question that has an answer, one after the other. */
export async function evaluateRetrieval(
  questions: readonly Question[],
  twins: Twins,
  ask: (question: string) => Promise<readonly Hit[]>,
): Promise<Evaluated[]> {
  const evaluated: Evaluated[] = [];
  for (const question of questions) {
    if (!question.answerable) continue;
    evaluated.push({ question, retrieval: outcomeOf(question, await ask(question.question), twins) });
  }
  return evaluated;
}

export function outcomeOf(question: Question, found: readonly Found[], twins: Twins): Outcome {
  const parts = partsOf(question).map((part) => firstOf(part, found, twins));
  if (parts.length === 0) return MISSED;
  const ranks = parts.map(({ rank }) => rank);
  return { rank: Math.max(...ranks), anyRank: Math.min(...ranks), page: parts[0]?.page ?? null };
}

function firstOf(part: readonly Expected[], found: readonly Found[], twins: Twins): { rank: number; page: boolean | null } {
  for (const [at, hit] of found.entries()) {
    const place = shownPlace(hit, part, twins);
    if (place === undefined) continue;
    // A page is told of the file it was read in: its twin may be set differently.
    const isKnown = place.page != null && place.file.normalize('NFC') === hit.filename;
    return { rank: at + 1, page: isKnown ? hit.anchors.some(({ page }) => page === place.page) : null };
  }
  return { rank: Number.POSITIVE_INFINITY, page: null };
}

/** Every split by itself and all together, whole and by every property of a question. */
export function groupFigures(evaluated: readonly Evaluated[]): GroupFigures[] {
  const figures: GroupFigures[] = [];
  const splits = [...new Set(evaluated.map(({ question }) => question.split))].sort();
  for (const split of splits.length > 1 ? [...splits, BOTH] : splits) {
    const own = evaluated.filter(({ question }) => split === BOTH || question.split === split);
    const add = (by: GroupFigures['by'], group: string, some: readonly Evaluated[]) =>
      figures.push({ split, by, group, retrieval: figuresOf(some.map(({ retrieval }) => retrieval)) });
    add('all', 'all', own);
    for (const by of ['format', 'place', 'kind'] as const)
      for (const group of values(own, ({ question }) => [question[by]]))
        add(
          by,
          group,
          own.filter(({ question }) => question[by] === group),
        );
    for (const tag of values(own, ({ question }) => question.tags))
      add(
        'tag',
        tag,
        own.filter(({ question }) => question.tags.includes(tag)),
      );
  }
  return figures;
}

function values(of: readonly Evaluated[], each: (one: Evaluated) => readonly string[]): string[] {
  return [...new Set(of.flatMap(each))].sort();
}
