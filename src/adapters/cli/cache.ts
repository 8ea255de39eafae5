import { type Flags, loadSettings } from '../../config/load.ts';
import { cacheDirectory, corpusDirectory } from '../../config/places.ts';
import type { Settings } from '../../config/settings.ts';
import { integer } from '../../config/values.ts';
import { listCache, purgeCache } from '../../service/cache-retention.ts';
import { openSharedStorage, type SharedStorage } from '../../service/shared-storage.ts';
import { SILENT } from '../../shared/log.ts';
import { readArguments, settingFlags, UsageError } from './arguments.ts';
import { type Command, DONE, FAILED } from './command.ts';

const DAYS = integer(0, 100_000);

export const cache: Command = async ([what, ...args], env) => {
  if (what !== 'list' && what !== 'purge') throw new UsageError('list나 purge를 적어 주세요.');
  const conditions = { 'older-than': 'string', orphans: 'boolean', all: 'boolean', ...settingFlags('corpus') } as const;
  const { flags } = readArguments(
    args,
    { ...settingFlags('cache'), ...(what === 'purge' ? conditions : {}) },
    { min: 0, max: 0 },
  );
  const { settings } = loadSettings(env, flags);
  const directory = cacheDirectory({ ...settings, noCache: false }, env) as string;
  const shared = await openSharedStorage(settings, SILENT);
  try {
    return what === 'list' ? await list(directory, shared) : await purge(directory, shared, { flags, settings });
  } finally {
    shared.close();
  }
};

async function purge(
  directory: string,
  shared: SharedStorage,
  { flags, settings }: { readonly flags: Flags; readonly settings: Settings },
): Promise<number> {
  const age = flags['older-than'];
  const olderThanDays = age === undefined ? undefined : DAYS.parse(String(age));
  if (age !== undefined && olderThanDays === undefined)
    throw new UsageError(`--older-than=${JSON.stringify(age)}: expected ${DAYS.expects}`);
  if (age === undefined && !flags.orphans && !flags.all)
    throw new UsageError('무엇을 지울지 적어 주세요: --older-than DAYS, --orphans, --all');
  const retention = {
    ...(olderThanDays === undefined ? {} : { olderThanDays }),
    ...(flags.orphans ? { orphansOf: corpusDirectory(settings) } : {}),
    ...(flags.all ? { all: true } : {}),
  };
  try {
    const { removed, bytes } = await purgeCache(directory, shared, retention);
    process.stdout.write(`removed ${removed} files, ${bytes} bytes\n`);
    return DONE;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    process.stderr.write(`geungeo: cache purge failed: ${code}\n`);
    return FAILED;
  }
}

/** One entry a line, separated by tabs: generation, SHA-256 of the document, bytes, when it was read. */
async function list(directory: string, shared: SharedStorage): Promise<number> {
  for await (const { generation, sha256, bytes, written } of listCache(directory, shared)) {
    process.stdout.write(`${generation}\t${sha256}\t${bytes}\t${written.toISOString()}\n`);
  }
  return DONE;
}
