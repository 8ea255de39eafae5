import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {
  CopiedBytes,
  DocumentReader,
  DocumentToIndex,
  FileReading,
  FileToRead,
  IndexedDocument,
  IndexSnapshot,
  IndexStore,
  ReadDocument,
  TenantIndex,
} from '../../src/corpus/ports.ts';
import { READABLE, type Reason, unreadableAccess } from '../../src/model/access.ts';
import type { Chunk } from '../../src/model/chunk.ts';
import { emptyStructure } from '../../src/model/structure.ts';
import { warning } from '../../src/model/warning.ts';

export const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** One version of a tenant in memory, with the text of every chunk to look at. */
export interface FakeSnapshot extends IndexSnapshot {
  readonly texts: ReadonlyMap<string, readonly string[]>;
}

/** An index in memory that keeps the promises of the port: a commit is seen whole, and an unchanged version is one object. */
export class FakeIndex implements TenantIndex<FakeSnapshot> {
  readonly log: string[] = [];
  /** Throw from here to make the next commits fail. */
  fail: (() => void) | null = null;
  /** Nothing can be read from it any more. */
  broken = false;
  private snapshot: FakeSnapshot = { documents: new Map(), texts: new Map() };

  async view(): Promise<FakeSnapshot> {
    await Promise.resolve();
    if (this.broken) throw new Error('lance error: not found');
    return this.snapshot;
  }

  async replaceDocuments(documents: readonly DocumentToIndex[]): Promise<void> {
    await this.commit(`put ${documents.map(({ name }) => name).join(',')}`, (held, texts) => {
      for (const { chunks, ...document } of documents) {
        held.set(document.name, { ...document, chunks: chunks.length });
        texts.set(
          document.name,
          chunks.map(({ text }) => text),
        );
      }
    });
  }

  async removeDocuments(names: readonly string[]): Promise<void> {
    await this.commit(`remove ${names.join(',')}`, (held, texts) => {
      for (const name of names) {
        held.delete(name);
        texts.delete(name);
      }
    });
  }

  async reclass(classes: ReadonlyMap<string, string>): Promise<void> {
    await this.commit(`reclass ${[...classes.keys()].join(',')}`, (held) => {
      for (const [name, cls] of classes) held.set(name, { ...(held.get(name) as IndexedDocument), cls });
    });
  }

  private async commit(
    what: string,
    change: (held: Map<string, IndexedDocument>, texts: Map<string, readonly string[]>) => void,
  ): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.fail?.();
    this.log.push(what);
    const documents = new Map(this.snapshot.documents);
    const texts = new Map(this.snapshot.texts);
    change(documents, texts);
    this.snapshot = { documents, texts };
  }
}

export class FakeStore implements IndexStore<FakeSnapshot> {
  readonly indexes = new Map<string, FakeIndex>();

  index(key: string): FakeIndex {
    const index = this.indexes.get(key) ?? new FakeIndex();
    this.indexes.set(key, index);
    return index;
  }

  use<T>(key: string, work: (index: FakeIndex) => Promise<T>): Promise<T> {
    return work(this.index(key));
  }

  async drop(key: string): Promise<void> {
    this.indexes.delete(key);
  }

  /** The only index there is. */
  get only(): FakeIndex {
    return [...this.indexes.values()][0] as FakeIndex;
  }
}

/**
 * Reads files of text: each line is a chunk. `!REASON` cannot be read, `~CODE` gives a warning; a file that begins with
 * `zip` holds a member for each further line, `name=text`.
 */
export class FakeReader implements DocumentReader {
  /** Names of the files that were read, in order. */
  readonly reads: string[] = [];
  /** Awaited before a file is read. */
  before: (file: FileToRead) => Promise<void> | void = () => {};

  async read(file: FileToRead, signal: AbortSignal): Promise<FileReading> {
    this.reads.push(file.filename);
    await this.before(file);
    signal.throwIfAborted();
    const bytes = bytesOf(file.file);
    // As the real one does where the file is gone, or holds other bytes than it was asked for.
    const same = bytes !== null && sha256(bytes) === file.sha256;
    const documents = same ? documentsIn(bytes.toString(), file.sha256) : [unreadable('PARSER_FAILED', file.sha256)];
    return {
      count: documents.length,
      documents: (async function* () {
        yield* documents;
      })(),
      close() {},
    };
  }

  async copy(bytes: AsyncIterable<Uint8Array>): Promise<CopiedBytes> {
    const parts: Uint8Array[] = [];
    for await (const part of bytes) parts.push(part);
    const whole = Buffer.concat(parts);
    const file = path.join(tmpdir(), `copy-${randomUUID()}`);
    writeFileSync(file, whole);
    return { file, sha256: sha256(whole), bytes: whole.length, remove: async () => rmSync(file) };
  }
}

function bytesOf(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

function documentsIn(text: string, digest: string): ReadDocument[] {
  if (!text.startsWith('zip')) return [documentOf(text, digest, '')];
  return text
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => {
      const [inner = '', ...rest] = line.split('=');
      return documentOf(rest.join('='), sha256(rest.join('=')), inner);
    });
}

function documentOf(text: string, digest: string, inner: string): ReadDocument {
  if (text.startsWith('!')) return { ...unreadable(text.slice(1).trim() as Reason, digest), inner };
  const docId = `sha256:${digest}`;
  const warned = /^~(\w+)/.exec(text)?.[1];
  return {
    inner,
    docId,
    access: READABLE,
    structure: { ...emptyStructure(), title: text.split('\n')[0] ?? null },
    warnings: warned ? [warning(warned as 'PAGES_UNKNOWN'), warning(warned as 'PAGES_UNKNOWN')] : [],
    chunks: text.split('\n').map((line, index) => chunkOf(line, docId, index + 1)),
  };
}

function unreadable(reason: Reason, digest: string): ReadDocument {
  return {
    inner: '',
    docId: `sha256:${digest}`,
    access: unreadableAccess(reason),
    structure: emptyStructure(),
    warnings: [],
    chunks: [],
  };
}

function chunkOf(text: string, docId: string, number: number): Chunk {
  return {
    id: `c${number}`,
    doc_id: docId,
    kind: 'paragraph',
    text,
    blocks: ['b1'],
    anchors: [{ page: 1, bbox: null, cell_range: null }],
    path: [],
    outline: [],
    extractors: ['docx'],
  };
}
