import type { CallbackManagerForRetrieverRun } from '@langchain/core/callbacks/manager';
import { BaseDocumentLoader } from '@langchain/core/document_loaders/base';
import { Document } from '@langchain/core/documents';
import { BaseRetriever, type BaseRetrieverInput } from '@langchain/core/retrievers';
import { Geungeo, type GeungeoOptions, type NamedFile } from './client.ts';
import { type PlaceMetadata, placeOf } from './places.ts';
import { readChunks } from './read-chunks.ts';

export { NotRead } from './read-chunks.ts';

/** Loads files as the service's chunks, each with its place; a file that cannot be read is an error, never an empty list. */
export class GeungeoLoader extends BaseDocumentLoader {
  private readonly client: Geungeo;
  private readonly files: readonly NamedFile[];
  private readonly budget: number | undefined;

  constructor(files: readonly NamedFile[], options: GeungeoOptions & { budget?: number }) {
    super();
    this.client = new Geungeo(options);
    this.files = files;
    this.budget = options.budget;
  }

  async load(): Promise<Document<PlaceMetadata>[]> {
    const loaded: Document<PlaceMetadata>[] = [];
    for (const file of this.files) {
      for (const chunk of await readChunks(this.client, file, this.budget))
        loaded.push(
          new Document({ pageContent: chunk.text, metadata: placeOf(file.filename, chunk), id: `${chunk.doc_id}#${chunk.id}` }),
        );
    }
    return loaded;
  }
}

export interface GeungeoRetrieverInput extends BaseRetrieverInput, GeungeoOptions {
  readonly tenant: string;
  readonly limit?: number | undefined;
  /** Whose eyes: only documents that this principal may see. */
  readonly principal?: string | undefined;
}

/** Finds chunks of a tenant; their order is the service's order. */
export class GeungeoRetriever extends BaseRetriever {
  lc_namespace = ['geungeo', 'retrievers'];
  private readonly client: Geungeo;
  private readonly asked: { tenant: string; limit?: number; principal?: string };

  constructor(input: GeungeoRetrieverInput) {
    super(input);
    this.client = new Geungeo(input);
    const { tenant, limit, principal } = input;
    this.asked = { tenant, ...(limit === undefined ? {} : { limit }), ...(principal === undefined ? {} : { principal }) };
  }

  override async _getRelevantDocuments(query: string, _run?: CallbackManagerForRetrieverRun): Promise<Document[]> {
    const { hits } = await this.client.search({ ...this.asked, query });
    return hits.map((hit) => {
      const { score, found_by } = hit;
      const metadata = { ...placeOf(hit.filename, { ...hit, id: hit.chunk_id }), score, found_by };
      return new Document({ pageContent: hit.text, metadata, id: `${hit.doc_id}#${hit.chunk_id}` });
    });
  }
}
