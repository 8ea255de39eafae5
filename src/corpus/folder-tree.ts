import type { Watch } from './change-events.ts';

/** A folder of a tenant with what is known to be in it, by name (bytes as latin1). */
export interface Folder {
  watch: Watch | null;
  readonly files: Set<string>;
  readonly folders: Map<string, Folder>;
}

export function newFolder(): Folder {
  return { watch: null, files: new Set(), folders: new Map() };
}

/** The folder in a folder, made where it is not known yet. */
export function childOf(folder: Folder, name: string): Folder {
  const child = folder.folders.get(name) ?? newFolder();
  folder.folders.set(name, child);
  return child;
}

/** The folder at a path below another, or null. */
export function folderAt(top: Folder, path: string): Folder | null {
  if (path === '') return top;
  let folder: Folder | undefined = top;
  for (const name of path.split('/')) {
    folder = folder.folders.get(name);
    if (folder === undefined) return null;
  }
  return folder;
}

export function unwatch(folder: Folder): void {
  folder.watch?.close();
  folder.watch = null;
  for (const child of folder.folders.values()) unwatch(child);
}

export function join(parent: string, name: string): string {
  return parent === '' ? name : `${parent}/${name}`;
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Names that were reported, by the path of their folder. */
export class Marks {
  private marks = new Map<string, Set<string>>();

  add(folder: string, name: string): void {
    const names = this.marks.get(folder);
    if (names === undefined) this.marks.set(folder, new Set([name]));
    else names.add(name);
  }

  /** Whether the path, or a folder that it is in, was reported. */
  covers(path: string): boolean {
    for (let at = path; at !== ''; at = parentOf(at)) if (this.marks.get(parentOf(at))?.has(lastPart(at))) return true;
    return false;
  }

  /** All so far; from here on they are counted anew. */
  take(): ReadonlyMap<string, ReadonlySet<string>> {
    const { marks } = this;
    this.marks = new Map();
    return marks;
  }
}
