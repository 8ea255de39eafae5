import { RequestProblem } from '../contract/errors.ts';
import { cleanFileName } from '../shared/names.ts';
import type { Upload } from './receive.ts';

/** A file that somebody handed in under a name. */
export interface NamedFile {
  readonly upload: Upload;
  readonly filename: string;
  /** Ends the reading when nobody waits for it any more. */
  readonly signal?: AbortSignal;
}

/** The name under which a file is read and stored; throws what is wrong with the one that was given. */
export function usableName(given: string | undefined): string {
  const result = cleanFileName(given ?? '');
  if (!result.ok) throw new RequestProblem(result.reason);
  return result.name;
}
