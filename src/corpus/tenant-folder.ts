import { type Log, SILENT } from '../shared/log.ts';
import type { ChangeEvents } from './change-events.ts';
import { DirectoryClosed, type Entry, listDirectory, lookAt, type Reach, Slices } from './directory.ts';
import { diskPath, isListed, isRulesName, listedName } from './disk-name.ts';
import { isLocal } from './file-system.ts';
import { childOf, type Folder, folderAt, join, lastPart, Marks, newFolder, parentOf, unwatch } from './folder-tree.ts';
import { UniqueNames } from './unique-names.ts';

/** A document file of a tenant as it stands on disk. */
export interface DiskFile {
  /** Below the tenant's folder; bytes as latin1. */
  readonly path: string;
  /** As a listing shows it; no other file of the tenant has it. */
  readonly name: string;
  /** What the path alone says, on which rules match. */
  readonly plain: string;
  readonly signature: string;
  readonly size: number;
  readonly ctimeMs: number;
  /** A folder that cannot be looked into stands for all that is in it: the code of why. */
  readonly closed: string | null;
}

/** What happened since the last look, by path. */
export interface Changes {
  /** New, gone, or of another look. */
  readonly changed: ReadonlySet<string>;
  /** Reported although it looks the same: the clock may have stood still. */
  readonly touched: ReadonlySet<string>;
}

/** There is no such folder, or no longer. */
export class FolderGone extends Error {}

/** Codes of a directory that is simply not there (any more), or is a link now. */
const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);
/** Codes of a trouble that is the process's and not the directory's. */
const OURS: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

/**
 * The files of one tenant. With change events a look costs as much as there was change; without them, or where they cannot
 * be trusted, every look is a scan of the whole folder. Looks are to be taken one at a time.
 */
export class TenantFolder {
  readonly files = new Map<string, DiskFile>();
  readonly counts = { scans: 0, looks: 0 };
  private readonly root: string;
  private readonly log: Log;
  private events: ChangeEvents | null;
  private reach: Reach = 'remote';
  private readonly names = new UniqueNames();
  private readonly misnamedRules = new Set<string>();
  /** Files with another name somewhere: changes made through it are not reported here, so they are looked at each time. */
  private readonly linked = new Set<string>();
  private readonly top: Folder = newFolder();
  private id: string | null = null;
  private dev: bigint | null = null;
  /** Events may be missing: nothing short of a scan tells. */
  private suspect = true;
  private readonly marks = new Marks();
  private changed = new Set<string>();
  private touched = new Set<string>();
  private readonly unsubscribe: (() => void) | undefined;

  /** `root` is a real path: no part of it is a link. */
  constructor(root: string, events: ChangeEvents | null, log: Log = SILENT) {
    this.root = root;
    this.events = events;
    this.log = log;
    this.unsubscribe = events?.onLost(() => {
      this.suspect = true;
    });
  }

  /** Brings `files` up to what the disk held when this was called, or later. Throws FolderGone. */
  async look(): Promise<Changes> {
    this.counts.looks++;
    await this.findRoot();
    try {
      if (this.suspect || this.events === null || !(await this.events.arrived()) || this.suspect) await this.scan();
      else await this.follow();
    } catch (error) {
      // Half of it may have been looked at.
      this.suspect = true;
      throw error;
    }
    return this.takeChanges();
  }

  /**
   * Compares the whole folder with what the reports told; gives the number of changes that nobody reported. After one, no
   * report is relied on again.
   */
  async audit(): Promise<number> {
    const { events } = this;
    if (events === null || this.suspect || this.id === null) return 0;
    if (!(await events.arrived())) return 0;
    try {
      await this.follow();
      const known = new Set([...this.changed, ...this.touched]);
      await this.walk('', this.top);
      if (!(await events.arrived()) || this.suspect) return 0;
      const reported = (path: string) => known.has(path) || this.linked.has(path) || this.marks.covers(path);
      return this.judge([...this.changed].filter((path) => !reported(path)).length);
    } catch (error) {
      this.suspect = true;
      throw error;
    }
  }

  private judge(missed: number): number {
    if (missed > 0) this.distrust('changes were not reported');
    return missed;
  }

  /** Whether changes are followed, or every look is a scan. */
  get follows(): boolean {
    return this.events !== null;
  }

  /** A file of access rules is there under a name that is not quite its own. */
  get hasMisnamedRules(): boolean {
    return this.misnamedRules.size > 0;
  }

  /** How the disk is to be asked. */
  get asked(): Reach {
    return this.reach;
  }

  fileNamed(name: string): DiskFile | null {
    const path = this.names.pathOf(name);
    return path === null ? null : (this.files.get(path) ?? null);
  }

  diskPath(path: string): Buffer {
    return diskPath(this.root, path);
  }

  /** Whoever still looks afterwards scans. */
  close(): void {
    this.unsubscribe?.();
    this.events = null;
    unwatch(this.top);
  }

  private takeChanges(): Changes {
    for (const path of this.names.renamed()) {
      const file = this.files.get(path);
      if (file === undefined) continue;
      this.files.set(path, { ...file, name: this.names.nameOf(path, file.plain) });
      this.changed.add(path);
    }
    const changes = { changed: this.changed, touched: this.touched };
    this.changed = new Set();
    this.touched = new Set();
    return changes;
  }

  private async findRoot(): Promise<void> {
    const self = await lookAt(this.diskPath(''), this.reach);
    if (self?.kind !== 'directory') throw new FolderGone();
    if (self.id === this.id) return;
    this.suspect = true;
    this.id = self.id;
    this.dev = self.dev;
    const local = await isLocal(this.root);
    this.reach = local ? 'local' : 'remote';
    if (!local) this.distrust('not a local file system');
  }

  private distrust(why: string): void {
    if (this.events === null) return;
    this.log.warn({ why }, 'change events are not relied on for a tenant: its folder is scanned on every call');
    this.events = null;
    this.unsubscribe?.();
    unwatch(this.top);
  }

  private async scan(): Promise<void> {
    this.counts.scans++;
    // From here on whatever is reported is newer than what the scan begins with.
    this.suspect = false;
    this.marks.take();
    await this.walk('', this.top);
  }

  private async follow(): Promise<void> {
    const slices = new Slices();
    for (const [path, names] of this.marks.take()) {
      for (const name of names) {
        // Its folder may have gone with an earlier mark.
        const folder = folderAt(this.top, path);
        if (folder === null) break;
        await this.check(path, folder, name);
        await slices.pause();
      }
    }
    for (const path of this.linked) {
      const entry = await lookAt(this.diskPath(path), this.reach);
      if (entry?.kind === 'file') this.put(path, entry);
    }
  }

  private async check(parent: string, folder: Folder, name: string): Promise<void> {
    const path = join(parent, name);
    const entry = await lookAt(this.diskPath(path), this.reach);
    if (parent === '') this.noteRules(name, entry);
    if (!isListed(name)) return;
    if (entry?.kind !== 'file') this.drop(folder, parent, name);
    if (entry?.kind !== 'directory') this.dropFolder(folder, parent, name);
    if (entry?.kind === 'file') {
      folder.files.add(name);
      this.put(path, entry);
      this.touched.add(path);
    } else if (entry?.kind === 'directory') {
      // Even where the folder looks the same it may be another of the same number, which nobody watches.
      await this.walk(path, childOf(folder, name));
    }
  }

  /** Lists a folder and all below it, each watched before it is looked at. */
  private async walk(start: string, top: Folder): Promise<void> {
    const slices = new Slices();
    const waiting: [string, Folder][] = [[start, top]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [path, folder] = next;
      const entries = await this.list(path, folder, slices);
      const found = new Map([...entries].filter(([name]) => isListed(name)));
      if (path === '') {
        this.misnamedRules.clear();
        for (const [name, entry] of entries) this.noteRules(name, entry);
      }
      for (const name of folder.files) if (found.get(name)?.kind !== 'file') this.drop(folder, path, name);
      for (const name of folder.folders.keys()) if (found.get(name)?.kind !== 'directory') this.dropFolder(folder, path, name);
      for (const [name, entry] of found) {
        const below = join(path, name);
        if (entry.kind === 'directory') waiting.push([below, childOf(folder, name)]);
        else {
          folder.files.add(name);
          this.put(below, entry);
        }
      }
      await slices.pause();
    }
  }

  private async list(path: string, folder: Folder, slices: Slices): Promise<ReadonlyMap<string, Entry>> {
    const before = folder.watch;
    try {
      const opened = (held: string) => this.watch(path, folder, held);
      const { entries, self } = await listDirectory(this.diskPath(path), { reach: this.reach, slices, opened });
      if (self.dev !== this.dev && !(await isLocal(this.diskPath(path)))) {
        this.reach = 'remote';
        this.distrust('a folder of another file system');
      }
      this.forget(path, 'closed');
      return entries;
    } catch (error) {
      if (!(error instanceof DirectoryClosed) || OURS.has(error.code)) throw error;
      if (path === '') throw GONE.has(error.code) ? new FolderGone() : error;
      if (!GONE.has(error.code)) this.putClosed(path, error.code);
      return new Map();
    } finally {
      if (folder.watch !== before) before?.close();
    }
  }

  private watch(path: string, folder: Folder, held: string): void {
    if (this.events === null) return;
    try {
      folder.watch = this.events.watch(held, (name) => this.mark(path, name));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      this.distrust(code === 'ENOSPC' ? 'no more watches (fs.inotify.max_user_watches)' : (code ?? 'unknown'));
    }
  }

  private mark(path: string, name: string): void {
    // The folder itself is reported under the number by which it was opened.
    if (/^\d*$/.test(name)) {
      if (path === '') this.suspect = true;
      else this.marks.add(parentOf(path), lastPart(path));
    }
    if (name !== '') this.marks.add(path, name);
  }

  private noteRules(name: string, entry: Entry | null): void {
    if (name === 'ACL.json' || !isRulesName(name)) return;
    if (entry === null) this.misnamedRules.delete(name);
    else this.misnamedRules.add(name);
  }

  private put(path: string, { signature, size, ctimeMs, linked }: Entry): void {
    if (linked) this.linked.add(path);
    else this.linked.delete(path);
    this.enter({ path, signature, size, ctimeMs, closed: null });
  }

  private putClosed(path: string, code: string): void {
    this.enter({ path, signature: `closed:${code}`, size: 0, ctimeMs: 0, closed: code });
  }

  private enter(file: Omit<DiskFile, 'name' | 'plain'>): void {
    const known = this.files.get(file.path);
    if (known?.signature === file.signature) return;
    const plain = known?.plain ?? listedName(file.path);
    if (known === undefined) this.names.add(file.path, plain);
    this.files.set(file.path, { ...file, plain, name: known?.name ?? plain });
    this.changed.add(file.path);
  }

  private drop(folder: Folder, parent: string, name: string): void {
    if (folder.files.delete(name)) this.forget(join(parent, name), 'any');
  }

  private dropFolder(folder: Folder, parent: string, name: string): void {
    const child = folder.folders.get(name);
    if (child === undefined) return;
    folder.folders.delete(name);
    child.watch?.close();
    const path = join(parent, name);
    this.forget(path, 'closed');
    for (const file of child.files) this.drop(child, path, file);
    for (const below of [...child.folders.keys()]) this.dropFolder(child, path, below);
  }

  private forget(path: string, which: 'any' | 'closed'): void {
    const known = this.files.get(path);
    if (known === undefined || (which === 'closed' && known.closed === null)) return;
    this.files.delete(path);
    this.linked.delete(path);
    this.names.remove(path, known.plain);
    this.changed.add(path);
  }
}
