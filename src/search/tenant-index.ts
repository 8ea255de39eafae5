import type { Table } from '@lancedb/lancedb';
import type { Schema } from 'apache-arrow';
import type { Chunk } from '../model/chunk.ts';
import type { Log } from '../shared/log.ts';
import { storeTrouble } from '../shared/store-trouble.ts';
import type { Lease } from '../storage/lease.ts';
import { DocumentWriting } from './document-writing.ts';
import type { Embedder } from './embedding/embedder.ts';
import type { Database } from './engine/database.ts';
import { ensureIndexes, unindexedRows } from './engine/indexes.ts';
import { type HeadFields, RowBatch } from './engine/row-batch.ts';
import { tableSchema, vectorLength } from './engine/schema.ts';
import { Snapshot } from './engine/snapshot.ts';
import type { IndexView } from './index-view.ts';
import { MaintenanceSchedule } from './maintenance-schedule.ts';
import { advanceView, openView, viewWithout } from './view-opening.ts';
import { WordsUpkeep } from './words-upkeep.ts';

export interface DocumentToIndex extends HeadFields {
  /** None for a document that could not be read: it is held all the same. */
  readonly chunks: readonly Chunk[];
}

export interface TenantIndexOptions {
  readonly database: Database;
  /** Of the table. */
  readonly name: string;
  readonly embedder: Embedder | null;
  readonly log: Log;
  /** False: nothing runs by itself in the background. */
  readonly upkeep: boolean;
  /** Of upkeep: once is enough. */
  readonly lease: Lease;
}

/** Names in one condition. */
const NAMES_AT_ONCE = 1000;
/** Chunks outside the full-text index that are still looked at one by one; past them a question waits until they are in. */
const LONGEST_TAIL = 4000;
/** Others may write as fast as rows are taken in. */
const ATTEMPTS = 3;
const TEXTS_AT_ONCE = 256;
/** Others may purge as fast as is read. */
const LOOKS = 10;

/** The index of one tenant. Each write is one commit: others, in whatever process, see what was before or what is after it. */
export class TenantIndex {
  private readonly options: TenantIndexOptions;
  private readonly table: Table;
  private readonly schedule: MaintenanceSchedule;
  private readonly words: WordsUpkeep;
  private current: IndexView | null = null;
  private opening: Promise<IndexView> | null = null;
  /** Those that are open, the current view's among them. */
  private readonly snapshots = new Set<Snapshot>();
  private readonly writing: DocumentWriting;
  /** By version, the documents that this process wrote with it. */
  private readonly written = new Map<number, readonly string[]>();

  private constructor(options: TenantIndexOptions, table: Table, schema: Schema) {
    this.options = options;
    this.table = table;
    this.words = new WordsUpkeep(options);
    this.schedule = new MaintenanceSchedule(table, schema, { ...options, done: (isPurge) => this.keepWords(isPurge) });
    this.writing = new DocumentWriting(table, schema, {
      log: options.log,
      known: () => this.knownVersion,
      committed: ({ version, names, rows, removed }) => {
        this.written.set(version, names);
        this.schedule.wrote(rows, removed);
      },
    });
  }

  /** Opens the table, or creates it; a process that died while creating it has left nothing that this does not finish. */
  static async open(options: TenantIndexOptions): Promise<TenantIndex> {
    const { database, name, embedder } = options;
    const there = await database.table(name);
    const table = there ?? (await database.create(name, tableSchema(embedder?.dimensions ?? null)));
    // Whoever only removes knows no model: the table tells.
    const dimensions = there === null || embedder !== null ? embedder?.dimensions : await vectorLength(table);
    const schema = tableSchema(dimensions ?? null);
    await ensureIndexes(table, schema);
    return new TenantIndex(options, table, schema);
  }

  /** What the index holds now; the same object for as long as nothing is written, by whomever. */
  async view(): Promise<IndexView> {
    const version = await this.table.version();
    if (this.current?.version === version) return this.current;
    this.opening ??= this.openCurrent().finally(() => {
      this.opening = null;
    });
    const view = await this.opening;
    // It may have been opened for somebody who asked before the newest write.
    return view.version >= version ? view : this.view();
  }

  /** All in one commit, or none; what a document held before is gone with the same commit. */
  async replaceDocuments(documents: readonly DocumentToIndex[]): Promise<void> {
    if (documents.length === 0) return;
    const names = new Set(documents.map(({ name }) => name));
    if (names.size < documents.length) throw new Error('one document was given twice');
    const batch = new RowBatch();
    const vectors = await this.vectors(documents.flatMap(({ chunks }) => chunks));
    let from = 0;
    for (const { chunks, ...head } of documents) {
      await batch.add(head, chunks, vectors?.slice(from, from + chunks.length) ?? null);
      from += chunks.length;
    }
    await this.writing.replace(batch, [...names]);
  }

  async removeDocuments(names: readonly string[]): Promise<void> {
    for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
      await this.writing.remove(names.slice(from, from + NAMES_AT_ONCE));
    }
  }

  /** Gives documents another class of access; one commit for each class, so that a document has the old one or the new one. */
  async reclass(classes: ReadonlyMap<string, string>): Promise<void> {
    const groups = new Map<string, string[]>();
    for (const [name, cls] of classes) {
      const names = groups.get(cls);
      if (names === undefined) groups.set(cls, [name]);
      else names.push(name);
    }
    for (const [cls, names] of groups) {
      for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
        await this.writing.reclass(names.slice(from, from + NAMES_AT_ONCE), cls);
      }
    }
  }

  /** Takes everything that was written into the full-text index. `purge`: text that was deleted or replaced leaves the disk. */
  async maintain({ purge = false }: { readonly purge?: boolean } = {}): Promise<void> {
    await this.schedule.run(purge);
    await this.keepWords(purge);
  }

  async close(): Promise<void> {
    this.words.stop();
    await this.schedule.stop();
    await this.writing.settled();
    await this.opening?.catch(() => {});
    const isNewest = this.options.upkeep && !(await this.isPast(this.knownVersion).catch(() => true));
    await this.words.close(isNewest ? this.current : null);
    this.current = null;
    this.closeUnused();
    this.table.close();
  }

  /** Closes the versions that nobody looks at any more. To be called when nobody works with this index. */
  closeUnused(): void {
    if (this.opening !== null) return;
    for (const snapshot of this.snapshots) {
      if (snapshot === this.current?.state.snapshot) continue;
      this.snapshots.delete(snapshot);
      snapshot.close();
    }
  }

  /** Reads everything that the newest version holds; what that meets with is thrown. */
  check(): Promise<void> {
    return this.onNewest(async (snapshot) => {
      await snapshot.readAll();
      await openView(snapshot, null, { embedder: null, loadTerms: async () => null });
    });
  }

  /** How often it was looked whether written documents are whole, and how many were not and were written again. */
  get writes(): DocumentWriting['counts'] {
    return this.writing.counts;
  }

  /** The newest version that was looked at here. */
  get knownVersion(): number | null {
    return this.current?.version ?? null;
  }

  /** Whether something was written, by whomever, since a version was the newest. */
  async isPast(version: number | null): Promise<boolean> {
    return (await this.table.version()) !== version;
  }

  private async openCurrent(): Promise<IndexView> {
    for (let attempt = 1; attempt <= ATTEMPTS && (await unindexedRows(this.table)) > LONGEST_TAIL; attempt++) {
      try {
        await this.schedule.run(false);
      } catch (error) {
        // Another process was quicker, again and again: what is not taken in is looked at one by one.
        this.options.log.warn({ error: String(error) }, 'rows could not be taken into an index');
        break;
      }
    }
    const view = await this.openNewest();
    this.schedule.learn(tailLength(view), view.statistics(null).chunks);
    if (view.state.mixed.size > 0) this.warnOfMixed(view.state.mixed);
    else if (this.words.isDue(view)) this.schedule.whenQuiet();
    return view;
  }

  /** The dictionary of what is there now; after a purge nothing of an earlier one stays. */
  private async keepWords(isPurge: boolean): Promise<void> {
    if (isPurge) await this.words.forget();
    await this.words.run(await this.view(), () => this.current);
  }

  private openNewest(): Promise<IndexView> {
    return this.onNewest((snapshot) => this.openAt(snapshot));
  }

  /** A version that a purge takes away while it is read is no longer the newest: the work begins anew on the one that is. */
  private async onNewest<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const { database, name } = this.options;
    for (let attempt = 1; ; attempt++) {
      const version = await this.table.version();
      try {
        const snapshot = new Snapshot(await database.tableAt(name, version), version);
        this.snapshots.add(snapshot);
        return await work(snapshot);
      } catch (error) {
        if (attempt >= LOOKS || storeTrouble(String(error)) !== null || !(await this.isPast(version))) throw error;
      }
    }
  }

  private async openAt(snapshot: Snapshot): Promise<IndexView> {
    const { embedder } = this.options;
    const { version } = snapshot;
    const names = this.current && this.writtenSince(this.current.version, version);
    const loadTerms = () => this.words.load();
    this.current =
      this.current && names
        ? await advanceView(snapshot, this.current, names, loadTerms)
        : await openView(snapshot, this.current, { embedder, loadTerms });
    const view = this.current;
    view.onMixed = (mixed) => this.leaveOut(view, mixed);
    const { database, name } = this.options;
    snapshot.remember(database.rows.of(`${name} ${this.current.state.engine.indexId}`));
    for (const old of this.written.keys()) if (old <= version) this.written.delete(old);
    return this.current;
  }

  /** Documents that did not look it, but are: whoever asks next finds them missing, and writes them anew. */
  private leaveOut(view: IndexView, mixed: ReadonlySet<string>): void {
    this.warnOfMixed(mixed);
    if (this.current !== view) return;
    const without = viewWithout(view, mixed);
    without.onMixed = (more) => this.leaveOut(without, more);
    this.current = without;
  }

  /** Upkeep removes what of them nobody replaces. */
  private warnOfMixed(mixed: ReadonlySet<string>): void {
    this.options.log.warn(
      { documents: mixed.size },
      'documents that several wrote at once are left out until they are written anew',
    );
    this.schedule.whenQuiet();
  }

  /** The documents that were written after one version up to another; null where somebody else wrote too. */
  private writtenSince(after: number, upTo: number): ReadonlySet<string> | null {
    const names = new Set<string>();
    for (let version = after + 1; version <= upTo; version++) {
      const some = this.written.get(version);
      if (some === undefined) return null;
      for (const name of some) names.add(name);
    }
    return names.size > NAMES_AT_ONCE ? null : names;
  }

  private async vectors(chunks: readonly Chunk[]): Promise<Float32Array[] | null> {
    const { embedder } = this.options;
    if (embedder === null) return null;
    const vectors: Float32Array[] = [];
    for (let from = 0; from < chunks.length; from += TEXTS_AT_ONCE) {
      const texts = chunks.slice(from, from + TEXTS_AT_ONCE).map(passageOf);
      vectors.push(...(await embedder.embed(texts, 'passage')));
    }
    return vectors;
  }
}

/** A clause is understood by the headings above it. */
function passageOf({ path, text }: Chunk): string {
  return path.length === 0 ? text : `${path.join(' > ')}\n${text}`;
}

function tailLength(view: IndexView): number {
  let rows = 0;
  for (const { rows: own } of view.state.tail.values()) rows += own.length;
  return rows;
}
