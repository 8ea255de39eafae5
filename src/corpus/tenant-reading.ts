import type { Reason } from '../model/access.ts';
import type { AccessRules } from './access-rules.ts';
import type { DocumentFolder } from './document-folder.ts';
import type { FileBytes, ListedDocument } from './file-reading.ts';
import { IndexBatch } from './index-batch.ts';
import type { DocumentReader, DocumentToIndex, IndexSnapshot, TenantIndex } from './ports.ts';
import { ReadingQueue, type Slots } from './reading-queue.ts';
import { readStamp, writeStamp } from './stamp.ts';
import type { TenantRecords } from './tenant-records.ts';

/** What reading one file gave, all its documents together. */
export interface FileSummary {
  readonly sha256: string;
  readonly readable: boolean;
  readonly reason: Reason | null;
  readonly chunks: number;
}

export interface TenantReadingOptions<S extends IndexSnapshot> {
  readonly folder: DocumentFolder;
  readonly records: TenantRecords;
  readonly reader: DocumentReader;
  readonly slots: Slots;
  /** The rules in force. */
  rules(): Promise<AccessRules>;
  /** Whether another server has put the file into the index since it was queued here. */
  isReadElsewhere(path: string): Promise<boolean>;
  /** Writes to the index while nobody else does. */
  write<T>(work: (index: TenantIndex<S>) => Promise<T>): Promise<T>;
}

/** A file that was read, on its way into the index. */
interface Reading {
  readonly bytes: FileBytes;
  readonly names: ReadonlySet<string>;
  readonly summary: FileSummary;
  readonly urgent: boolean;
  readonly at: number;
  /** The commit of its documents. */
  readonly committed: Promise<void>;
}

/** A reading that failed for a reason that may pass is tried again after a minute, then ever more seldom. */
const FIRST_RETRY_MS = 60_000;
const LAST_RETRY_MS = 6 * 3_600_000;

/** Reads the files of one tenant into its index. */
export class TenantReading<S extends IndexSnapshot> {
  readonly queue: ReadingQueue;
  /** Files whose reading did not come to its end, through no fault of theirs. */
  readonly failed = new Set<string>();
  /** Files whose documents were put into the index, until somebody has seen them there. */
  readonly settled = new Set<string>();
  private readonly options: TenantReadingOptions<S>;
  private readonly batch: IndexBatch;
  private readonly ending = new AbortController();
  private readonly readings = new Map<string, Reading>();
  private readonly retries = new Map<string, { readonly tries: number; readonly due: number }>();
  /** Files to be read although their bytes are known. */
  private readonly anew = new Set<string>();

  constructor(options: TenantReadingOptions<S>) {
    this.options = options;
    this.queue = new ReadingQueue(options.slots, {
      read: (path, urgent) => this.read(path, urgent),
      settle: (path) => this.settle(path),
    });
    this.batch = new IndexBatch((documents) => this.commit(documents));
  }

  /** Reads one file before all others, and tells what it gave; null where it is gone. */
  async readNow(path: string): Promise<FileSummary | null> {
    this.anew.add(path);
    this.queue.add(path, { urgent: true });
    await this.queue.done(path);
    return this.readings.get(path)?.summary ?? null;
  }

  /** Tries again, with nobody waiting, what failed for a reason that may have passed. */
  retryPassing(now = performance.now()): void {
    const { passing } = this.options.records;
    for (const path of passing) {
      const retry = this.retries.get(path);
      if (retry === undefined) this.retries.set(path, { tries: 0, due: now + FIRST_RETRY_MS });
      else if (retry.due <= now) {
        const tries = retry.tries + 1;
        this.retries.set(path, { tries, due: now + Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 4 ** tries) });
        this.anew.add(path);
        this.queue.add(path, { background: true });
      }
    }
    for (const path of this.retries.keys()) if (!passing.has(path)) this.retries.delete(path);
  }

  close(): void {
    this.ending.abort(new Error('the tenant was closed'));
  }

  private async read(path: string, urgent: boolean): Promise<void> {
    const { folder, records, reader } = this.options;
    const file = folder.files.get(path);
    if (file === undefined) return;
    if (!this.anew.has(path) && (await this.options.isReadElsewhere(path))) return;
    const at = performance.now();
    const anew = this.anew.delete(path);
    const names = new Set<string>();
    let summary: FileSummary = { sha256: '', readable: false, reason: null, chunks: 0 };
    let begun: { readonly bytes: FileBytes; readonly documents: number } | null = null;
    try {
      const bytes = await folder.read(file, {
        reader,
        signal: this.ending.signal,
        isKnown: (sha256) => !anew && records.indexed(path) === sha256,
        isTaken: (name) => records.isTaken(name, path) || (folder.fileNamed(name)?.path ?? path) !== path,
        begin: (given, documents) => {
          begun = { bytes: given, documents };
        },
        put: async (document) => {
          names.add(document.name);
          summary = added(summary, document);
          if (begun !== null) await this.batch.put(toIndex(path, document, begun));
        },
      });
      if (bytes === null) return;
      const committed = names.size === 0 ? Promise.resolve() : this.batch.settled();
      committed.catch(() => {});
      this.readings.set(path, { bytes, names, urgent, at, committed, summary: { ...summary, sha256: bytes.sha256 } });
    } catch (error) {
      this.failed.add(path);
      throw error;
    }
  }

  /** The file counts as read when all its documents are in the index and those of an earlier reading are not. */
  private async settle(path: string): Promise<void> {
    const reading = this.readings.get(path);
    // Nobody else will come to share the commit, or somebody must not be kept waiting for it.
    if (this.queue.idle || reading?.urgent) this.batch.flush().catch(() => {});
    if (reading === undefined) return;
    try {
      await reading.committed;
      if (reading.names.size > 0) await this.removeEarlier(path, reading.names);
      this.options.records.witness(path, { ...reading.bytes, at: reading.at });
      this.settled.add(path);
    } catch (error) {
      this.failed.add(path);
      throw error;
    } finally {
      // Whoever waits for the summary takes it in the same turn of the loop.
      setImmediate(() => {
        if (this.readings.get(path) === reading) this.readings.delete(path);
      });
    }
  }

  private async removeEarlier(path: string, names: ReadonlySet<string>): Promise<void> {
    const { records } = this.options;
    const earlier = () => records.namesOf(path).filter((name) => !names.has(name));
    if (earlier().length === 0) return;
    await this.options.write(async (index) => {
      // A name may have gone to a document of another file in the meantime.
      const { documents } = await index.view();
      const left = earlier().filter((name) => readStamp(documents.get(name)?.stamp ?? '')?.path === path);
      if (left.length > 0) await index.removeDocuments(left);
    });
  }

  private commit(documents: readonly DocumentToIndex[]): Promise<void> {
    return this.options.write(async (index) => {
      // The class is decided at the last moment: the rules may have changed while the documents were read.
      const rules = await this.options.rules();
      const plain = ({ name, stamp }: DocumentToIndex) => readStamp(stamp)?.plain || name;
      await index.replaceDocuments(documents.map((document) => ({ ...document, cls: rules.classOf(plain(document)) })));
    });
  }
}

function toIndex(
  path: string,
  { name, plain, docId, info, chunks }: ListedDocument,
  { bytes, documents }: { readonly bytes: FileBytes; readonly documents: number },
): DocumentToIndex {
  const { signature, sha256, began } = bytes;
  const stamp = writeStamp({ path, signature, sha256, began, documents, plain: plain === name ? '' : plain });
  return { name, docId, cls: '', stamp, info, chunks };
}

/** A file is readable when any of its documents is; it has a reason when none is. */
function added(summary: FileSummary, document: ListedDocument): FileSummary {
  const readable = summary.readable || document.readable;
  return {
    ...summary,
    readable,
    reason: readable ? null : (summary.reason ?? document.reason),
    chunks: summary.chunks + document.chunks.length,
  };
}
