import type { SourceFile } from '../parsing/page-images.ts';
import type { AccessRules } from './access-rules.ts';
import type { DiskFile } from './disk-file.ts';
import type { FileBytes, FileReadingPorts } from './file-reading.ts';
import type { DocumentReader } from './ports.ts';

/** What happened since the last look, by path. */
export interface Changes {
  /** New, gone, or of another look. */
  readonly changed: ReadonlySet<string>;
  /** Reported although it looks the same: the clock may have stood still. */
  readonly touched: ReadonlySet<string>;
}

/** There is no such folder, or no longer. */
export class FolderGone extends Error {}

export interface StoreOptions {
  /** False: a file that stands there stays, and FILE_EXISTS is thrown. Of two at once exactly one wins. */
  readonly replace: boolean;
}

/** The files of one tenant, wherever they are kept. Looks are to be taken one at a time. */
export interface DocumentFolder {
  readonly files: ReadonlyMap<string, DiskFile>;
  /** Whether a look tells every change; else each file has to be compared with what is known of it. */
  readonly follows: boolean;
  /** Brings `files` up to what was there when this was called, or later. Throws FolderGone. */
  look(): Promise<Changes>;
  /** Compares what was reported with what is there; the number of changes that nobody reported. */
  audit(): Promise<number>;
  fileNamed(name: string): DiskFile | null;
  /** The signatures of those of the paths that have a file now, whatever the last look saw. */
  signatures(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The rules in force. Not there: public. There and not of the form, or under a name that is not quite theirs: locked. */
  rules(): Promise<AccessRules>;
  /** Reads a file, whatever happens to it meanwhile. Gives null where it is gone, and what its bytes were otherwise. */
  read(file: DiskFile, ports: FileReadingPorts): Promise<FileBytes | null>;
  /** How the bytes of a file are got at later; null where its name is no text. */
  source(path: string, reader: DocumentReader): SourceFile | null;
  /** Puts a file there, whole or not at all. Throws FILE_EXISTS or what is wrong with the storage. */
  store(path: string, file: string, options: StoreOptions): Promise<void>;
  /** Throws FILE_NOT_FOUND or what is wrong with the storage. */
  remove(path: string): Promise<void>;
  close(): void;
}

/** Where the tenants of a corpus are. */
export interface TenantPlaces {
  /** Tells this corpus from others. */
  readonly identity: string;
  /** Names of all tenants. */
  names(): Promise<string[]>;
  /** What names a tenant's folder, or null. Throws STORAGE_UNAVAILABLE where the corpus itself is out of reach. */
  find(tenant: string): Promise<string | null>;
  /** The same, made where it is not there. */
  findOrMake(tenant: string): Promise<string>;
  /** `root` is what `find` gave. */
  folder(root: string): DocumentFolder;
  /** Folders whose changes are followed, and how often that was lost. */
  readonly followed: { readonly watches: number; readonly lost: number };
  close(): void;
}
