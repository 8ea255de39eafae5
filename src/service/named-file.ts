import type { StreamOptions } from '../parsing/parsed-document.ts';
import { extensionWarning } from '../shared/extension.ts';
import type { ParsedRecord } from '../shared/parsed-file.ts';
import type { Upload } from './receive.ts';

/** A file that somebody handed in under a name. */
export interface NamedFile {
  readonly upload: Upload;
  readonly filename: string;
  /** Ends the reading when nobody waits for it any more. */
  readonly signal?: AbortSignal;
}

/** What a name adds to a document that was read from bytes alone: itself, and a word where its ending claims another format. */
export function underName(filename: string, root: ParsedRecord): StreamOptions {
  const mismatch = extensionWarning(filename, root.head.source.format);
  if (mismatch === null) return { filename };
  return { filename, patch: (head, record) => (record === root ? { ...head, warnings: [...head.warnings, mismatch] } : head) };
}
