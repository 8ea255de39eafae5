const ANY = '*';
const ONE = '?';

/**
 * A pattern of access rules: `*` is any text (a folder's slash included), `?` one character, every other character itself.
 * Compared by code points after NFC. No regular expression is made of it: its worst case is pattern times name, both short.
 */
export class Glob {
  private readonly parts: readonly string[];
  /** Characters that have to be there, whatever the stars stand for. */
  private readonly least: number;

  constructor(pattern: string) {
    const parts: string[] = [];
    for (const character of pattern.normalize('NFC')) {
      if (character !== ANY || parts.at(-1) !== ANY) parts.push(character);
    }
    this.parts = parts;
    this.least = parts.filter((part) => part !== ANY).length;
  }

  /** `name` as its code points. */
  matches(name: readonly string[]): boolean {
    if (this.least > name.length) return false;
    const { parts } = this;
    let part = 0;
    let at = 0;
    // Where to go on when what follows the last star does not fit: only the last star ever has to give way.
    let star = -1;
    let from = 0;
    while (at < name.length) {
      if (parts[part] === ANY) {
        star = part++;
        from = at;
      } else if (part < parts.length && (parts[part] === ONE || parts[part] === name[at])) {
        part++;
        at++;
      } else if (star >= 0) {
        part = star + 1;
        at = ++from;
      } else {
        return false;
      }
    }
    if (parts[part] === ANY) part++;
    return part === parts.length;
  }
}
