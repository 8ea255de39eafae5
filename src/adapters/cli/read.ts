import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { loadSettings } from '../../config/load.ts';
import { cacheDirectory } from '../../config/places.ts';
import { RequestProblem } from '../../contract/errors.ts';
import { ChunkQuerySchema } from '../../contract/parse.ts';
import { parseInput } from '../../contract/validate.ts';
import type { Document } from '../../model/document.ts';
import type { ReadingDesk } from '../../parsing/reading-desk.ts';
import { chunk as chunkFile } from '../../service/chunk.ts';
import type { NamedFile } from '../../service/named-file.ts';
import { type Parsed, parse as parseFile } from '../../service/parse.ts';
import { receive } from '../../service/receive.ts';
import { openDesk } from '../../service/service.ts';
import { SILENT } from '../../shared/log.ts';
import { cleanFileName } from '../../shared/names.ts';
import { type Arguments, readArguments, settingFlags, UsageError } from './arguments.ts';
import { type Command, DONE, FAILED } from './command.ts';

const FLAGS = settingFlags('cache', 'noCache');
const OPENING: Readonly<Record<string, string>> = {
  ENOENT: '그런 파일이 없습니다.',
  EISDIR: '폴더입니다. 파일을 적어 주세요. 폴더 전체는 geungeo index가 읽습니다.',
  EACCES: '이 사용자에게 읽을 권한이 없습니다.',
};
const ONE_FILE = { min: 1, max: 1 };

export const parse: Command = async (args, env) => {
  const given = readArguments(args, { ...FLAGS, format: 'string' }, ONE_FILE);
  const { format = 'json' } = given.flags;
  if (format !== 'json' && format !== 'markdown')
    throw new UsageError(`--format=${JSON.stringify(format)}: json이나 markdown이어야 합니다.`);
  return read(given, env, async (desk, file) => {
    const parsed = await parseFile(desk, file);
    if (format === 'json') return parsed;
    const document = JSON.parse(await text(parsed.json)) as Document;
    return { ...parsed, json: Readable.from([(await import('./markdown.ts')).markdownOf(document).trimEnd()]) };
  });
};

export const chunk: Command = async (args, env) => {
  const given = readArguments(args, { ...FLAGS, budget: 'string' }, ONE_FILE);
  const budget = budgetOf(given.flags.budget);
  return read(given, env, (desk, file) => chunkFile(desk, file, budget));
};

/** Prints what the route would answer. A file that cannot be read is an answer, and stderr says why in words. */
async function read(
  { flags, positionals }: Arguments,
  env: NodeJS.ProcessEnv,
  reading: (desk: ReadingDesk, file: NamedFile) => Promise<Parsed>,
): Promise<number> {
  const { settings, given } = loadSettings(env, flags);
  const file = positionals[0] as string;
  const name = cleanFileName(path.basename(file));
  if (!name.ok) return failed(new RequestProblem(name.reason).detail);
  // One file on the command line is not worth keeping unless a place for it is named.
  const cache = given.has('cache') ? cacheDirectory(settings, env) : null;
  const log = given.has('logLevel') ? (await import('./logger.ts')).createLogger(settings.logLevel) : SILENT;
  const desk = await openDesk({ ...settings, maxParallel: 0, parseChildren: 1 }, cache, log);
  try {
    const upload = await receive(desk, createReadStream(file), Number.MAX_SAFE_INTEGER);
    const { head, json } = await reading(desk, { upload, filename: name.name });
    await pipeline(json, process.stdout, { end: false });
    process.stdout.write('\n');
    const { readable, reason, reason_text } = head.access;
    if (!readable) process.stderr.write(`geungeo: ${reason}: ${reason_text ?? ''}\n`);
    return DONE;
  } catch (error) {
    if (error instanceof RequestProblem) return failed(error.detail);
    const { code } = error as NodeJS.ErrnoException;
    // Whoever read our output has closed it: nothing is left to do.
    if (code === 'EPIPE') return DONE;
    if (code === undefined) throw error;
    return failed(`${JSON.stringify(file)}: ${OPENING[code] ?? '파일을 읽지 못했습니다.'} (${code})`);
  } finally {
    await desk.close();
  }
}

function budgetOf(given: string | boolean | undefined): number | undefined {
  try {
    return parseInput(ChunkQuerySchema, { budget: given }).budget;
  } catch {
    throw new UsageError(`--budget=${JSON.stringify(given)}: 1 이상의 정수여야 합니다.`);
  }
}

function failed(why: string): number {
  process.stderr.write(`geungeo: ${why}\n`);
  return FAILED;
}
