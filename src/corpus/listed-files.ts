import type { DiskFile } from './disk-file.ts';
import { listedName } from './disk-name.ts';
import type { Changes } from './document-folder.ts';
import { UniqueNames } from './unique-names.ts';

/** The document files of a folder under the names that a listing shows, and what has changed among them since it was last asked. */
export class ListedFiles {
  readonly files = new Map<string, DiskFile>();
  private readonly names = new UniqueNames();
  private changed = new Set<string>();
  private touched = new Set<string>();

  enter(file: Omit<DiskFile, 'name' | 'plain'>): void {
    const known = this.files.get(file.path);
    if (known?.signature === file.signature) return;
    const plain = known?.plain ?? listedName(file.path);
    if (known === undefined) this.names.add(file.path, plain);
    this.files.set(file.path, { ...file, plain, name: known?.name ?? plain });
    this.changed.add(file.path);
  }

  forget(path: string): void {
    const known = this.files.get(path);
    if (known === undefined) return;
    this.files.delete(path);
    this.names.remove(path, known.plain);
    this.changed.add(path);
  }

  /** Something was done to the file, although it may look the same. */
  touch(path: string): void {
    this.touched.add(path);
  }

  named(name: string): DiskFile | null {
    const path = this.names.pathOf(name);
    return path === null ? null : (this.files.get(path) ?? null);
  }

  /** What has changed so far, names that follow from other files not yet counted. */
  get pending(): Changes {
    return { changed: this.changed, touched: this.touched };
  }

  /** All so far; from here on it is counted anew. */
  takeChanges(): Changes {
    for (const path of this.names.renamed()) {
      const file = this.files.get(path);
      if (file === undefined) continue;
      this.files.set(path, { ...file, name: this.names.nameOf(path, file.plain) });
      this.changed.add(path);
    }
    const changes = this.pending;
    this.changed = new Set();
    this.touched = new Set();
    return changes;
  }
}
