import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DEFAULT_LIMIT } from '../../src/contract/limits.ts';
import { EXTRACT, type Extract, extractLines } from '../../src/evidence/extract/extract.ts';
import { SearchStore } from '../../src/search/search-store.ts';
import { questions } from '../eval/labels.ts';
import { Share, tableOf } from '../eval/share.ts';
import { describeWithCorpus } from '../support/corpus.ts';
import { run } from '../support/server.ts';
import { Judge, type KeyedQuestion } from './judged-answers.ts';

const FOLDERS = ['hwp', 'hwpx', 'pdf', 'docx', 'xlsx', 'image'];
const TENANT = 'all';
const THRESHOLDS = [0, 1, 1.25, 1.5, EXTRACT.threshold, 2, 2.25, 2.5, 3];

interface Asked {
  readonly question: KeyedQuestion;
  readonly extract: Extract;
  readonly isRight: boolean;
}

/** The corpus as a tenant that the program has read; kept where GEUNGEO_EVAL_PLACE says, since reading takes long. */
async function readCorpus(root: string): Promise<{ corpus: string; cache: string; remove(): void }> {
  const kept = process.env.GEUNGEO_EVAL_PLACE;
  const place = kept ?? mkdtempSync(path.join(tmpdir(), 'questions-'));
  const corpus = path.join(place, 'corpus');
  const cache = path.join(place, 'cache');
  mkdirSync(path.join(corpus, TENANT), { recursive: true });
  for (const folder of FOLDERS) {
    const copy = path.join(corpus, TENANT, folder);
    if (existsSync(copy)) continue;
    // What was typed from the images by people would answer for them.
    cpSync(path.join(root, folder), copy, { recursive: true, filter: (name) => path.basename(name) !== 'gt' });
  }
  const { code, out, err } = await run(['index', TENANT, '--corpus', corpus, '--cache', cache], { SERVICE_VECTORS: '0' });
  if (code !== 0) throw new Error(err);
  console.log(out.trim());
  return { corpus, cache, remove: () => kept === undefined && rmSync(place, { recursive: true, force: true }) };
}

async function askAll(root: string, { corpus, cache }: { corpus: string; cache: string }): Promise<Asked[]> {
  const judge = new Judge(root);
  const store = await SearchStore.open({ directory: cache });
  const key = `${createHash('sha256').update(realpathSync(corpus)).digest('hex').slice(0, 12)}/${TENANT}`;
  try {
    return await store.use(key, async (index) => {
      const view = await index.view();
      expect(view.documents.size).toBeGreaterThan(400);
      const asked: Asked[] = [];
      for (const question of questions(root) as KeyedQuestion[]) {
        const { hits, chunksSearched } = await view.search({ text: question.question, classes: null, limit: DEFAULT_LIMIT });
        const frequencies = await view.termFrequencies(question.question, null);
        const all = { threshold: 0, most: EXTRACT.most };
        const extract = extractLines(question.question, hits, { chunks: chunksSearched, frequencies }, all);
        asked.push({ question, extract, isRight: question.answerable && judge.isRight(question, extract.lines) });
      }
      return asked;
    });
  } finally {
    await store.close();
  }
}

function scoresAt(asked: readonly Asked[], threshold: number) {
  const scores = { answered: new Share(), right: new Share(), refused: new Share(), near: new Share() };
  for (const { question, extract, isRight } of asked) {
    const isAnswered = extract.lines.length > 0 && extract.confidence >= threshold;
    if (question.answerable) {
      scores.answered.add(isAnswered);
      if (isAnswered) scores.right.add(isRight);
      continue;
    }
    scores.refused.add(!isAnswered);
    if (question.tags.includes('near_miss')) scores.near.add(!isAnswered);
  }
  return scores;
}

describeWithCorpus('extractive answers to the questions about the corpus', (root) => {
  // Reading the whole corpus takes ten minutes.
  it.runIf(process.env.GEUNGEO_NIGHTLY)(
    'answer most that can be answered from the right line, and refuse most others',
    { timeout: 3_600_000 },
    async () => {
      const place = await readCorpus(root);
      const asked = await askAll(root, place);
      place.remove();
      for (const { extract } of asked)
        for (const { hit, quote } of extract.lines) {
          expect(hit.text).toContain(quote);
          expect(quote).not.toContain('\n');
        }
      const splits = { dev: ['dev'], test: ['test'], both: ['dev', 'test'] };
      for (const [name, among] of Object.entries(splits)) {
        const some = asked.filter(({ question }) => among.includes(question.split));
        const rows = THRESHOLDS.map((threshold) => [threshold, ...Object.values(scoresAt(some, threshold)).map(String)]);
        console.log(
          `${name}\n${tableOf([['threshold', 'answered', 'citation right', 'refused', 'near misses refused'], ...rows])}`,
        );
      }
      const { answered, right, refused } = scoresAt(asked, EXTRACT.threshold);
      expect(answered.value).toBeGreaterThanOrEqual(0.85);
      expect(right.value).toBeGreaterThanOrEqual(0.7);
      expect(refused.value).toBeGreaterThanOrEqual(0.7);
    },
  );
});
