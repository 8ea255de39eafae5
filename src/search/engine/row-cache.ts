/** What of a row is kept: its columns for scoring, or its body. */
export type Kept = { readonly tokens: string } | string;

interface Entry {
  readonly value: Kept;
  readonly bytes: number;
}

/** An object and its place in the map. */
const OVERHEAD = 300;

/**
 * Rows that were read lately, of all tables together. A row lies in a file that is never changed, so that what was read of it stays
 * true for as long as its number means that row. On a store every row is a request; here it is none.
 */
export class RowCache {
  private readonly most: number;
  /** Used last at the end. */
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;

  constructor(bytes: number) {
    this.most = bytes;
  }

  /** `scope` names a table and its full-text index: numbers of rows mean others once that was made anew. */
  of(scope: string): CachedRows {
    return {
      get: (kind, rowId) => this.get(`${scope} ${kind} ${rowId}`),
      put: (kind, rowId, value) => this.put(`${scope} ${kind} ${rowId}`, value),
    };
  }

  private get(key: string): Kept | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  private put(key: string, value: Kept): void {
    const bytes = 2 * (typeof value === 'string' ? value : value.tokens).length + OVERHEAD;
    const before = this.entries.get(key);
    if (before !== undefined) this.bytes -= before.bytes;
    this.entries.delete(key);
    this.entries.set(key, { value, bytes });
    this.bytes += bytes;
    for (const [oldest, entry] of this.entries) {
      if (this.bytes <= this.most) return;
      this.entries.delete(oldest);
      this.bytes -= entry.bytes;
    }
  }
}

export interface CachedRows {
  get(kind: 'chunk' | 'body', rowId: bigint): Kept | undefined;
  put(kind: 'chunk' | 'body', rowId: bigint, value: Kept): void;
}
