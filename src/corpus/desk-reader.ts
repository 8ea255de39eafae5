import { CHUNK_BUDGET } from '../contract/limits.ts';
import type { Chunk } from '../model/chunk.ts';
import type { ParsedDocument } from '../parsing/parsed-document.ts';
import type { ReadingDesk } from '../parsing/reading-desk.ts';
import { extensionWarning } from '../shared/extension.ts';
import type { ParsedRecord } from '../shared/parsed-file.ts';
import type { CopiedBytes, DocumentReader, FileReading, FileToRead, ReadDocument } from './ports.ts';

/** Reads a tenant's files at the reading desk, in its children. */
export class DeskReader implements DocumentReader {
  private readonly desk: ReadingDesk;

  constructor(desk: ReadingDesk) {
    this.desk = desk;
  }

  async read({ file, sha256, bytes, filename }: FileToRead, signal: AbortSignal): Promise<FileReading> {
    const chunked = await this.desk.chunk({ file, sha256, bytes, signal, budget: CHUNK_BUDGET.default });
    return {
      count: membersOf(chunked.document.root).length,
      documents: documentsOf(chunked.document, chunked.chunks(), filename),
      close: () => chunked.close(),
    };
  }

  copy(bytes: AsyncIterable<Uint8Array>): Promise<CopiedBytes> {
    return this.desk.spool.receive(bytes, { limit: Number.POSITIVE_INFINITY });
  }
}

/** The documents of a file with the chunks of each; a bundle is told by its members alone. */
export async function* documentsOf(
  document: Pick<ParsedDocument, 'root' | 'structure'>,
  chunks: AsyncIterable<Chunk>,
  filename: string,
): AsyncGenerator<ReadDocument> {
  const records = membersOf(document.root);
  let at = 0;
  let own: Chunk[] = [];
  const finish = async (): Promise<ReadDocument> => {
    const record = records[at++] as ParsedRecord;
    const mine = own;
    own = [];
    return readDocument(document, record, filename, mine);
  };
  for await (const chunk of chunks) {
    // Numbering begins anew in each document; two members of the same bytes follow one another.
    if (chunk.id === 'c1') {
      if (own.length > 0) yield await finish();
      while (records[at] !== undefined && records[at]?.head.doc_id !== chunk.doc_id) yield await finish();
    }
    own.push(chunk);
  }
  while (at < records.length) yield await finish();
}

async function readDocument(
  document: Pick<ParsedDocument, 'root' | 'structure'>,
  record: ParsedRecord,
  filename: string,
  chunks: readonly Chunk[],
): Promise<ReadDocument> {
  const { doc_id, source, access, warnings } = record.head;
  const isRoot = record === document.root;
  const mismatch = isRoot ? extensionWarning(filename, source.format) : null;
  return {
    inner: isRoot ? '' : [...source.container_path, source.filename].join('/'),
    docId: doc_id,
    access,
    structure: await document.structure(record),
    warnings: mismatch ? [...warnings, mismatch] : warnings,
    chunks,
  };
}

/** Documents that hold no others, in order; a bundle without members stands for itself. */
function membersOf(record: ParsedRecord): ParsedRecord[] {
  return record.children?.length ? record.children.flatMap(membersOf) : [record];
}
