import type { AnswerRequest, AnswerResponse } from '../contract/answer.ts';
import type { ReadingDesk } from '../parsing/reading-desk.ts';
import { type AnswerDesk, answer } from './answer.ts';
import type { Caller } from './key-ring.ts';
import { type Painting, paintPages } from './painted-pages.ts';

export interface Viewed {
  readonly answer: AnswerResponse;
  readonly painting: Painting;
}

/** An answer with the pages that its evidence stands on. */
export async function view(
  desks: AnswerDesk & { readonly desk: ReadingDesk },
  caller: Caller,
  request: AnswerRequest,
  signal?: AbortSignal,
): Promise<Viewed> {
  const answered = await answer(desks, caller, request, signal);
  const { tenant, citations } = answered;
  const names = new Set(citations.map(({ filename }) => filename));
  if (names.size === 0) return { answer: answered, painting: { pages: [], notPainted: new Map() } };
  // A file that has changed since is not drawn: the desk compares its bytes with the digest.
  const sources = await desks.corpus.use(
    tenant,
    request.principal,
    async (seen) => new Map([...names].map((name) => [name, seen.source(name)])),
    signal,
  );
  const painting = await paintPages(desks.desk, citations, (name) => sources.get(name) ?? null, signal);
  return { answer: answered, painting };
}
