import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Table } from '@lancedb/lancedb';
import type { Schema } from 'apache-arrow';
import { RowBatch } from './engine/row-batch.ts';
import { MARKER } from './engine/schema.ts';
import { type MixedDocument, mixedDocuments, rowsOf } from './engine/wholeness.ts';

/** A version is kept for so long after the next one: somebody, here or in another process, may still be reading it. */
const GRACE_MS = 120_000;
const ATTEMPTS = 4;
/** So long a writer has to mend a document that he and another wrote at once. */
const MENDING_MS = 2000;

/** Takes new rows into the indexes, joins small files, and removes versions that nobody reads any more. */
export async function takeIntoIndex(table: Table): Promise<void> {
  await optimize(table, await oldestKept(table));
}

/**
 * Deleted and replaced text leaves the disk now. The engine only marks rows as deleted; it writes a file anew, without them, where
 * they are a tenth of it or where there are two files to join. A row that stands for nothing gives it the second.
 */
export async function purge(table: Table, schema: Schema): Promise<void> {
  // The first call takes new rows into the indexes, without which their files are not joined with the others; the second joins.
  await optimize(table, new Date());
  await optimize(table, new Date());
  if (await hasDeletedRows(table)) {
    const batch = new RowBatch();
    batch.addMarker(randomBytes(12).toString('base64url'));
    await table
      .mergeInsert('id')
      .whenNotMatchedInsertAll()
      .whenNotMatchedBySourceDelete({ where: `ord = ${MARKER}` })
      .execute(batch.toTable(schema));
    await optimize(table, new Date());
    await optimize(table, new Date());
  }
  // What the last call made superfluous.
  await optimize(table, new Date());
}

/** Whether rows that are marked as deleted are still in the files; told for certain where there is one file only. */
export async function hasDeletedRows(table: Table): Promise<boolean> {
  const { numRows, fragmentStats } = await table.stats();
  return fragmentStats.numFragments * fragmentStats.lengths.mean > numRows;
}

/** Removes what several writers left of documents, unless it is mended or written anew meanwhile; how many those were. */
export async function removeMixed(table: Table): Promise<number> {
  const seen = await mixedDocuments(table);
  if (seen.length === 0) return 0;
  await setTimeout(MENDING_MS);
  const before = new Map(seen.map((document) => [document.name, document]));
  const left = (await mixedDocuments(table, [...before.keys()])).filter((now) => isSame(now, before.get(now.name)));
  for (const document of left) await table.delete(rowsOf([document]));
  return left.length;
}

function isSame(now: MixedDocument, before: MixedDocument | undefined): boolean {
  return now.wids.size === before?.wids.size && [...now.wids].every((wid) => before.wids.has(wid));
}

async function optimize(table: Table, cleanupOlderThan: Date): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await table.optimize({ cleanupOlderThan });
      return;
    } catch (error) {
      // Whoever wrote or purged meanwhile was first; the work is done anew on top of that.
      if (attempt >= ATTEMPTS || !isOvertaken(error)) throw error;
    }
  }
}

/** The version that was the newest one a while ago, and all after it, may still be read. */
async function oldestKept(table: Table): Promise<Date> {
  const since = Date.now() - GRACE_MS;
  let kept = 0;
  for (const { timestamp } of await table.listVersions()) {
    const time = timestamp.getTime();
    if (time <= since && time > kept) kept = time;
  }
  return new Date(kept);
}

function isOvertaken(error: unknown): boolean {
  return error instanceof Error && /conflict|not found/i.test(error.message);
}
