import { readFile } from 'node:fs/promises';
import { loadSettings } from '../../config/load.ts';
import { cacheDirectory, corpusDirectory, refuseCacheInCorpus } from '../../config/places.ts';
import { packageVersion } from '../../config/version.ts';
import { answer } from '../../service/answer.ts';
import { type Evaluated, evaluateRetrieval, type GroupFigures, groupFigures } from '../../service/evaluate.ts';
import { type AnsweredQuestion, type AnswerFigures, answerFigures, evaluateAnswers } from '../../service/evaluation/answers.ts';
import { type Question, QuestionsProblem, readQuestions, readTwins, type Twins } from '../../service/evaluation/questions.ts';
import { DEEPEST, DEPTHS } from '../../service/evaluation/tally.ts';
import { listDocuments } from '../../service/list-documents.ts';
import { search } from '../../service/search.ts';
import { openService } from '../../service/service.ts';
import { SILENT } from '../../shared/log.ts';
import { readArguments, settingFlags, UsageError } from './arguments.ts';
import { type Command, DONE } from './command.ts';
import { refuseForeignCache } from './foreign-cache.ts';
import { tellRefusal } from './refusal.ts';

const OWNER = { consumer: null, administrator: true } as const;

/** Asks a tenant questions whose answers are known, and tells how many were found where. */
export const evaluate: Command = async (args, env) => {
  const own = { pairs: 'string', split: 'string', tag: 'string', json: 'boolean' } as const;
  const { flags, positionals } = readArguments(
    args,
    { ...settingFlags('corpus', 'cache', 'noCache'), ...own },
    { min: 2, max: 2 },
  );
  const { pairs, split, tag, json, ...others } = flags;
  const { settings } = loadSettings(env, others);
  const corpus = corpusDirectory(settings);
  const cache = cacheDirectory(settings, env);
  refuseCacheInCorpus(cache, corpus);
  refuseForeignCache(cache);
  const [tenant, file] = positionals as [string, string];
  const chosen = (question: Question) =>
    (split === undefined || question.split === split) && (tag === undefined || question.tags.includes(String(tag)));
  const questions = questionsIn(await given(file)).filter(chosen);
  const twins: Twins = pairs === undefined ? new Map() : readTwins(await given(String(pairs)));
  if (questions.length === 0) throw new UsageError('그런 질문이 없습니다.');
  const service = await openService({ ...settings, readWait: null, usageLog: null }, { corpus, cache }, SILENT);
  try {
    const tenants = await service.tenants();
    const ask = async (query: string) => (await search(tenants, OWNER, { tenant, query, limit: DEEPEST })).hits;
    const evaluated = await evaluateRetrieval(questions, twins, ask);
    const desks = { corpus: tenants, settings };
    const answered = await evaluateAnswers(questions, twins, (question) =>
      answer(desks, OWNER, { tenant, question, limit: DEEPEST, llm: false }),
    );
    const answers = bySplit(answered);
    const { readable, unreadable, chunks } = (await listDocuments(tenants, OWNER, { tenant })).counts;
    const made = { date: new Date().toISOString().slice(0, 10), version: packageVersion(), readable, unreadable, chunks };
    process.stdout.write(
      json === true ? jsonOf(evaluated, answers, made) : textOf(groupFigures(evaluated)) + answersText(answers),
    );
    return DONE;
  } catch (error) {
    return tellRefusal(error, corpus);
  } finally {
    await service.close();
  }
};

async function given(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file}: 읽지 못했습니다 (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
}

function questionsIn(text: string): Question[] {
  try {
    return readQuestions(text);
  } catch (error) {
    if (error instanceof QuestionsProblem) throw new UsageError(`eval: ${error.message}`);
    throw error;
  }
}

/** When, by which version and over how much. */
interface Made {
  readonly date: string;
  readonly version: string;
  readonly readable: number;
  readonly unreadable: number;
  readonly chunks: number;
}

function bySplit(all: readonly AnsweredQuestion[]): AnswerFigures[] {
  const splits = [...new Set(all.map(({ question }) => question.split))].sort();
  const own = splits.map((split) =>
    answerFigures(
      all.filter(({ question }) => question.split === split),
      split,
    ),
  );
  return splits.length > 1 ? [...own, answerFigures(all, 'all')] : own;
}

function answersText(figures: readonly AnswerFigures[]): string {
  const lines = figures.map(({ split, answerable, unanswerable, near_misses }) => {
    const { n, answered, right } = answerable;
    const share = (some: number, of: number) => (of === 0 ? '-' : `${percent(some / of)} % (${some}/${of})`);
    return `${split.padEnd(5)}  answered ${share(answered, n)}, of these right ${share(right, answered)}, unanswerable refused ${share(unanswerable.refused, unanswerable.n)}, near misses ${share(near_misses.refused, near_misses.n)}`;
  });
  return `\nextractive answers\n${lines.join('\n')}\n`;
}

function jsonOf(evaluated: readonly Evaluated[], answers: readonly AnswerFigures[], made: Made): string {
  const rank = (value: number) => (Number.isFinite(value) ? value : null);
  const questions = evaluated.map(({ question: { id, split }, retrieval }) => ({
    id,
    split,
    rank: rank(retrieval.rank),
    any_rank: rank(retrieval.anyRank),
    page: retrieval.page,
  }));
  return `${JSON.stringify({ made, groups: groupFigures(evaluated), answers, questions }, null, 1)}\n`;
}

const percent = (share: number) => (100 * share).toFixed(1);

function textOf(figures: readonly GroupFigures[]): string {
  const head = ['split', 'by', 'group', 'n', ...DEPTHS.map((depth) => `hit@${depth}`), 'MRR@10', 'any@10', 'page'];
  const rows = figures.map(({ split, by, group, retrieval: { n, hit, mrr, any, pages } }) => [
    split,
    by,
    group,
    String(n),
    ...DEPTHS.map((depth) => percent(hit[`@${depth}`])),
    mrr.toFixed(3),
    percent(any),
    pages.of === 0 ? '-' : `${pages.right}/${pages.of}`,
  ]);
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => (row[at] as string).length)));
  const line = (row: readonly string[]) =>
    row.map((cell, at) => (at < 3 ? cell.padEnd(widths[at] as number) : cell.padStart(widths[at] as number))).join('  ');
  return `${[head, ...rows].map(line).join('\n')}\n`;
}
