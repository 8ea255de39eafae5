import type { Access } from '../model/access.ts';
import type { Chunk } from '../model/chunk.ts';
import type { Structure } from '../model/structure.ts';
import type { Warning } from '../model/warning.ts';

/** A document as an index takes it. */
export interface DocumentToIndex {
  /** The listed name, its key. */
  readonly name: string;
  readonly docId: string;
  /** Class of access. */
  readonly cls: string;
  /** Ours: which bytes of which file it was read from. */
  readonly stamp: string;
  /** Ours: what a listing says of it, as JSON. */
  readonly info: string;
  readonly chunks: readonly Chunk[];
}

/** A document as an index gives it back. */
export interface IndexedDocument extends Omit<DocumentToIndex, 'chunks'> {
  readonly chunks: number;
}

/** One version of an index. As long as nothing is written, by whomever, it is the same object. */
export interface IndexSnapshot {
  readonly documents: ReadonlyMap<string, IndexedDocument>;
}

/** Each write is one commit: what others see is before or after it. */
export interface TenantIndex<S extends IndexSnapshot> {
  view(): Promise<S>;
  replaceDocuments(documents: readonly DocumentToIndex[]): Promise<void>;
  removeDocuments(names: readonly string[]): Promise<void>;
  reclass(classes: ReadonlyMap<string, string>): Promise<void>;
}

export interface IndexStore<S extends IndexSnapshot> {
  /** The index stays open while the work runs. */
  use<T>(key: string, work: (index: TenantIndex<S>) => Promise<T>): Promise<T>;
  /** Removes an index with all it holds; one that is broken too. */
  drop(key: string): Promise<void>;
}

/** A document that was read: a file, or one of the documents in a file. */
export interface ReadDocument {
  /** Its path inside the file; empty for the file itself. */
  readonly inner: string;
  readonly docId: string;
  readonly access: Access;
  readonly structure: Structure;
  readonly warnings: readonly Warning[];
  readonly chunks: readonly Chunk[];
}

export interface FileToRead {
  readonly file: string;
  /** Of the bytes that are meant: others under the same path are not taken for them. */
  readonly sha256: string;
  readonly bytes: number;
  /** Decides nothing but what its ending claims. */
  readonly filename: string;
}

/** What a file gave. */
export interface FileReading {
  /** How many documents there are. */
  readonly count: number;
  /** One after the other; to be taken once. */
  readonly documents: AsyncIterable<ReadDocument>;
  close(): void;
}

/** Turns bytes into documents, in a process of its own. */
export interface DocumentReader {
  read(file: FileToRead, signal: AbortSignal): Promise<FileReading>;
  /** Takes a copy of bytes that may change, or that are in a file whose name is no text. */
  copy(bytes: AsyncIterable<Uint8Array>): Promise<CopiedBytes>;
}

export interface CopiedBytes {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  remove(): Promise<void>;
}
