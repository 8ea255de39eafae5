import { setTimeout } from 'node:timers/promises';
import type { Table } from '@lancedb/lancedb';
import type { Schema } from 'apache-arrow';
import type { Log } from '../shared/log.ts';
import type { RowBatch } from './engine/row-batch.ts';
import { anyOf, quoted } from './engine/sql.ts';
import { type MixedDocument, mixedDocuments, rowsOf } from './engine/wholeness.ts';

/** What was written with one version. */
export interface Commit {
  readonly version: number;
  readonly names: readonly string[];
  readonly rows: number;
  /** Whether rows that were there before are no longer. */
  readonly removed: boolean;
}

export interface WritingOptions {
  readonly log: Log;
  /** The newest version that was looked at. */
  known(): number | null;
  committed(commit: Commit): void;
}

/** Where nothing was committed there is no version. */
type Made = Omit<Commit, 'names'> & { readonly isSure: boolean };

/** Others may write the same documents as fast as these are written again. */
const ATTEMPTS = 8;
const PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 1000;
/** A purge in another process takes away what a write was made on top of: it is made anew. */
const PURGED = /not found|panic in async/i;

/**
 * Writes documents, one commit after the other within this process; between processes the engine settles it. Whoever was not alone
 * looks afterwards whether each of his documents is whole, his own or that of another, and writes again the one that is not.
 */
export class DocumentWriting {
  private readonly table: Table;
  private readonly schema: Schema;
  private readonly options: WritingOptions;
  private last: Promise<unknown> = Promise.resolve();
  /** The newest version that this process made. */
  private newest = 0;
  private counted = { verified: 0, rewritten: 0 };

  constructor(table: Table, schema: Schema, options: WritingOptions) {
    this.table = table;
    this.schema = schema;
    this.options = options;
  }

  /** How often it was looked whether documents are whole, and how many were not and were written again. */
  get counts(): { readonly verified: number; readonly rewritten: number } {
    return this.counted;
  }

  /** In place of what there was of the documents of a batch. */
  replace(batch: RowBatch, names: readonly string[]): Promise<void> {
    return this.write(
      names,
      () => this.merge(batch, names),
      async (mixed) => {
        const some = mixed.map(({ name }) => name);
        // A row that is there twice would be replaced twice: what was seen goes first.
        await this.commit(some, () => this.deleteRows(rowsOf(mixed)));
        await this.commit(some, () => this.merge(batch, some, true));
      },
    );
  }

  remove(names: readonly string[]): Promise<void> {
    const work = (some: readonly string[]) => this.deleteRows(anyOf('doc', some));
    return this.write(
      names,
      () => work(names),
      async (mixed) => {
        const some = mixed.map(({ name }) => name);
        await this.commit(some, () => work(some));
      },
    );
  }

  reclass(names: readonly string[], cls: string): Promise<void> {
    const work = async (some: readonly string[]): Promise<Made | null> => {
      const { version, rowsUpdated } = await this.table.update({ where: anyOf('doc', some), valuesSql: { cls: quoted(cls) } });
      return rowsUpdated > 0 ? { version, rows: 0, removed: true, isSure: true } : null;
    };
    return this.write(
      names,
      () => work(names),
      async (mixed) => {
        const [classes, others] = [mixed.filter((one) => one.onlyClasses), mixed.filter((one) => !one.onlyClasses)];
        const some = classes.map(({ name }) => name);
        if (some.length > 0) await this.commit(some, () => work(some));
        // What it should hold is not known here: one that is missing is read and written anew.
        if (others.length > 0)
          await this.commit(
            others.map(({ name }) => name),
            () => this.deleteRows(rowsOf(others)),
          );
      },
    );
  }

  /** When everything that was begun has ended. */
  async settled(): Promise<void> {
    await this.last.catch(() => {});
  }

  private write(
    names: readonly string[],
    work: () => Promise<Made | null>,
    mend: (mixed: readonly MixedDocument[]) => Promise<void>,
  ): Promise<void> {
    const done = this.settled().then(async () => {
      if (await this.commit(names, work)) return;
      await this.verify(names, mend);
    });
    this.last = done;
    return done;
  }

  private async verify(names: readonly string[], mend: (mixed: readonly MixedDocument[]) => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      this.counted.verified++;
      const mixed = await mixedDocuments(this.table, names);
      if (mixed.length === 0) return;
      if (attempt > ATTEMPTS) throw new Error('documents that others write at the same time could not be written whole');
      this.counted.rewritten += mixed.length;
      this.options.log.warn({ documents: mixed.length, attempt }, 'documents that several wrote at once are written again');
      await setTimeout(Math.random() * Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** attempt));
      await mend(mixed);
    }
  }

  /** Whether it is sure that nobody else wrote between what it was made on top of and itself. */
  private async commit(names: readonly string[], work: () => Promise<Made | null>): Promise<boolean> {
    const before = Math.max(this.newest, this.options.known() ?? 0);
    const made = await this.unlessPurged(work, before);
    if (made === null) return true;
    const { isSure, ...commit } = made;
    this.newest = made.version;
    this.options.committed({ ...commit, names });
    return isSure && made.version === before + 1;
  }

  private async unlessPurged<T>(work: () => Promise<T>, before: number): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (attempt >= ATTEMPTS || !(error instanceof Error) || !PURGED.test(error.message)) throw error;
        // Nobody else wrote: it is no purge.
        if ((await this.table.version()) <= before) throw error;
      }
    }
  }

  private async merge(batch: RowBatch, names: readonly string[], isPart = false): Promise<Made> {
    const rows = batch.toTable(this.schema, isPart ? new Set(names) : undefined);
    const { version, numDeletedRows, numUpdatedRows, numInsertedRows, numAttempts } = await this.table
      .mergeInsert('id')
      .whenMatchedUpdateAll()
      .whenNotMatchedInsertAll()
      .whenNotMatchedBySourceDelete({ where: anyOf('doc', names) })
      .execute(rows);
    // More rows than were given: some were there twice, and still are.
    const isSure = numUpdatedRows + numInsertedRows === rows.numRows && numAttempts <= 1;
    return { version, rows: rows.numRows, removed: numDeletedRows + numUpdatedRows > 0, isSure };
  }

  private async deleteRows(where: string): Promise<Made | null> {
    const { version, numDeletedRows } = await this.table.delete(where);
    return numDeletedRows > 0 ? { version, rows: 0, removed: true, isSure: true } : null;
  }
}
