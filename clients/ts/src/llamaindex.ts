import { type BaseReader, Document } from '@llamaindex/core/schema';
import { Geungeo, type GeungeoOptions, type NamedFile } from './client.ts';
import { placeOf } from './places.ts';

/** Reads files as the service's chunks, each with its place. */
export class GeungeoReader implements BaseReader {
  private readonly client: Geungeo;
  private readonly budget: number | undefined;

  constructor(options: GeungeoOptions & { budget?: number }) {
    this.client = new Geungeo(options);
    this.budget = options.budget;
  }

  /** A file that cannot be read is an error that says why, never an empty list. */
  async loadData(...files: NamedFile[]): Promise<Document[]> {
    const loaded: Document[] = [];
    for (const file of files) {
      const { document, chunks } = await this.client.chunk(file, this.budget === undefined ? {} : { budget: this.budget });
      const { readable, reason, reason_text = '' } = document.access;
      if (!readable) throw new Error(`${file.filename}: ${reason} ${reason_text}`);
      for (const chunk of chunks)
        loaded.push(
          new Document({ id_: `${chunk.doc_id}#${chunk.id}`, text: chunk.text, metadata: { ...placeOf(file.filename, chunk) } }),
        );
    }
    return loaded;
  }
}
