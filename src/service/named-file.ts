import type { Upload } from './receive.ts';

/** A file that somebody handed in under a name. */
export interface NamedFile {
  readonly upload: Upload;
  readonly filename: string;
  /** Ends the reading when nobody waits for it any more. */
  readonly signal?: AbortSignal;
}
