import { realpathSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseStoreAddress } from '../shared/store-address.ts';
import { ConfigError } from './load.ts';
import type { Settings } from './settings.ts';

/** The cache directory in force, or null when nothing is to be kept. */
export function cacheDirectory(settings: Settings, env: NodeJS.ProcessEnv): string | null {
  if (settings.noCache) return null;
  if (settings.cache !== null) return settings.cache;
  // The XDG rules: a relative XDG_CACHE_HOME is invalid and ignored.
  const base = env.XDG_CACHE_HOME && path.isAbsolute(env.XDG_CACHE_HOME) ? env.XDG_CACHE_HOME : path.join(homedir(), '.cache');
  return path.join(base, 'geungeo');
}

/** The corpus directory, or its s3:// address; throws ConfigError when it is not given or a directory that is not there. */
export function corpusDirectory(settings: Settings): string {
  if (settings.corpus === null)
    throw new ConfigError(['--corpus DIR (or SERVICE_CORPUS): expected the directory of the tenants']);
  // Whether a store answers is found out when it is opened.
  if (isInBucket(settings.corpus)) return settings.corpus;
  let directory = false;
  try {
    directory = statSync(settings.corpus).isDirectory();
  } catch {
    // Not there, or not ours to look at: said below.
  }
  if (!directory)
    throw new ConfigError([`--corpus (SERVICE_CORPUS)=${JSON.stringify(settings.corpus)}: expected a directory that is there`]);
  return settings.corpus;
}

/** Whether a corpus is an s3:// address and no directory. */
export function isInBucket(corpus: string): boolean {
  return parseStoreAddress(corpus)?.kind === 's3';
}

/** A cache inside the corpus would be read as a tenant's documents, and its texts would be answers. */
export function refuseCacheInCorpus(cache: string | null, corpus: string): void {
  if (cache === null || isInBucket(corpus)) return;
  const inside = path.relative(realpathSync(corpus), realPlace(cache));
  const outside = inside === '..' || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside);
  if (!outside) {
    throw new ConfigError([`--cache (SERVICE_CACHE)=${JSON.stringify(cache)}: expected a directory outside the corpus`]);
  }
}

/** Without a key the address is the only wall. */
export function refuseOpenServer(settings: Settings): void {
  if (isKeyed(settings) || isLoopback(settings.host)) return;
  throw new ConfigError([
    `--host (SERVICE_HOST)=${JSON.stringify(settings.host)}: expected a loopback address, or a key in SERVICE_API_KEY, SERVICE_API_KEYS or SERVICE_API_KEYS_FILE`,
  ]);
}

/** A keys file makes a keyed server even while it is empty or broken: it stays shut. */
export function isKeyed(settings: Settings): boolean {
  return settings.apiKey !== null || settings.apiKeysFile !== null || (settings.apiKeys?.size ?? 0) > 0;
}

export function isLoopback(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith('127.');
  return host === '::1' || host.toLowerCase() === 'localhost';
}

/** The real path of something that may not be there yet: that of its nearest ancestor which is. */
function realPlace(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(realPlace(parent), path.basename(file));
  }
}
