import { type BaseReader, Document } from '@llamaindex/core/schema';
import { Geungeo, type GeungeoOptions, type NamedFile } from './client.ts';
import { placeOf } from './places.ts';
import { readChunks } from './read-chunks.ts';

export { NotRead } from './read-chunks.ts';

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
      for (const chunk of await readChunks(this.client, file, this.budget))
        loaded.push(
          new Document({ id_: `${chunk.doc_id}#${chunk.id}`, text: chunk.text, metadata: { ...placeOf(file.filename, chunk) } }),
        );
    }
    return loaded;
  }
}
