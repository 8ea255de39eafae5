import { RequestProblem } from '../contract/errors.ts';
import { StorageFailed } from '../parsing/spool.ts';
import { storeTrouble } from '../shared/store-trouble.ts';
import { StoreFailed } from '../storage/object-store.ts';

const FULL = /\b(?:ENOSPC|EDQUOT)\b|No space left on device|Disk quota exceeded/;
const READ_ONLY: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);
/** Codes by which a file system says that it, and not what was asked, is at fault. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  'EIO',
  'ESTALE',
  'ENODEV',
  'ENXIO',
  'EHOSTDOWN',
  'ETIMEDOUT',
  'ENOTCONN',
  'EMFILE',
  'ENFILE',
]);

/** The same in the words of the index's engine. */
const AT_ITS_LIMITS = /Too many open files|Cannot allocate memory|Permission denied|Read-only file system/;

/** What a failed write into the corpus is to the caller. */
export function writeProblem(error: unknown): unknown {
  if (error instanceof RequestProblem) return error;
  if (error instanceof StoreFailed) return new RequestProblem(error.code, { cause: error });
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (FULL.test(code)) return new RequestProblem('STORAGE_FULL', { cause: error });
  return new RequestProblem(READ_ONLY.has(code) ? 'STORAGE_READ_ONLY' : 'STORAGE_UNAVAILABLE', { cause: error });
}

/** What a failure in reading a tenant is to the caller: the places of the cache and index are none of theirs. */
export function readProblem(error: unknown): unknown {
  if (error instanceof RequestProblem || !(error instanceof Error)) return error;
  if (error instanceof StorageFailed)
    return new RequestProblem(error.code === 'STORAGE_FULL' ? 'STORAGE_FULL' : 'STORAGE_UNAVAILABLE', { cause: error });
  if (error instanceof StoreFailed)
    return new RequestProblem(error.code === 'STORAGE_FULL' ? 'STORAGE_FULL' : 'STORAGE_UNAVAILABLE', { cause: error });
  const trouble = storeTrouble(error.message);
  if (trouble !== null) return new RequestProblem(trouble, { cause: error });
  const code = (error as NodeJS.ErrnoException).code ?? '';
  // The engine of the index tells the system's trouble in words.
  if (FULL.test(code) || FULL.test(error.message)) return new RequestProblem('STORAGE_FULL', { cause: error });
  if (READ_ONLY.has(code) || UNAVAILABLE.has(code) || AT_ITS_LIMITS.test(error.message))
    return new RequestProblem('STORAGE_UNAVAILABLE', { cause: error });
  return error;
}
