import type { Readable } from 'node:stream';

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  /** Another one, other bytes; to be compared and never to be understood. */
  readonly tag: string;
  readonly written: Date;
}

/** Objects by key. An object is there whole or not at all; what was put is what the next call of anybody gets. */
export interface ObjectStore {
  /** A small object. */
  get(key: string): Promise<Buffer | null>;
  /** A large one; fails while it is read where it breaks off. */
  read(key: string): Promise<Readable | null>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Of several at once exactly one is told true. */
  putIfAbsent(key: string, bytes: Uint8Array): Promise<boolean>;
  /** The same for the bytes of a file. */
  putFileIfAbsent(key: string, file: string): Promise<boolean>;
  /** Also where there is none. */
  remove(key: string): Promise<void>;
  /** Those whose key begins with the prefix, in the order of their keys. */
  list(prefix: string): AsyncIterable<StoredObject>;
  close(): void;
}

/** The store, and not what was asked of it, is at fault. */
export class StoreFailed extends Error {
  readonly code: 'STORAGE_FULL' | 'STORAGE_READ_ONLY' | 'STORAGE_UNAVAILABLE';
  /** In the store's own word. */
  readonly what: string;

  constructor(code: StoreFailed['code'], what: string, cause?: unknown) {
    super(`the object store failed: ${what}`, { cause });
    this.name = 'StoreFailed';
    this.code = code;
    this.what = what;
  }
}
