import type { SourceFile } from '../parsing/page-images.ts';
import { listedName } from './disk-name.ts';
import type { IndexedDocument } from './ports.ts';
import { readStamp } from './stamp.ts';

/** Where the bytes are that a document was read from. */
export interface DocumentSource {
  readonly file: SourceFile;
  /** Of the file's bytes when the document was read. */
  readonly sha256: string;
  /** For a document inside a bundle: its path there, and the digest of its own bytes. */
  readonly member?: string;
  readonly memberSha256?: string;
}

/** Null where the file's bytes were never had, or where its name is no text. */
export function documentSource(
  { stamp, name, docId }: IndexedDocument,
  fileAt: (path: string) => SourceFile | null,
): DocumentSource | null {
  const read = readStamp(stamp);
  if (read === null || read.sha256 === '') return null;
  const file = fileAt(read.path);
  if (file === null) return null;
  const outer = listedName(read.path);
  const plain = read.plain === '' ? name : read.plain;
  if (!plain.startsWith(`${outer}/`)) return { file, sha256: read.sha256 };
  return { file, sha256: read.sha256, member: plain.slice(outer.length + 1), memberSha256: docId.replace(/^sha256:/, '') };
}
