import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const share = z.number().min(0).max(1);

/** What `geungeo eval … --json` prints, as far as it is shown. */
const count = z.int().min(0);
const FiguresSchema = z.object({
  made: z.object({ date: z.string(), version: z.string(), readable: count, unreadable: count, chunks: count }),
  answers: z.array(
    z.object({
      split: z.string(),
      answerable: z.object({ n: count, answered: count, right: count }),
      unanswerable: z.object({ n: count, refused: count }),
    }),
  ),
  groups: z.array(
    z.object({
      split: z.string(),
      by: z.string(),
      group: z.string(),
      retrieval: z.object({
        n: z.int().min(0),
        hit: z.object({ '@1': share, '@3': share, '@5': share, '@10': share }),
        mrr: share,
        pages: z.object({ right: z.int().min(0), of: z.int().min(0) }),
      }),
    }),
  ),
});
export type EvaluationFigures = z.infer<typeof FiguresSchema>;

const FILE = new URL('../../../docs/figures.json', import.meta.url);

/** Null where nobody has put figures there, or what is there is something else: no figure is ever made up. */
export async function evaluationFigures(): Promise<EvaluationFigures | null> {
  try {
    return parseFigures(await readFile(FILE, 'utf8'));
  } catch {
    return null;
  }
}

export function parseFigures(text: string): EvaluationFigures | null {
  const parsed = FiguresSchema.safeParse(JSON.parse(text));
  return parsed.success && parsed.data.groups.length > 0 ? parsed.data : null;
}
