import { createHash } from 'node:crypto';
import { RequestProblem } from '../contract/errors.ts';
import { type Log, SILENT } from '../shared/log.ts';
import { ChangeEvents } from './change-events.ts';
import { diskName } from './disk-name.ts';
import { FolderGone, type TenantPlaces } from './document-folder.ts';
import type { DocumentReader, IndexSnapshot, IndexStore } from './ports.ts';
import { ReadingSlots } from './reading-slots.ts';
import { readProblem } from './storage-problem.ts';
import { Tenant } from './tenant.ts';
import { TenantDirectories } from './tenant-directory.ts';
import type { FileSummary } from './tenant-reading.ts';
import type { TenantView } from './tenant-view.ts';

export interface CorpusOptions<S extends IndexSnapshot> {
  /** The directory of the tenants, or another place of theirs. */
  readonly directory: string | TenantPlaces;
  readonly store: IndexStore<S>;
  readonly reader: DocumentReader;
  /** Files read at once. */
  readonly parallel: number;
  /** False: folders are scanned on every call. */
  readonly watch?: boolean;
  /** Seconds that a call waits for files to be read; null is for ever. */
  readonly readWait?: number | null;
  /** What of idle tenants is kept in memory. */
  readonly keptTenants?: number;
  readonly keptFiles?: number;
  /** Tenants whose versions of the index stay at hand; each holds what a listing says of every document. */
  readonly awake?: number;
  readonly auditMs?: number;
  /** Whether other servers read the same tenants. */
  readonly shared?: boolean;
  /** Tells indexes of this corpus from those of others in the same place; made of its path unless given. */
  readonly keyspace?: string;
  readonly log?: Log;
}

/** A file that was handed in. */
export interface NewFile {
  readonly name: string;
  /** Where its bytes are. */
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** What is held in memory, and how often change events were lost. */
export interface TenantFigures {
  readonly open: number;
  readonly files: number;
  readonly watches: number;
  readonly lost: number;
}

/** A tenant of 20,000 files takes some 15 MB. */
const KEPT_FILES = 400_000;
const KEPT_TENANTS = 2000;
const AWAKE = 32;
const AUDIT_MS = 60_000;
/** Whoever removes an index below us takes a moment for it. */
const ATTEMPTS = 3;
/** A reading that is over before is told by the answer alone. */
const PROGRESS_MS = 10_000;

/** All tenants of a server. */
export class Corpus<S extends IndexSnapshot> {
  private readonly options: CorpusOptions<S>;
  private readonly places: TenantPlaces;
  private readonly slots: { readonly foreground: ReadingSlots; readonly background: ReadingSlots };
  private readonly log: Log;
  /** Used last at the end. */
  private readonly tenants = new Map<string, Tenant<S>>();
  /** Tenants that hold on to a version of their index. */
  private readonly awake = new Set<Tenant<S>>();
  /** Tenants that were used since their last audit. */
  private readonly used = new Set<string>();
  private readonly timers: readonly NodeJS.Timeout[];
  private closed = false;

  private constructor(options: CorpusOptions<S>, places: TenantPlaces) {
    this.options = options;
    this.log = options.log ?? SILENT;
    this.places = places;
    this.slots = { foreground: new ReadingSlots(options.parallel), background: new ReadingSlots(1) };
    this.timers = [
      setInterval(() => void this.audit(), options.auditMs ?? AUDIT_MS).unref(),
      setInterval(() => this.logProgress(), PROGRESS_MS).unref(),
    ];
  }

  static async open<S extends IndexSnapshot>(options: CorpusOptions<S>): Promise<Corpus<S>> {
    const { directory, watch = true, log = SILENT } = options;
    if (typeof directory !== 'string') return new Corpus(options, directory);
    const events = watch ? await ChangeEvents.open({ log }) : null;
    return new Corpus(options, new TenantDirectories(directory, events, log));
  }

  /** Names of all tenants. */
  tenantNames(): Promise<string[]> {
    return this.places.names();
  }

  /**
   * Runs the work on what the principal may see of the tenant's folder as it is now. The name has to be one that
   * `cleanTenantName` gave. Throws TENANT_NOT_FOUND, INDEXING or what is wrong with the storage.
   */
  use<T>(
    name: string,
    principal: string | undefined,
    work: (view: TenantView<S>) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.withIndex(name, (tenant) => tenant.use(principal, work, signal));
  }

  /** Stores a file in a tenant, which is made where it is not there, and reads it at once. Throws FILE_EXISTS. */
  async add(name: string, file: NewFile, { replace }: { readonly replace: boolean }): Promise<FileSummary> {
    await this.places.findOrMake(name);
    const target = await this.withFolder(name, async (tenant) => {
      // A file of this listed name may have other bytes for a name, and then it is that one which is meant.
      const standing = await tenant.find(file.name);
      if (standing !== null && !replace) throw new RequestProblem('FILE_EXISTS');
      const path = standing?.path ?? diskName(file.name);
      await tenant.folder.store(path, file.file, { replace });
      return path;
    });
    const summary = await this.withIndex(name, (tenant) => tenant.readNow(target));
    // Somebody else has replaced or removed it since: what was handed in is told all the same.
    return summary?.sha256 === file.sha256 ? summary : this.readApart(file);
  }

  /** Removes a file by its listed name; a document inside a file is none. Throws FILE_NOT_FOUND. */
  async remove(name: string, listedName: string): Promise<void> {
    await this.withFolder(name, async (tenant) => {
      const standing = await tenant.find(listedName);
      if (standing === null || standing.closed !== null) throw new RequestProblem('FILE_NOT_FOUND');
      await tenant.folder.remove(standing.path);
    });
    await this.forgetRemoved(name);
  }

  /** Takes out of a tenant's index what is no longer in its folder; reads nothing. */
  forgetRemoved(name: string): Promise<void> {
    return this.withIndex(name, (tenant) => tenant.forgetRemoved());
  }

  /** Tenants whose files are being read. */
  reading(): { readonly tenant: string; readonly done: number; readonly total: number }[] {
    return [...this.tenants.values()].flatMap((tenant) => {
      const { progress } = tenant;
      return progress === null ? [] : [{ tenant: tenant.name, ...progress }];
    });
  }

  /** Figures for monitoring. */
  figures(): TenantFigures {
    let files = 0;
    for (const tenant of this.tenants.values()) files += tenant.folder.files.size;
    return { open: this.tenants.size, files, ...this.places.followed };
  }

  close(): void {
    this.closed = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const tenant of this.tenants.values()) tenant.close();
    this.tenants.clear();
    this.places.close();
  }

  /** Work that asks the index and that can be done again: an index that is broken, or was removed below us, is made anew. */
  private async withIndex<T>(name: string, work: (tenant: Tenant<S>) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      let known: S | null = null;
      try {
        return await this.withFolder(name, (tenant) => {
          known = tenant.known;
          return work(tenant);
        });
      } catch (error) {
        if (error instanceof RequestProblem || attempt === ATTEMPTS || !(await this.isIndexAnew(name, known))) throw error;
      }
    }
  }

  private async withFolder<T>(name: string, work: (tenant: Tenant<S>) => Promise<T>): Promise<T> {
    const root = await this.places.find(name);
    if (root === null) throw new RequestProblem('TENANT_NOT_FOUND');
    try {
      return await this.holding(this.tenantAt(name, root), work);
    } catch (error) {
      throw error instanceof FolderGone ? new RequestProblem('TENANT_NOT_FOUND') : readProblem(error);
    } finally {
      this.forgetIdle();
    }
  }

  private async holding<T>(tenant: Tenant<S>, work: (tenant: Tenant<S>) => Promise<T>): Promise<T> {
    tenant.users++;
    try {
      return await work(tenant);
    } finally {
      tenant.users--;
      this.letRest(tenant);
    }
  }

  /** Of tenants that were not used for a while only what is small is kept. */
  private letRest(used: Tenant<S>): void {
    this.awake.delete(used);
    this.awake.add(used);
    const { awake = AWAKE } = this.options;
    for (const tenant of this.awake) {
      if (this.awake.size <= awake) return;
      if (!tenant.unused) continue;
      this.awake.delete(tenant);
      tenant.rest();
    }
  }

  private discard(root: string): void {
    const tenant = this.tenants.get(root);
    if (tenant === undefined) return;
    this.tenants.delete(root);
    this.awake.delete(tenant);
    tenant.close();
  }

  /**
   * Whether an index is another than the version that was known before. One that cannot be looked into at all, and not
   * because this process or its disk is at its limits, is removed for that.
   */
  private async isIndexAnew(name: string, known: S | null): Promise<boolean> {
    const { store } = this.options;
    const key = this.indexKey(name);
    // What fails while everything is being closed says nothing about the index.
    if (this.closed) return false;
    try {
      return (await store.use(key, (index) => index.view())) !== known;
    } catch (error) {
      if (this.closed) return false;
      if (readProblem(error) instanceof RequestProblem) return false;
      this.log.error({ error: (error as Error).name }, 'an index is broken, and is made anew');
      await store.drop(key);
      return true;
    }
  }

  private tenantAt(name: string, root: string): Tenant<S> {
    const known = this.tenants.get(root);
    const { store, reader, readWait = null, shared = false } = this.options;
    const tenant =
      known ??
      new Tenant({
        name,
        key: this.indexKey(name),
        folder: this.places.folder(root),
        store,
        reader,
        slots: this.slots,
        shared,
        readWait: readWait === null ? null : readWait * 1000,
        log: this.log,
      });
    this.tenants.delete(root);
    this.tenants.set(root, tenant);
    this.used.add(root);
    return tenant;
  }

  /** Under which the index of a tenant is kept: one place for indexes may serve several corpora. */
  indexKey(tenant: string): string {
    const { keyspace = createHash('sha256').update(this.places.identity).digest('hex').slice(0, 12) } = this.options;
    return `${keyspace}/${tenant}`;
  }

  /** Memory is bounded: of tenants that nobody uses the ones used longest ago are forgotten, and looked at anew when needed. */
  private forgetIdle(): void {
    const { keptTenants = KEPT_TENANTS, keptFiles = KEPT_FILES } = this.options;
    let files = 0;
    for (const tenant of this.tenants.values()) files += tenant.folder.files.size;
    for (const [root, tenant] of this.tenants) {
      if (this.tenants.size <= keptTenants && files <= keptFiles) return;
      if (!tenant.unused) continue;
      files -= tenant.folder.files.size;
      this.discard(root);
    }
  }

  private logProgress(): void {
    for (const progress of this.reading()) this.log.info(progress, 'reading a tenant');
  }

  private async audit(): Promise<void> {
    for (const root of [...this.used]) {
      this.used.delete(root);
      const tenant = this.tenants.get(root);
      if (tenant === undefined) continue;
      tenant.users++;
      await tenant.audit().catch(() => 0);
      tenant.users--;
    }
  }

  private async readApart(file: NewFile): Promise<FileSummary> {
    try {
      const reading = await this.options.reader.read({ ...file, filename: file.name }, new AbortController().signal);
      try {
        const summary = { sha256: file.sha256, readable: false, reason: null as FileSummary['reason'], chunks: 0 };
        for await (const { access, chunks } of reading.documents) {
          summary.readable ||= access.readable;
          summary.reason ??= access.reason;
          summary.chunks += access.readable ? chunks.length : 0;
        }
        return { ...summary, reason: summary.readable ? null : summary.reason };
      } finally {
        reading.close();
      }
    } catch (error) {
      throw readProblem(error);
    }
  }
}
