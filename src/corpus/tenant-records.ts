import { reasonOf } from './listing-info.ts';
import type { IndexedDocument } from './ports.ts';
import { isRacy } from './signature.ts';
import { readStamp, type Stamp } from './stamp.ts';
import type { DiskFile } from './tenant-folder.ts';

/** What this process itself found the bytes of a file to be. */
export interface Witness {
  readonly signature: string;
  readonly sha256: string;
  readonly began: number;
  /** When that was over, by the clock that nobody sets. */
  readonly at: number;
}

interface FileRecord extends Omit<Witness, 'at'> {
  readonly names: readonly string[];
  /** All documents that the file gave are there, and none of another reading. */
  readonly whole: boolean;
}

/** What is in an index and has no place there. */
export interface Learnt {
  /** Names of no reading of ours, or of an older one. */
  readonly outdated: readonly string[];
  /** Names by the path of a file that the folder did not have when it was looked at. */
  readonly strangers: ReadonlyMap<string, readonly string[]>;
}

interface Group {
  readonly stamp: Stamp;
  readonly names: string[];
}

/** Reasons that another try may do away with. */
const PASSING: ReadonlySet<string> = new Set(['TIMEOUT', 'PARSER_FAILED', 'OCR_UNAVAILABLE']);

/** Which files the documents in an index were read from, and whether those files have changed since. */
export class TenantRecords {
  private readonly files: ReadonlyMap<string, DiskFile>;
  private records = new Map<string, FileRecord>();
  private owners = new Map<string, string>();
  private stamps = new Map<string, { readonly text: string; readonly stamp: Stamp | null }>();
  private readonly witnesses = new Map<string, Witness>();
  /** Files of which something could not be read for a reason that may pass. */
  readonly passing = new Set<string>();

  constructor(files: ReadonlyMap<string, DiskFile>) {
    this.files = files;
  }

  /** Takes in what an index holds. */
  learn(documents: ReadonlyMap<string, IndexedDocument>): Learnt {
    const outdated: string[] = [];
    const strangers = new Map<string, string[]>();
    const groups = this.group(documents, outdated);
    this.records = new Map();
    this.owners = new Map();
    for (const [path, found] of groups) {
      if (this.files.has(path)) this.record(path, [...found.values()], outdated);
      else strangers.set(path, [...found.values()].flatMap(({ names }) => names));
    }
    for (const path of this.witnesses.keys()) if (!this.files.has(path)) this.witnesses.delete(path);
    return { outdated, strangers };
  }

  /** This process has looked at all bytes of the file. */
  witness(path: string, witness: Witness): void {
    this.witnesses.set(path, witness);
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
    const known = seen?.sha256 === record.sha256 ? seen : record;
    if (known.signature !== file.signature) return true;
    if (!isRacy(file.ctimeMs, known.began)) return false;
    // As long as every change is reported, a clock that stands still hides none from whoever saw the file himself.
    return touched || !follows || known !== seen;
  }

  /** Digest of the bytes that all documents of the file in the index were read from; null where they are not whole. */
  indexed(path: string): string | null {
    const record = this.records.get(path);
    const file = this.files.get(path);
    return record?.whole && file && isNamedAfter(record.names, file.name) ? record.sha256 : null;
  }

  namesOf(path: string): readonly string[] {
    return this.records.get(path)?.names ?? [];
  }

  /** Whether the name belongs to a document of another file. */
  isTaken(name: string, path: string): boolean {
    const owner = this.owners.get(name);
    return owner !== undefined && owner !== path;
  }

  /** The name of a document that rules match. */
  plainName({ name, stamp }: IndexedDocument): string {
    return this.stampOf(name, stamp)?.plain || name;
  }

  private group(documents: ReadonlyMap<string, IndexedDocument>, outdated: string[]): Map<string, Map<string, Group>> {
    const groups = new Map<string, Map<string, Group>>();
    const before = this.stamps;
    this.stamps = new Map();
    this.passing.clear();
    for (const document of documents.values()) {
      const { name, stamp: text } = document;
      const same = before.get(name);
      const parsed = same?.text === text ? same : { text, stamp: readStamp(text) };
      const { stamp } = parsed;
      if (stamp === null) {
        outdated.push(name);
        continue;
      }
      this.stamps.set(name, parsed);
      const reason = reasonOf(document);
      if (reason !== null && PASSING.has(reason)) this.passing.add(stamp.path);
      const found = groups.get(stamp.path) ?? new Map<string, Group>();
      groups.set(stamp.path, found);
      const key = `${stamp.sha256} ${stamp.signature} ${stamp.began} ${stamp.documents}`;
      const group = found.get(key);
      if (group === undefined) found.set(key, { stamp, names: [name] });
      else group.names.push(name);
    }
    return groups;
  }

  private record(path: string, groups: readonly Group[], outdated: string[]): void {
    const seen = this.witnesses.get(path);
    const isWhole = ({ stamp, names }: Group) => names.length === stamp.documents;
    // Two readings of one file: the one whose bytes we have seen ourselves counts, if they are still its bytes.
    const current = seen !== undefined && seen.signature === this.files.get(path)?.signature;
    const isOurs = ({ stamp }: Group) => current && stamp.sha256 === seen.sha256 && stamp.began === seen.began;
    const chosen = groups.length === 1 ? groups[0] : groups.find((group) => isWhole(group) && isOurs(group));
    const names = chosen?.names ?? groups.flatMap((group) => group.names);
    const { signature = '', sha256 = '', began = 0 } = chosen?.stamp ?? {};
    this.records.set(path, { signature, sha256, began, names, whole: chosen !== undefined && isWhole(chosen) });
    for (const name of names) this.owners.set(name, path);
    if (chosen) for (const group of groups) if (group !== chosen) outdated.push(...group.names);
  }

  private stampOf(name: string, text: string): Stamp | null {
    const known = this.stamps.get(name);
    return known?.text === text ? known.stamp : readStamp(text);
  }
}

function isNamedAfter(names: readonly string[], name: string): boolean {
  return names.every((each) => each === name || each.startsWith(`${name}/`));
}
