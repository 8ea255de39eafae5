import { CHUNK_BUDGET } from '../contract/limits.ts';
import type { ReadingDesk } from '../parsing/reading-desk.ts';
import type { NamedFile } from './named-file.ts';
import type { Parsed } from './parse.ts';
import { admitted } from './receive.ts';

/** Reads a file into `{document, chunks}`, with chunks of at most `budget` characters. */
export async function chunk(
  desk: ReadingDesk,
  { upload, filename, signal }: NamedFile,
  budget: number = CHUNK_BUDGET.default,
): Promise<Parsed> {
  const { file, sha256, bytes } = upload;
  const chunked = await admitted(desk, () => desk.chunk({ file, sha256, bytes, signal, budget }));
  try {
    const { root } = chunked.document;
    return { head: root.head, json: chunked.stream({ filename }) };
  } finally {
    chunked.close();
  }
}
