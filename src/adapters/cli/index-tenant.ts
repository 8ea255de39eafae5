import { loadSettings } from '../../config/load.ts';
import { cacheDirectory, corpusDirectory, refuseCacheInCorpus } from '../../config/places.ts';
import { RequestProblem } from '../../contract/errors.ts';
import { listDocuments } from '../../service/list-documents.ts';
import { openService, type Service } from '../../service/service.ts';
import { SILENT } from '../../shared/log.ts';
import { readArguments, settingFlags, UsageError } from './arguments.ts';
import { type Command, DONE, FAILED } from './command.ts';

const BAR_WIDTH = 30;
const BAR_EVERY_MS = 200;
/** Where nobody watches, a line now and then. */
const LINE_EVERY_MS = 5000;

/** Reads a tenant into its index, so that the first call of a server need not. */
export const index: Command = async (args, env) => {
  const { flags, positionals } = readArguments(args, settingFlags('corpus', 'cache'), { min: 1, max: 1 });
  const { settings } = loadSettings(env, flags);
  const corpus = corpusDirectory(settings);
  const cache = cacheDirectory(settings, env);
  if (cache === null) throw new UsageError('index: expected a cache, without one nothing is kept');
  refuseCacheInCorpus(cache, corpus);
  const log = settings.logLevel === 'info' ? SILENT : (await import('./logger.ts')).createLogger(settings.logLevel);
  const service = await openService({ ...settings, readWait: null, usageLog: null }, { corpus, cache }, log);
  const progress = showProgress(service);
  try {
    const tenant = positionals[0] as string;
    const listing = await listDocuments(await service.tenants(), { consumer: null, administrator: true }, { tenant });
    progress.end();
    const { readable, unreadable, chunks } = listing.counts;
    process.stdout.write(`${tenant}: ${readable} documents read, ${unreadable} not, ${chunks} chunks\n`);
    return DONE;
  } catch (error) {
    progress.end();
    if (!(error instanceof RequestProblem)) throw error;
    process.stderr.write(`geungeo: ${error.detail}\n`);
    return FAILED;
  } finally {
    await service.close();
  }
};

/** On stderr: a bar in a terminal, lines elsewhere. */
function showProgress(service: Service): { end(): void } {
  const { isTTY } = process.stderr;
  const timer = setInterval(
    () => {
      const reading = service.openTenants?.reading()[0];
      if (reading === undefined) return;
      const { done, total } = reading;
      process.stderr.write(isTTY ? `\r${bar(done, total)}` : `${done} of ${total} files read\n`);
    },
    isTTY ? BAR_EVERY_MS : LINE_EVERY_MS,
  );
  return {
    end() {
      clearInterval(timer);
      if (isTTY) process.stderr.write('\r\u001b[K');
    },
  };
}

export function bar(done: number, total: number): string {
  const filled = total === 0 ? 0 : Math.floor((BAR_WIDTH * done) / total);
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${done}/${total}\u001b[K`;
}
