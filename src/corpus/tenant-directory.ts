import { mkdir, open, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { RequestProblem } from '../contract/errors.ts';
import { type Log, SILENT } from '../shared/log.ts';
import { cleanTenantName } from '../shared/names.ts';
import type { ChangeEvents } from './change-events.ts';
import { lookAt } from './directory.ts';
import type { TenantPlaces } from './document-folder.ts';
import { writeProblem } from './storage-problem.ts';
import { TenantFolder } from './tenant-folder.ts';

/** The directories of the tenants. The corpus may be a link, and may be pointed elsewhere at any time; a tenant never is one. */
export class TenantDirectories implements TenantPlaces {
  readonly identity: string;
  private readonly corpus: string;
  private readonly events: ChangeEvents | null;
  private readonly log: Log;

  /** Without events folders are scanned on every look. */
  constructor(corpus: string, events: ChangeEvents | null = null, log: Log = SILENT) {
    this.corpus = path.resolve(corpus);
    this.identity = this.corpus;
    this.events = events;
    this.log = log;
  }

  /** Names of all tenants: directories that are no links and not hidden. */
  async names(): Promise<string[]> {
    const entries = await readdir(this.corpus, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map((entry) => cleanTenantName(entry.name));
    return [...new Set(names.filter((name) => name !== null))].sort();
  }

  /** The real path of a tenant's directory, or null. Throws STORAGE_UNAVAILABLE where the corpus itself is out of reach. */
  async find(tenant: string): Promise<string | null> {
    try {
      const corpus = await realpath(this.corpus);
      const direct = path.join(corpus, tenant);
      const entry = await lookAt(Buffer.from(direct), 'remote');
      if (entry?.kind === 'directory') return direct;
      // On disk the name may be decomposed.
      const found = (await readdir(corpus, { withFileTypes: true })).find(
        (each) => each.isDirectory() && each.name !== tenant && each.name.normalize('NFC') === tenant,
      );
      return found === undefined ? null : path.join(corpus, found.name);
    } catch (cause) {
      throw new RequestProblem('STORAGE_UNAVAILABLE', { cause });
    }
  }

  /** The same, made where it is not there. */
  async findOrMake(tenant: string): Promise<string> {
    const found = await this.find(tenant);
    if (found !== null) return found;
    try {
      const corpus = await realpath(this.corpus);
      await mkdir(path.join(corpus, tenant)).catch((error: NodeJS.ErrnoException) => {
        // Somebody was faster, or something that is no directory stands there.
        if (error.code !== 'EEXIST') throw error;
      });
      await syncDirectory(corpus);
    } catch (error) {
      throw writeProblem(error);
    }
    const made = await this.find(tenant);
    if (made === null) throw new RequestProblem('STORAGE_UNAVAILABLE');
    return made;
  }

  folder(root: string): TenantFolder {
    return new TenantFolder(root, this.events, this.log);
  }

  get followed(): { readonly watches: number; readonly lost: number } {
    return { watches: this.events?.size ?? 0, lost: this.events?.counts.lost ?? 0 };
  }

  close(): void {
    this.events?.close();
  }
}

/** A new or removed name is on disk only once its directory is. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    // Some network file systems refuse to sync a directory; they order such changes themselves.
    await handle.sync().catch(() => {});
  } finally {
    await handle.close();
  }
}
