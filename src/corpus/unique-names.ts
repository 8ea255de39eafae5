/** `보고.hwp` → `보고 (2).hwp` */
export function numbered(name: string, number: number): string {
  const slash = name.lastIndexOf('/');
  const dot = name.lastIndexOf('.');
  const end = dot > slash + 1 ? dot : name.length;
  return `${name.slice(0, end)} (${number})${name.slice(end)}`;
}

/** The name, or the first numbered form of it that is free. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let number = 2; isTaken(free); number++) free = numbered(name, number);
  return free;
}

/**
 * Names of files that are told apart on disk by bytes which a listing does not show (composed and decomposed Hangul, two
 * encodings): the first in the order of bytes keeps the name, the others are numbered.
 */
export class UniqueNames {
  /** Paths by their plain name. */
  private readonly paths = new Map<string, string[]>();
  private readonly clashing = new Set<string>();
  private given = new Map<string, string>();
  private stale = false;

  add(path: string, plain: string): void {
    const same = this.paths.get(plain);
    if (same === undefined) this.paths.set(plain, [path]);
    else {
      same.push(path);
      this.clashing.add(plain);
    }
    this.stale ||= this.clashing.size > 0;
  }

  remove(path: string, plain: string): void {
    const left = (this.paths.get(plain) ?? []).filter((other) => other !== path);
    if (left.length === 0) this.paths.delete(plain);
    else this.paths.set(plain, left);
    this.stale ||= this.clashing.size > 0;
    if (left.length < 2) this.clashing.delete(plain);
  }

  /** Paths whose name is another than when this was last asked. */
  renamed(): string[] {
    if (!this.stale) return [];
    this.stale = false;
    const given = new Map<string, string>();
    const names = new Set<string>();
    for (const plain of [...this.clashing].sort()) {
      const [, ...others] = [...(this.paths.get(plain) ?? [])].sort();
      for (const path of others) {
        const name = freeName(plain, (taken) => this.paths.has(taken) || names.has(taken));
        names.add(name);
        given.set(path, name);
      }
    }
    const before = this.given;
    this.given = given;
    return [...new Set([...before.keys(), ...given.keys()])].filter((path) => before.get(path) !== given.get(path));
  }

  nameOf(path: string, plain: string): string {
    return this.given.get(path) ?? plain;
  }

  /** The path that is listed under this name. */
  pathOf(name: string): string | null {
    for (const [path, given] of this.given) if (given === name) return path;
    return (this.paths.get(name) ?? []).find((path) => !this.given.has(path)) ?? null;
  }
}
