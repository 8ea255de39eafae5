import type { Readable } from 'node:stream';
import type { ReadingDesk } from '../parsing/reading-desk.ts';
import type { DocumentHead } from '../shared/parsed-file.ts';
import type { NamedFile } from './named-file.ts';
import { admitted } from './receive.ts';

export interface Parsed {
  /** What can be said of the document without its text. */
  readonly head: DocumentHead;
  /** The Document as JSON; has to be read or destroyed. */
  readonly json: Readable;
}

/** Reads a file into a document. One that cannot be read gives a document that says why. */
export async function parse(desk: ReadingDesk, { upload, filename, signal }: NamedFile): Promise<Parsed> {
  const { file, sha256, bytes } = upload;
  const document = await admitted(desk, () => desk.parse({ file, sha256, bytes, signal }));
  try {
    return { head: document.root.head, json: document.stream({ filename }) };
  } finally {
    document.close();
  }
}
