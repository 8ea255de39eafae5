import { RequestProblem } from '../contract/errors.ts';
import type { Log } from '../shared/log.ts';
import type { AccessRules } from './access-rules.ts';
import type { DiskFile } from './disk-file.ts';
import type { DocumentFolder } from './document-folder.ts';
import { documentSource } from './document-source.ts';
import type { DocumentReader, IndexSnapshot, IndexStore, TenantIndex } from './ports.ts';
import type { Slots } from './reading-queue.ts';
import { type FileSummary, TenantReading } from './tenant-reading.ts';
import { TenantRecords } from './tenant-records.ts';
import { TenantView } from './tenant-view.ts';
import { Turns } from './turns.ts';

export interface TenantOptions<S extends IndexSnapshot> {
  readonly name: string;
  /** Of its index. */
  readonly key: string;
  readonly folder: DocumentFolder;
  readonly store: IndexStore<S>;
  readonly reader: DocumentReader;
  readonly slots: Slots;
  /** Whether other servers read the same tenants: then each begins at another file, and looks what the others have read. */
  readonly shared: boolean;
  /** Milliseconds that a call waits for files to be read; null is for ever. */
  readonly readWait: number | null;
  readonly log: Log;
}

interface Prepared<S> {
  readonly snapshot: S;
  readonly rules: AccessRules;
}

/** Rounds in which a call puts right what others wrote into the index meanwhile. */
const ROUNDS = 4;
const KEPT_VIEWS = 64;
/** Looking what others have read meanwhile may take this share of the time. */
const LOOKING_SHARE = 0.1;
const LOOK_EVERY_MS = 5000;

/** One tenant: its folder is the truth, its index follows. Every call brings the two in line before it asks anything. */
export class Tenant<S extends IndexSnapshot> {
  readonly name: string;
  readonly folder: DocumentFolder;
  /** Calls that use it now: as long as there is one it must not be closed. */
  users = 0;
  private readonly options: TenantOptions<S>;
  private readonly records: TenantRecords;
  private readonly reading: TenantReading<S>;
  /** Looking, comparing and writing to the index. */
  private readonly turns = new Turns();
  /** Files that are known to need reading and are in no queue. */
  private readonly unread = new Set<string>();
  /** Files that are gone while their documents may still be in the index. */
  private readonly homeless = new Set<string>();
  private upcoming: Promise<Prepared<S> | null> | null = null;
  private learnt: S | null = null;
  private classed: Prepared<S> | null = null;
  private views = new Map<string, TenantView<S>>();
  private readingSince = 0;
  private nextLook = 0;

  constructor(options: TenantOptions<S>) {
    this.options = options;
    this.name = options.name;
    this.folder = options.folder;
    this.records = new TenantRecords(this.folder.files);
    this.reading = new TenantReading({
      folder: this.folder,
      records: this.records,
      reader: options.reader,
      slots: options.slots,
      rules: () => this.folder.rules(),
      isReadElsewhere: (path) => this.isReadElsewhere(path),
      write: (work) => this.withIndex((index) => this.turns.take(() => work(index))),
    });
  }

  /** Runs the work on what the principal may see of the folder as it is now. Throws FolderGone, or INDEXING. */
  use<T>(principal: string | undefined, work: (view: TenantView<S>) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.withIndex(async (index) => {
      const prepared = await this.prepare(index, signal);
      this.reading.retryPassing();
      return work(this.view(prepared, principal));
    });
  }

  /** Reads one file before all others, and tells what it gave; null where it is gone again. */
  readNow(path: string): Promise<FileSummary | null> {
    return this.withIndex(async () => {
      await this.turns.take(() => this.look());
      this.unread.delete(path);
      return this.reading.readNow(path);
    });
  }

  /** The file of this listed name as the folder is now. */
  find(name: string): Promise<DiskFile | null> {
    return this.turns.take(async () => {
      await this.look();
      return this.folder.fileNamed(name);
    });
  }

  /** Takes the documents of files that were removed out of the index. */
  forgetRemoved(): Promise<void> {
    return this.withIndex((index) =>
      this.turns.take(async () => {
        await this.look();
        await this.learn(index);
      }),
    );
  }

  /** Compares what was reported with what is there. */
  audit(): Promise<number> {
    return this.turns.take(() => this.folder.audit());
  }

  /** Files read and to be read; null when there is nothing to read. */
  get progress(): { readonly done: number; readonly total: number } | null {
    const { progress } = this.reading.queue;
    return progress.total > progress.done ? progress : null;
  }

  /** The version of the index that was looked at last. */
  get known(): S | null {
    return this.learnt;
  }

  /** Whether it could be forgotten now. */
  get unused(): boolean {
    return this.users === 0 && this.reading.queue.empty;
  }

  /** Lets go of the version of the index that it knows, which is large; the next call takes a look at a new one. */
  rest(): void {
    this.learnt = null;
    this.classed = null;
    this.views = new Map();
  }

  close(): void {
    this.reading.close();
    this.folder.close();
  }

  private withIndex<T>(work: (index: TenantIndex<S>) => Promise<T>): Promise<T> {
    return this.options.store.use(this.options.key, work);
  }

  private async prepare(index: TenantIndex<S>, signal?: AbortSignal): Promise<Prepared<S>> {
    const began = performance.now();
    let prepared = await this.lookTogether(index);
    for (let round = 1; prepared === null; round++) {
      await this.wait(began, signal);
      // What changes after the call began is for the next call: nobody looks again.
      prepared = await this.turns.take(() => this.compare(index, { began, last: round === ROUNDS }));
    }
    return prepared;
  }

  /** One look for all calls that came before it began. */
  private lookTogether(index: TenantIndex<S>): Promise<Prepared<S> | null> {
    this.upcoming ??= this.turns.take(async () => {
      this.upcoming = null;
      const began = performance.now();
      await this.look();
      return this.compare(index, { began, last: false });
    });
    return this.upcoming;
  }

  private async look(): Promise<void> {
    const { changed, touched } = await this.folder.look();
    const { follows } = this.folder;
    const candidates = follows ? new Set([...changed, ...touched]) : this.folder.files.keys();
    for (const path of candidates) {
      if (this.records.isStale(path, { touched: touched.has(path), follows })) this.unread.add(path);
    }
    for (const path of changed) {
      if (this.folder.files.has(path)) continue;
      this.records.forget(path);
      this.homeless.add(path);
    }
  }

  /** Null where files have to be read first. */
  private async compare(
    index: TenantIndex<S>,
    { began, last }: { readonly began: number; readonly last: boolean },
  ): Promise<Prepared<S> | null> {
    await this.learn(index);
    this.enqueueUnread(began);
    const { done, total } = this.reading.queue.progress;
    return !last && done < total ? null : this.classify(index);
  }

  /** Takes in what the index holds, and takes out of it what has no place there. */
  private async learn(index: TenantIndex<S>): Promise<S> {
    const { settled } = this.reading;
    for (;;) {
      // Committed before the look: what is not there then was lost with the index it was put into.
      const put = [...settled];
      const snapshot = await index.view();
      if (snapshot === this.learnt && this.homeless.size === 0 && put.length === 0) return snapshot;
      const { outdated, affected } = this.records.learn(snapshot.documents);
      const { follows } = this.folder;
      for (const path of this.learnt === null ? this.folder.files.keys() : new Set([...affected, ...put]))
        if (this.records.isStale(path, { touched: false, follows })) this.unread.add(path);
      for (const path of put) settled.delete(path);
      for (const path of affected) if (!this.folder.files.has(path)) this.homeless.add(path);
      this.learnt = snapshot;
      const names = [...outdated, ...(await this.namesWithoutFile())];
      if (names.length === 0) return snapshot;
      // Another process may have put a new reading there meanwhile, under the same names.
      if ((await index.view()) === snapshot) await index.removeDocuments(names);
    }
  }

  /** A file that came after the look may be in the index already, put there by another process: then its documents are of it. */
  private async namesWithoutFile(): Promise<string[]> {
    for (const path of this.homeless)
      if (this.folder.files.has(path) || this.records.namesOf(path).length === 0) this.homeless.delete(path);
    if (this.homeless.size === 0) return [];
    const signatures = await this.folder.signatures([...this.homeless]);
    return [...this.homeless].flatMap((path) => this.records.namesNotFrom(path, signatures.get(path)));
  }

  /** A file that never stands still is read once for a call, and again for the next. */
  private enqueueUnread(began: number): void {
    const { queue, failed } = this.reading;
    for (const path of failed) this.unread.add(path);
    failed.clear();
    if (this.unread.size > 0 && queue.empty) this.readingSince = performance.now();
    const { follows } = this.folder;
    for (const path of this.options.shared ? shuffled(this.unread) : this.unread) {
      if (this.records.isReadSince(path, began)) continue;
      this.unread.delete(path);
      // Read meanwhile, or gone.
      if (this.records.isStale(path, { touched: true, follows })) queue.add(path);
    }
  }

  private async isReadElsewhere(path: string): Promise<boolean> {
    if (!this.options.shared) return false;
    const began = performance.now();
    if (began >= this.nextLook) {
      this.nextLook = Number.POSITIVE_INFINITY;
      try {
        await this.withIndex((index) => this.turns.take(() => this.learn(index)));
      } finally {
        const now = performance.now();
        this.nextLook = now + Math.max(LOOK_EVERY_MS, (now - began) / LOOKING_SHARE);
      }
    }
    return !this.records.isStale(path, { touched: false, follows: this.folder.follows });
  }

  /** Brings the classes of the documents in line with the rules. */
  private async classify(index: TenantIndex<S>): Promise<Prepared<S>> {
    for (let round = 0; round < ROUNDS; round++) {
      const snapshot = await this.learn(index);
      const rules = await this.folder.rules();
      if (this.classed?.snapshot === snapshot && this.classed.rules === rules) return this.classed;
      const wrong = new Map<string, string>();
      // While the rules are broken nothing is shown, so that no class matters.
      if (!rules.locked)
        for (const document of snapshot.documents.values()) {
          const cls = rules.classOf(this.records.plainName(document));
          if (cls !== document.cls) wrong.set(document.name, cls);
        }
      if (wrong.size === 0) {
        this.views = new Map();
        this.classed = { snapshot, rules };
        return this.classed;
      }
      await index.reclass(wrong);
    }
    throw new Error('the classes of a tenant do not come to rest');
  }

  private view({ snapshot, rules }: Prepared<S>, principal: string | undefined): TenantView<S> {
    const classes = rules.allowed(principal);
    const key = [...classes].sort().join(' ');
    const current = this.classed?.snapshot === snapshot && this.classed.rules === rules;
    const known = current ? this.views.get(key) : undefined;
    if (known !== undefined) return known;
    const view = new TenantView<S>({
      tenant: this.options.name,
      sourceOf: (document) => documentSource(document, (path) => this.folder.source(path, this.options.reader)),
      index: snapshot,
      rules,
      classes,
      plainName: (document) => this.records.plainName(document),
    });
    if (this.views.size >= KEPT_VIEWS) this.views.clear();
    if (current) this.views.set(key, view);
    return view;
  }

  private async wait(began: number, signal: AbortSignal | undefined): Promise<void> {
    const { readWait } = this.options;
    await new Promise<void>((resolve, reject) => {
      const leave = () => reject(signal?.reason);
      const left = readWait === null ? null : Math.max(0, began + readWait - performance.now());
      const timer = left === null ? undefined : setTimeout(() => reject(this.indexing()), left);
      if (signal?.aborted) leave();
      signal?.addEventListener('abort', leave, { once: true });
      void this.reading.queue
        .settled()
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', leave);
        });
    });
  }

  /** Says when to come back: when the rest is read at the pace so far, but soon enough to see how it goes. */
  private indexing(): RequestProblem {
    const { done, total } = this.reading.queue.progress;
    const seconds = (performance.now() - this.readingSince) / 1000;
    const left = done === 0 ? 5 : ((total - done) * seconds) / done;
    return new RequestProblem('INDEXING', { headers: { 'retry-after': String(Math.min(60, Math.max(1, Math.ceil(left)))) } });
  }
}

function shuffled(paths: Iterable<string>): string[] {
  const order = [...paths];
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [order[at], order[other]] = [order[other] as string, order[at] as string];
  }
  return order;
}
