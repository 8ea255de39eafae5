import type { DocumentToIndex } from './ports.ts';

/** One commit takes some 10 ms whatever is in it, and its chunks are held in memory until then. */
const MOST_DOCUMENTS = 256;
const MOST_CHUNKS = 4000;
/** What was read waits no longer than this for others to share its commit. */
const LONGEST_MS = 2000;

interface Waiting {
  /** By name: of two readings of one document the later counts. */
  readonly documents: Map<string, DocumentToIndex>;
  readonly done: Promise<void>;
  begin(): void;
}

/** Documents on their way into an index, many to a commit. */
export class IndexBatch {
  private readonly commit: (documents: readonly DocumentToIndex[]) => Promise<void>;
  private waiting: Waiting | null = null;
  private chunks = 0;
  private timer: NodeJS.Timeout | undefined;
  /** The commit that was begun last. */
  private last: Promise<void> = Promise.resolve();

  constructor(commit: (documents: readonly DocumentToIndex[]) => Promise<void>) {
    this.commit = commit;
  }

  /** Resolves when there is room for more. */
  async put(document: DocumentToIndex): Promise<void> {
    this.waiting ??= this.open();
    this.waiting.documents.set(document.name, document);
    this.chunks += document.chunks.length;
    if (this.waiting.documents.size >= MOST_DOCUMENTS || this.chunks >= MOST_CHUNKS) await this.flush();
  }

  /** When everything that was put before is committed. */
  settled(): Promise<void> {
    return this.waiting?.done ?? this.last;
  }

  /** Commits what waits, now. */
  flush(): Promise<void> {
    this.waiting?.begin();
    return this.last;
  }

  private open(): Waiting {
    const documents = new Map<string, DocumentToIndex>();
    let settle: (committed: Promise<void>) => void = () => {};
    const done = new Promise<void>((resolve) => {
      settle = resolve;
    });
    // Whoever waits for it is told; nobody has to.
    done.catch(() => {});
    this.timer = setTimeout(() => this.flush(), LONGEST_MS).unref();
    return {
      documents,
      done,
      begin: () => {
        clearTimeout(this.timer);
        this.waiting = null;
        this.chunks = 0;
        this.last = this.last.catch(() => {}).then(() => this.commit([...documents.values()]));
        settle(this.last);
      },
    };
  }
}
