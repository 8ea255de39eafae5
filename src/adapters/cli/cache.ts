import { loadSettings } from '../../config/load.ts';
import { cacheDirectory, corpusDirectory } from '../../config/places.ts';
import { integer } from '../../config/values.ts';
import { listCache, purgeCache } from '../../service/cache-retention.ts';
import { readArguments, settingFlags, UsageError } from './arguments.ts';
import { type Command, DONE, FAILED } from './command.ts';

const DAYS = integer(0, 100_000);

export const cache: Command = async ([what, ...args], env) => {
  if (what !== 'list' && what !== 'purge') throw new UsageError('cache: expected list or purge');
  const conditions = { 'older-than': 'string', orphans: 'boolean', all: 'boolean', ...settingFlags('corpus') } as const;
  const { flags } = readArguments(
    args,
    { ...settingFlags('cache'), ...(what === 'purge' ? conditions : {}) },
    { min: 0, max: 0 },
  );
  const { settings } = loadSettings(env, flags);
  const directory = cacheDirectory({ ...settings, noCache: false }, env) as string;
  if (what === 'list') return list(directory);

  const age = flags['older-than'];
  const olderThanDays = age === undefined ? undefined : DAYS.parse(String(age));
  if (age !== undefined && olderThanDays === undefined)
    throw new UsageError(`--older-than=${JSON.stringify(age)}: expected ${DAYS.expects}`);
  if (age === undefined && !flags.orphans && !flags.all)
    throw new UsageError('cache purge: expected --older-than DAYS, --orphans or --all');
  const retention = {
    ...(olderThanDays === undefined ? {} : { olderThanDays }),
    ...(flags.orphans ? { orphansOf: corpusDirectory(settings) } : {}),
    ...(flags.all ? { all: true } : {}),
  };
  try {
    const { removed, bytes } = await purgeCache(directory, retention);
    process.stdout.write(`removed ${removed} files, ${bytes} bytes\n`);
    return DONE;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    process.stderr.write(`geungeo: cache purge failed: ${code}\n`);
    return FAILED;
  }
};

/** One entry a line, separated by tabs: generation, SHA-256 of the document, bytes, when it was read. */
async function list(directory: string): Promise<number> {
  for await (const { generation, sha256, bytes, written } of listCache(directory)) {
    process.stdout.write(`${generation}\t${sha256}\t${bytes}\t${written.toISOString()}\n`);
  }
  return DONE;
}
