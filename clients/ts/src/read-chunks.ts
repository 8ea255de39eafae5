import type { Chunk, Geungeo, NamedFile } from './client.ts';

/** A file was not read; `reason` is the service's code. */
export class NotRead extends Error {
  readonly reason: string;

  constructor(filename: string, reason: string, text: string) {
    super(`${filename}: ${reason} ${text}`);
    this.name = 'NotRead';
    this.reason = reason;
  }
}

/** The chunks of a file; throws NotRead, so that a file never goes missing as an empty list. */
export async function readChunks(client: Geungeo, file: NamedFile, budget: number | undefined): Promise<Chunk[]> {
  const { document, chunks } = await client.chunk(file, budget === undefined ? {} : { budget });
  const { readable, reason, reason_text = '' } = document.access;
  if (!readable) throw new NotRead(file.filename, reason ?? 'UNKNOWN', reason_text);
  return chunks;
}
