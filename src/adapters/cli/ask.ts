import { loadSettings } from '../../config/load.ts';
import { cacheDirectory, corpusDirectory, refuseCacheInCorpus } from '../../config/places.ts';
import { AnswerRequestSchema, type AnswerResponse } from '../../contract/answer.ts';
import { RequestProblem } from '../../contract/errors.ts';
import { parseInput } from '../../contract/validate.ts';
import { answer } from '../../service/answer.ts';
import { openService } from '../../service/service.ts';
import { SILENT } from '../../shared/log.ts';
import { readArguments, settingFlags } from './arguments.ts';
import { type Command, DONE, FAILED } from './command.ts';

const FLAGS = { ...settingFlags('corpus', 'cache', 'noCache'), llm: 'boolean', json: 'boolean', principal: 'string' } as const;

/** Asks a tenant from the command line: the answer, and where each line of it stands. */
export const ask: Command = async (args, env) => {
  const { flags, positionals } = readArguments(args, FLAGS, { min: 2, max: 2 });
  const { llm, json, principal, ...places } = flags;
  const { settings } = loadSettings(env, places);
  const corpus = corpusDirectory(settings);
  const cache = cacheDirectory(settings, env);
  refuseCacheInCorpus(cache, corpus);
  const [tenant, question] = positionals;
  const service = await openService({ ...settings, readWait: null, usageLog: null }, { corpus, cache }, SILENT);
  try {
    const request = parseInput(AnswerRequestSchema, { tenant, question, llm: llm === true, ...(principal ? { principal } : {}) });
    const desks = { corpus: await service.tenants(), settings };
    const answered = await answer(desks, { consumer: null, administrator: true }, request);
    process.stdout.write(json ? `${JSON.stringify(answered, null, 2)}\n` : forPeople(answered));
    return answered.answered ? DONE : FAILED;
  } catch (error) {
    if (!(error instanceof RequestProblem)) throw error;
    process.stderr.write(`geungeo: ${error.detail}\n`);
    return FAILED;
  } finally {
    await service.close();
  }
};

function forPeople({ answered, reason, text, citations, skipped, made_by }: AnswerResponse): string {
  const lines = answered ? [text, ''] : [`답을 찾지 못했습니다 (${reason}).`, ''];
  citations.forEach(({ filename, anchors, path }, at) => {
    const cells = anchors[0]?.cell_range ? `, 칸 ${anchors[0].cell_range}` : '';
    lines.push(`[${at + 1}] ${filename} · ${anchors[0]?.page ?? 1}쪽${cells} · ${path.join(' > ')}`);
  });
  lines.push(`(${made_by})`);
  if (skipped.length > 0) {
    lines.push('', `읽지 못한 문서 ${skipped.length}건은 답에 들어 있지 않습니다:`);
    for (const { filename, reason_text } of skipped) lines.push(`- ${filename}: ${reason_text}`);
  }
  return `${lines.join('\n')}\n`;
}
