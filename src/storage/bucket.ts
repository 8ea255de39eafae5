import type { ObjectStore } from './object-store.ts';

/** An object with what it is told from its other states by, both of one and the same state. */
export interface OpenObject {
  readonly tag: string;
  /** To be taken once, or closed; fails with StoreFailed where it breaks off. */
  readonly pieces: AsyncIterable<Uint8Array>;
  close(): void;
}

/** A store that others write to as well, by tools of their own: objects are told apart by their tags. */
export interface Bucket extends ObjectStore {
  open(key: string): Promise<OpenObject | null>;
  /** Names of what a listing would show as folders below a prefix that is empty or ends in a slash. */
  folders(prefix: string): AsyncIterable<string>;
  /** Whether any key begins with it. */
  hasAny(prefix: string): Promise<boolean>;
  /**
   * Puts the bytes of a file. Without `replace` exactly one of several at once is told true, and the others false; where it
   * cannot be known who has won, StoreFailed.
   */
  putFile(key: string, file: string, options: { readonly replace: boolean }): Promise<boolean>;
}
