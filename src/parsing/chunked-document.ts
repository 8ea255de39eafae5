import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Chunk } from '../model/chunk.ts';
import { readChunkFile } from '../shared/chunk-file.ts';
import type { ParsedDocument, StreamOptions } from './parsed-document.ts';

/** A document with its chunks, which wait in a file of the spool. */
export class ChunkedDocument {
  readonly document: ParsedDocument;
  private readonly file: string | null;
  private readonly onClosed: () => void;
  private users = 1;
  private closed = false;

  /** Without a file there are no chunks. The document is closed with this. */
  constructor(document: ParsedDocument, file: string | null, onClosed: () => void) {
    this.document = document;
    this.file = file;
    this.onClosed = onClosed;
  }

  /** `{"document":…,"chunks":[…]}` as JSON; `fields` are further members, as JSON text without the braces. */
  stream(options: StreamOptions & { readonly fields?: string }): Readable {
    this.users++;
    const stream = Readable.from(this.text(options), { objectMode: false });
    stream.once('close', () => this.release());
    return stream;
  }

  async *chunks(): AsyncGenerator<Chunk> {
    if (this.file === null) return;
    this.users++;
    try {
      yield* readChunkFile(this.file);
    } finally {
      this.release();
    }
  }

  /** To be called once; streams that were started before go on to their end. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.release();
  }

  private async *text(options: StreamOptions & { readonly fields?: string }): AsyncGenerator<string | Buffer> {
    yield options.fields ? `{${options.fields},"document":` : '{"document":';
    yield* this.document.stream(options);
    yield ',"chunks":';
    if (this.file === null) yield '[]';
    else yield* createReadStream(this.file);
    yield '}';
  }

  private release(): void {
    if (--this.users > 0) return;
    this.document.close();
    this.onClosed();
  }
}
