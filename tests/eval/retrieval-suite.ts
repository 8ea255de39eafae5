import { describe, expect, it } from 'vitest';
import { CHUNK_BUDGET, CONTEXT_BUDGET } from '../../src/contract/limits.ts';
import { readableFormats } from './corpus-contents.ts';
import { questions } from './labels.ts';
import { evaluateRetrieval, indexTenant, type RetrievalScores, readTenant } from './retrieval.ts';
import { type Share, tableOf } from './share.ts';

const BUDGETS = process.env.GEUNGEO_NIGHTLY ? [400, 600, 800, 1000, 1200, 1600, 2400] : [CHUNK_BUDGET.default];

export function retrievalSuite(root: string): void {
  describe('chunks of the whole corpus as one tenant, found by their words', () => {
    it('hold the answer among the first five for most questions', { timeout: 900_000 }, async () => {
      if (!process.env.GEUNGEO_NIGHTLY) console.log('skipped: the other budgets (set GEUNGEO_NIGHTLY=1 for all of them)');
      const formats = await readableFormats(['hwp', 'hwpx', 'docx', 'xlsx', 'pdf']);
      const tenant = await readTenant(root, formats);
      const asked = questions(root).filter((question) => question.answerable);
      const indexes = BUDGETS.map((budget) => ({ budget, indexed: indexTenant(tenant, asked, budget) }));
      for (const split of ['dev', 'test'] as const) {
        const here = asked.filter((question) => question.split === split);
        const scores = indexes.map(({ budget, indexed }) => evaluateRetrieval(indexed, here, root, budget));
        console.log(`${split}, ${tenant.length} files (${[...formats].join(', ')})\n${budgetTable(scores)}`);
        const usual = scores.find(({ budget }) => budget === CHUNK_BUDGET.default) as RetrievalScores;
        console.log(
          `hit@5 at ${usual.budget} by place: ${[...usual.byPlace].map(([place, share]) => `${place} ${share}`).join(', ')}`,
        );
        expect(usual.reachable.value).toBeGreaterThanOrEqual(0.98);
        if (split === 'dev') expect(usual.hits.get(5)?.value).toBeGreaterThanOrEqual(0.7);
      }
    });
  });
}

function budgetTable(scores: readonly RetrievalScores[]): string {
  const percent = (share: Share | undefined) => `${(100 * (share?.value ?? 0)).toFixed(1)} %`;
  return tableOf([
    [
      'budget',
      'chunks',
      'mean length',
      'hit@1',
      'hit@3',
      'hit@5',
      'hit@10',
      'MRR@10',
      `hit in ${CONTEXT_BUDGET.default} characters`,
      'n',
    ],
    ...scores.map(({ budget, chunks, meanLength, hits, mrr, inBundle }) => [
      budget,
      chunks,
      meanLength,
      ...[1, 3, 5, 10].map((k) => percent(hits.get(k))),
      mrr.toFixed(3),
      percent(inBundle),
      inBundle.of,
    ]),
  ]);
}
