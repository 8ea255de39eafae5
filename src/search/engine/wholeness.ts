import { setImmediate } from 'node:timers/promises';
import type { Table } from '@lancedb/lancedb';
import { HEAD } from './schema.ts';
import { anyOf } from './sql.ts';

/** So many rows are looked at before others get their turn: some 5 ms. */
const TURN = 1024;
/** Names in one condition. */
const NAMES_AT_ONCE = 1000;

/** What a row tells of the writing that it is of. */
export interface RowMark {
  readonly ord: number;
  readonly wid: string | null;
  readonly cls: string;
}

/** A document of which rows of several writings, or not all rows of one, are there. */
export interface MixedDocument {
  readonly name: string;
  /** The writings of its rows. */
  readonly wids: ReadonlySet<string>;
  /** Whether it is whole but for the classes of its rows. */
  readonly onlyClasses: boolean;
}

/**
 * The engine settles who was first when two processes write at once, and hardly ever lets through rows of both. So whoever may
 * not have been alone looks: a document is whole if all its rows are of the writing of its one head, as many as that tells.
 */
export class DocumentRows {
  readonly wids = new Set<string>();
  private readonly classes = new Set<string>();
  private readonly ords = new Set<number>();
  private rows = 0;
  private chunks: number | null = null;

  add({ ord, wid, cls }: RowMark): void {
    this.rows++;
    this.wids.add(wid ?? '');
    this.classes.add(cls);
    this.ords.add(ord);
  }

  addHead(head: Omit<RowMark, 'ord'> & { readonly chunks: number }): void {
    this.add({ ...head, ord: HEAD });
    this.chunks = head.chunks;
  }

  get isWhole(): boolean {
    return this.isOneWriting && this.classes.size === 1;
  }

  get isOneWriting(): boolean {
    return this.chunks === this.rows - 1 && this.ords.size === this.rows && this.wids.size === 1;
  }
}

/** The documents of a table that are not whole: of those with the given names, or of all. */
export async function mixedDocuments(table: Table, names?: readonly string[]): Promise<MixedDocument[]> {
  if (names === undefined) return mixedAmong(table, `ord >= ${HEAD}`);
  const mixed: MixedDocument[] = [];
  for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
    const some = names.slice(from, from + NAMES_AT_ONCE);
    mixed.push(...(await mixedAmong(table, `${anyOf('doc', some)} AND ord >= ${HEAD}`)));
  }
  return mixed;
}

async function mixedAmong(table: Table, where: string): Promise<MixedDocument[]> {
  const documents = new Map<string, DocumentRows>();
  for await (const batch of table.query().where(where).select(['doc', 'ord', 'wid', 'cls', 'chunks'])) {
    const [doc, ord, wid, cls, chunks] = ['doc', 'ord', 'wid', 'cls', 'chunks'].map((column) => batch.getChild(column));
    for (let at = 0; at < batch.numRows; at++) {
      if (at % TURN === TURN - 1) await setImmediate();
      const name = doc?.get(at) as string;
      const rows = documents.get(name) ?? new DocumentRows();
      documents.set(name, rows);
      const mark = { ord: ord?.get(at) as number, wid: wid?.get(at) as string | null, cls: cls?.get(at) as string };
      if (mark.ord === HEAD) rows.addHead({ ...mark, chunks: chunks?.get(at) as number });
      else rows.add(mark);
    }
  }
  return [...documents]
    .filter(([, rows]) => !rows.isWhole)
    .map(([name, rows]) => ({ name, wids: rows.wids, onlyClasses: rows.isOneWriting }));
}

/** The rows that were seen of mixed documents, and none that somebody wrote since. */
export function rowsOf(mixed: readonly MixedDocument[]): string {
  const wids = new Set(mixed.flatMap((document) => [...document.wids]));
  const seen = anyOf('wid', wids);
  return `${anyOf(
    'doc',
    mixed.map(({ name }) => name),
  )} AND (${wids.has('') ? `wid IS NULL OR ${seen}` : seen})`;
}
