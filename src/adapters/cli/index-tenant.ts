import { loadSettings } from '../../config/load.ts';
import { cacheDirectory, corpusDirectory, refuseCacheInCorpus } from '../../config/places.ts';
import type { ListingEntry } from '../../model/listing.ts';
import { listDocuments } from '../../service/list-documents.ts';
import { openService } from '../../service/service.ts';
import { SILENT } from '../../shared/log.ts';
import { readArguments, settingFlags, UsageError } from './arguments.ts';
import { type Command, DONE } from './command.ts';
import { refuseForeignCache } from './foreign-cache.ts';
import { showProgress } from './progress.ts';
import { tellRefusal } from './refusal.ts';

/** Enough to see what is wrong; `/documents` lists them all. */
const UNREAD_SHOWN = 20;

/** Tenants at once: while the last files of one are read, those of the next keep the children busy. */
const TENANTS_AT_ONCE = 4;

/** Reads a tenant, or all, into its index, so that the first call of a server need not. Several may share the work. */
export const index: Command = async (args, env) => {
  const { flags, positionals } = readArguments(args, { all: 'boolean', ...settingFlags('corpus', 'cache') }, { min: 0, max: 1 });
  if ((positionals.length === 0) === (flags.all !== true))
    throw new UsageError('읽을 테넌트의 이름이나 --all 가운데 하나를 적어 주세요.');
  const { settings } = loadSettings(env, flags);
  const corpus = corpusDirectory(settings);
  const cache = cacheDirectory(settings, env);
  if (cache === null)
    throw new UsageError('캐시가 없으면 읽은 것이 남지 않습니다. --cache를 주거나 SERVICE_NO_CACHE를 빼 주세요.');
  refuseCacheInCorpus(cache, corpus);
  refuseForeignCache(cache);
  const log = settings.logLevel === 'info' ? SILENT : (await import('./logger.ts')).createLogger(settings.logLevel);
  const service = await openService({ ...settings, readWait: null, usageLog: null }, { corpus, cache }, log);
  const progress = showProgress(service);
  try {
    const tenants = await service.tenants();
    const [named] = positionals;
    const told: string[] = [];
    await forEachAtOnce(named === undefined ? await tenants.tenantNames() : [named], async (tenant) => {
      const listing = await listDocuments(tenants, { consumer: null, administrator: true }, { tenant });
      const { readable, unreadable, chunks } = listing.counts;
      process.stdout.write(`${tenant}: ${readable} documents read, ${unreadable} not, ${chunks} chunks\n`);
      told.push(unreadLines(listing.value().documents));
    });
    progress.end();
    process.stderr.write(told.join(''));
    return DONE;
  } catch (error) {
    progress.end();
    return tellRefusal(error, corpus);
  } finally {
    await service.close();
  }
};

/** Each process begins elsewhere: several that read the same corpus meet as seldom as can be. */
async function forEachAtOnce(tenants: readonly string[], read: (tenant: string) => Promise<void>): Promise<void> {
  const from = Math.floor(Math.random() * tenants.length);
  const line = [...tenants.slice(from), ...tenants.slice(0, from)];
  const worker = async () => {
    for (let tenant = line.shift(); tenant !== undefined; tenant = line.shift()) await read(tenant);
  };
  await Promise.all(Array.from({ length: TENANTS_AT_ONCE }, worker));
}

function unreadLines(documents: readonly ListingEntry[]): string {
  const unread = documents.flatMap((entry) => (entry.readable ? [] : [`- ${entry.filename}: ${entry.reason_text}\n`]));
  const more = unread.length > UNREAD_SHOWN ? `- 그 밖에 ${unread.length - UNREAD_SHOWN}건\n` : '';
  return unread.slice(0, UNREAD_SHOWN).join('') + more;
}
