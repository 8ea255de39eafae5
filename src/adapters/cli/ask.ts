import { loadSettings } from '../../config/load.ts';
import { cacheDirectory, corpusDirectory, refuseCacheInCorpus } from '../../config/places.ts';
import { AnswerRequestSchema, type AnswerResponse } from '../../contract/answer.ts';
import { parseInput } from '../../contract/validate.ts';
import { answer } from '../../service/answer.ts';
import { openService } from '../../service/service.ts';
import { SILENT } from '../../shared/log.ts';
import { readArguments, settingFlags } from './arguments.ts';
import { type Command, DONE, FAILED } from './command.ts';
import { refuseForeignCache } from './foreign-cache.ts';
import { showProgress } from './progress.ts';
import { tellRefusal } from './refusal.ts';

const FLAGS = { ...settingFlags('corpus', 'cache', 'noCache'), llm: 'boolean', json: 'boolean', principal: 'string' } as const;

/** What to do when nothing is answered. */
const UNANSWERED: Readonly<Record<NonNullable<AnswerResponse['reason']>, string>> = {
  NO_MATCH: '질문의 낱말이 든 글이 없습니다. 문서에서 쓰는 말로 다시 물어 보세요.',
  NO_EVIDENCE: '비슷한 글은 있으나 답이 되는 줄이 없습니다. 더 자세히, 문서에서 쓰는 말로 물어 보세요.',
  UNGROUNDED: '모델의 답이 근거와 맞지 않아 보이지 않습니다. --llm 없이 물으면 문서의 줄을 그대로 봅니다.',
};

/** Asks a tenant from the command line: the answer, and where each line of it stands. */
export const ask: Command = async (args, env) => {
  const { flags, positionals } = readArguments(args, FLAGS, { min: 2, max: 2 });
  const { llm, json, principal, ...places } = flags;
  const { settings } = loadSettings(env, places);
  const corpus = corpusDirectory(settings);
  const cache = cacheDirectory(settings, env);
  refuseCacheInCorpus(cache, corpus);
  refuseForeignCache(cache);
  const [tenant, question] = positionals;
  const service = await openService({ ...settings, readWait: null, usageLog: null }, { corpus, cache }, SILENT);
  const progress = showProgress(service);
  try {
    const request = parseInput(AnswerRequestSchema, { tenant, question, llm: llm === true, ...(principal ? { principal } : {}) });
    const desks = { corpus: await service.tenants(), settings };
    const answered = await answer(desks, { consumer: null, administrator: true }, request);
    progress.end();
    process.stdout.write(json ? `${JSON.stringify(answered, null, 2)}\n` : forPeople(answered));
    return answered.answered ? DONE : FAILED;
  } catch (error) {
    progress.end();
    return tellRefusal(error, corpus);
  } finally {
    await service.close();
  }
};

function forPeople({ answered, reason, text, citations, skipped, made_by }: AnswerResponse): string {
  const lines = answered ? [text, ''] : [`답하지 않았습니다 (${reason}): ${UNANSWERED[reason ?? 'NO_MATCH']}`, ''];
  citations.forEach(({ filename, anchors, path }, at) => {
    const cells = anchors[0]?.cell_range ? `, 칸 ${anchors[0].cell_range}` : '';
    lines.push(`[${at + 1}] ${filename} · ${anchors[0]?.page ?? 1}쪽${cells} · ${path.join(' > ')}`);
  });
  lines.push(`답을 만든 방법: ${made_by}`);
  if (skipped.length > 0) {
    lines.push('', `읽지 못한 문서 ${skipped.length}건은 답에 들어 있지 않습니다:`);
    for (const { filename, reason_text } of skipped) lines.push(`- ${filename}: ${reason_text}`);
  }
  return `${lines.join('\n')}\n`;
}
