import { type Log, SILENT } from '../shared/log.ts';
import { AccessRules } from './access-rules.ts';
import type { ChangeEvents } from './change-events.ts';
import { DirectoryClosed, type Entry, listDirectory, lookAt, type Reach, Slices } from './directory.ts';
import type { DiskFile } from './disk-file.ts';
import { diskPath, isListed, isRulesName, pathText } from './disk-name.ts';
import { type Changes, type DocumentFolder, FolderGone, type StoreOptions } from './document-folder.ts';
import { type FileBytes, type FileReadingPorts, readFile } from './file-reading.ts';
import { isLocal } from './file-system.ts';
import { childOf, type Folder, folderAt, join, lastPart, Marks, newFolder, parentOf, unwatch } from './folder-tree.ts';
import { ListedFiles } from './listed-files.ts';
import { RulesFile } from './rules-file.ts';
import { removeAbandoned, removeFile, storeFile } from './stored-file.ts';

export { FolderGone };

/** Codes of a directory that is simply not there (any more), or is a link now. */
const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);
/** Codes of a trouble that is the process's and not the directory's. */
const OURS: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

/**
 * A tenant as a directory. With change events a look costs as much as there was change; without them, or where they cannot
 * be trusted, every look is a scan of the whole folder.
 */
export class TenantFolder implements DocumentFolder {
  readonly files: ReadonlyMap<string, DiskFile>;
  readonly counts = { scans: 0, looks: 0 };
  private readonly root: string;
  private readonly rulesFile: RulesFile;
  private readonly log: Log;
  private events: ChangeEvents | null;
  private reach: Reach = 'remote';
  private readonly listed = new ListedFiles();
  private readonly misnamedRules = new Set<string>();
  /** Files with another name somewhere: changes made through it are not reported here, so they are looked at each time. */
  private readonly linked = new Set<string>();
  private readonly top: Folder = newFolder();
  private id: string | null = null;
  private dev: bigint | null = null;
  /** Events may be missing: nothing short of a scan tells. */
  private suspect = true;
  private readonly marks = new Marks();
  private swept = false;
  private readonly unsubscribe: (() => void) | undefined;

  /** `root` is a real path: no part of it is a link. */
  constructor(root: string, events: ChangeEvents | null, log: Log = SILENT) {
    this.root = root;
    this.files = this.listed.files;
    this.rulesFile = new RulesFile(root);
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
    return this.listed.takeChanges();
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
      const { changed, touched } = this.listed.pending;
      const known = new Set([...changed, ...touched]);
      await this.walk('', this.top);
      if (!(await events.arrived()) || this.suspect) return 0;
      const reported = (path: string) => known.has(path) || this.linked.has(path) || this.marks.covers(path);
      return this.judge([...changed].filter((path) => !reported(path)).length);
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

  diskPath(path: string): Buffer {
    return diskPath(this.root, path);
  }

  fileNamed(name: string): DiskFile | null {
    return this.listed.named(name);
  }

  async signatures(paths: readonly string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const path of paths) {
      const entry = await lookAt(this.diskPath(path), this.reach);
      if (entry?.kind === 'file') found.set(path, entry.signature);
    }
    return found;
  }

  async rules(): Promise<AccessRules> {
    const rules = await this.rulesFile.load(this.reach);
    // Somebody meant to restrict, and the name is not quite right: nothing is shown rather than everything.
    return rules === AccessRules.PUBLIC && this.hasMisnamedRules ? AccessRules.LOCKED : rules;
  }

  read(file: DiskFile, ports: FileReadingPorts): Promise<FileBytes | null> {
    return readFile(file, this.diskPath(file.path), ports);
  }

  source(path: string): string | null {
    return pathText(this.diskPath(path));
  }

  async store(path: string, file: string, options: StoreOptions): Promise<void> {
    if (!this.swept) {
      this.swept = true;
      await removeAbandoned(this.root);
    }
    await storeFile(this.root, path, file, options);
  }

  remove(path: string): Promise<void> {
    return removeFile(this.root, path);
  }

  /** Whoever still looks afterwards scans. */
  close(): void {
    this.unsubscribe?.();
    this.events = null;
    unwatch(this.top);
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
      this.listed.touch(path);
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
    this.listed.enter({ path, signature, size, ctimeMs, closed: null });
  }

  private putClosed(path: string, code: string): void {
    this.listed.enter({ path, signature: `closed:${code}`, size: 0, ctimeMs: 0, closed: code });
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
    this.linked.delete(path);
    this.listed.forget(path);
  }
}
