import type { DiskFile } from './disk-file.ts';
import { reasonOf } from './listing-info.ts';
import type { IndexedDocument } from './ports.ts';
import { isRacy } from './signature.ts';
import { readStamp, type Stamp } from './stamp.ts';

/** What this process itself found the bytes of a file to be. */
export interface Witness {
  readonly signature: string;
  readonly sha256: string;
  readonly began: number;
  /** When it began to look, by the clock that nobody sets. */
  readonly at: number;
}

interface FileRecord extends Omit<Witness, 'at'> {
  readonly names: readonly string[];
  /** All documents that the file gave are there, and none of another reading. */
  readonly whole: boolean;
}

/** What has become known of an index. */
export interface Learnt {
  /** Paths of files whose documents are others than before. */
  readonly affected: ReadonlySet<string>;
  /** Names that have no place in the index: of no reading of ours, or of an older one. */
  readonly outdated: readonly string[];
}

interface Known {
  readonly text: string;
  readonly stamp: Stamp | null;
  /** Could not be read for a reason that may pass. */
  readonly passing: boolean;
}

interface Group {
  readonly stamp: Stamp;
  readonly names: string[];
}

/** Reasons that another try may do away with. */
const PASSING: ReadonlySet<string | null> = new Set(['TIMEOUT', 'PARSER_FAILED', 'OCR_UNAVAILABLE']);

/** Which files the documents in an index were read from, and whether those files have changed since. */
export class TenantRecords {
  /** Files of which something could not be read for a reason that may pass. */
  readonly passing = new Set<string>();
  private readonly files: ReadonlyMap<string, DiskFile>;
  private readonly known = new Map<string, Known>();
  private readonly names = new Map<string, Set<string>>();
  private readonly records = new Map<string, FileRecord>();
  private readonly witnesses = new Map<string, Witness>();

  constructor(files: ReadonlyMap<string, DiskFile>) {
    this.files = files;
  }

  /** Takes in what an index holds now; costs little more than the difference to what it held before. */
  learn(documents: ReadonlyMap<string, IndexedDocument>): Learnt {
    const affected = new Set<string>();
    const outdated: string[] = [];
    for (const document of documents.values()) {
      const { name, stamp: text } = document;
      const before = this.known.get(name);
      if (before?.text === text) {
        if (before.stamp === null) outdated.push(name);
        continue;
      }
      if (before !== undefined) this.take(name, before, affected);
      const stamp = readStamp(text);
      this.known.set(name, { text, stamp, passing: PASSING.has(reasonOf(document)) });
      if (stamp === null) outdated.push(name);
      else this.give(name, stamp, affected);
    }
    if (this.known.size > documents.size)
      for (const [name, before] of this.known) if (!documents.has(name)) this.take(name, before, affected);
    for (const path of affected) this.record(path);
    // Those that were left to stand because it was not certain which reading counts.
    for (const [path, { whole }] of this.records) if (!whole) outdated.push(...this.outdatedOf(path));
    return { affected, outdated };
  }

  /** This process has looked at all bytes of the file. */
  witness(path: string, witness: Witness): void {
    this.witnesses.set(path, witness);
  }

  /** The file is not there any more. */
  forget(path: string): void {
    this.witnesses.delete(path);
  }

  /** Whether this process has read the file since. */
  isReadSince(path: string, time: number): boolean {
    return (this.witnesses.get(path)?.at ?? Number.NEGATIVE_INFINITY) >= time;
  }

  /** Whether the file has to be read (again). `touched`: something was done to it, although it may look the same. */
  isStale(path: string, { touched, follows }: { readonly touched: boolean; readonly follows: boolean }): boolean {
    const file = this.files.get(path);
    if (file === undefined) return false;
    const record = this.records.get(path);
    if (record === undefined || !record.whole || !isNamedAfter(record.names, file.name)) return true;
    const seen = this.witnesses.get(path);
    const newest = seen?.sha256 === record.sha256 ? seen : record;
    if (newest.signature !== file.signature) return true;
    if (!isRacy(file.ctimeMs, newest.began)) return false;
    // As long as every change is reported, a clock that stands still hides none from whoever saw the file himself.
    return touched || !follows || newest !== seen;
  }

  /** Digest of the bytes that all documents of the file in the index were read from; null where they are not whole. */
  indexed(path: string): string | null {
    const record = this.records.get(path);
    const file = this.files.get(path);
    return record?.whole && file && isNamedAfter(record.names, file.name) ? record.sha256 : null;
  }

  /** Of the documents of a file those that were read when it did not look like this. */
  namesNotFrom(path: string, signature: string | undefined): string[] {
    return this.groupsOf(path).flatMap(({ stamp, names }) => (stamp.signature === signature ? [] : names));
  }

  namesOf(path: string): readonly string[] {
    return this.records.get(path)?.names ?? [];
  }

  /** Whether the name belongs to a document of another file. */
  isTaken(name: string, path: string): boolean {
    const owner = this.known.get(name)?.stamp?.path;
    return owner !== undefined && owner !== path && this.files.has(owner);
  }

  /** The name of a document that rules match. */
  plainName({ name, stamp: text }: IndexedDocument): string {
    const known = this.known.get(name);
    return (known?.text === text ? known.stamp : readStamp(text))?.plain || name;
  }

  private give(name: string, stamp: Stamp, affected: Set<string>): void {
    const names = this.names.get(stamp.path) ?? new Set();
    this.names.set(stamp.path, names.add(name));
    affected.add(stamp.path);
  }

  private take(name: string, { stamp }: Known, affected: Set<string>): void {
    this.known.delete(name);
    if (stamp === null) return;
    this.names.get(stamp.path)?.delete(name);
    affected.add(stamp.path);
  }

  private record(path: string): void {
    const names = [...(this.names.get(path) ?? [])];
    if (names.some((name) => this.known.get(name)?.passing)) this.passing.add(path);
    else this.passing.delete(path);
    if (names.length === 0) {
      this.names.delete(path);
      this.records.delete(path);
      return;
    }
    const groups = this.groupsOf(path);
    const only = groups.length === 1 ? groups[0] : undefined;
    const { signature = '', sha256 = '', began = 0, documents = -1 } = only?.stamp ?? {};
    this.records.set(path, { signature, sha256, began, names, whole: names.length === documents });
  }

  private groupsOf(path: string): Group[] {
    const groups = new Map<string, Group>();
    for (const name of this.names.get(path) ?? []) {
      const stamp = this.known.get(name)?.stamp;
      if (!stamp) continue;
      const key = `${stamp.sha256} ${stamp.signature} ${stamp.began} ${stamp.documents}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { stamp, names: [name] });
      else group.names.push(name);
    }
    return [...groups.values()];
  }

  /** Of two readings of one file the one counts whose bytes we have seen ourselves, if they are still its bytes. */
  private outdatedOf(path: string): string[] {
    const seen = this.witnesses.get(path);
    if (seen === undefined || seen.signature !== this.files.get(path)?.signature) return [];
    const groups = this.groupsOf(path);
    const ours = groups.find(
      ({ stamp, names }) => names.length === stamp.documents && stamp.sha256 === seen.sha256 && stamp.began === seen.began,
    );
    return ours === undefined ? [] : groups.flatMap((group) => (group === ours ? [] : group.names));
  }
}

function isNamedAfter(names: readonly string[], name: string): boolean {
  return names.every((each) => each === name || each.startsWith(`${name}/`));
}
