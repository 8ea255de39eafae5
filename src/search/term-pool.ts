/** Different terms in the order in which they came, each with its number. As strings of a map they would take five times the memory. */
export class TermPool {
  /** All terms, one after the other. */
  private units: Uint16Array;
  /** By a term's number, where it begins; the next one's is where it ends. */
  private starts: Uint32Array;
  /** By the hash of a term its number plus one; the next slot for the next one. */
  private slots: Uint32Array;
  private count: number;

  constructor(units: Uint16Array = new Uint16Array(1024), starts: Uint32Array = new Uint32Array(256)) {
    this.units = units;
    this.starts = starts;
    this.count = 0;
    this.slots = new Uint32Array(512);
  }

  /** Of what `parts` gave. */
  static of(units: Uint16Array, starts: Uint32Array): TermPool {
    const pool = new TermPool(units, starts);
    pool.count = starts.length - 1;
    pool.slots = new Uint32Array(slotsFor(pool.count));
    pool.fillSlots();
    return pool;
  }

  get size(): number {
    return this.count;
  }

  get parts(): { readonly units: Uint16Array; readonly starts: Uint32Array } {
    return { units: this.units.slice(0, this.starts[this.count]), starts: this.starts.slice(0, this.count + 1) };
  }

  /** The number of a term, or -1. */
  find(text: string): number {
    let hash = 0;
    for (let at = 0; at < text.length; at++) hash = mixed(hash, text.charCodeAt(at));
    return (this.slots[this.slotOf(text, 0, text.length, hash)] as number) - 1;
  }

  term(number: number): string {
    return String.fromCharCode(...this.units.subarray(this.starts[number], this.starts[number + 1]));
  }

  /** Calls back with the number of every token of a text that has a space between each two. */
  addAll(tokens: string, added: (number: number) => void): void {
    let hash = 0;
    let start = 0;
    for (let at = 0; at <= tokens.length; at++) {
      const unit = at < tokens.length ? tokens.charCodeAt(at) : 32;
      if (unit !== 32) {
        hash = mixed(hash, unit);
        continue;
      }
      if (at > start) added(this.add(tokens, start, at, hash));
      hash = 0;
      start = at + 1;
    }
  }

  private add(text: string, from: number, to: number, hash: number): number {
    const slot = this.slotOf(text, from, to, hash);
    const known = this.slots[slot] as number;
    if (known > 0) return known - 1;
    const begin = this.starts[this.count] as number;
    const end = begin + to - from;
    if (end > this.units.length) this.units = grown(this.units, Uint16Array);
    if (this.count + 2 > this.starts.length) this.starts = grown(this.starts, Uint32Array);
    for (let at = from; at < to; at++) this.units[begin + at - from] = text.charCodeAt(at);
    this.starts[++this.count] = end;
    this.slots[slot] = this.count;
    if (this.count * 2 > this.slots.length) {
      this.slots = new Uint32Array(slotsFor(this.count));
      this.fillSlots();
    }
    return this.count - 1;
  }

  /** Where a term is, or would be. */
  private slotOf(text: string, from: number, to: number, hash: number): number {
    const mask = this.slots.length - 1;
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const number = (this.slots[slot] as number) - 1;
      if (number < 0 || this.equals(number, text, from, to)) return slot;
    }
  }

  private equals(number: number, text: string, from: number, to: number): boolean {
    const begin = this.starts[number] as number;
    if ((this.starts[number + 1] as number) - begin !== to - from) return false;
    for (let at = from; at < to; at++) if (this.units[begin + at - from] !== text.charCodeAt(at)) return false;
    return true;
  }

  private fillSlots(): void {
    const mask = this.slots.length - 1;
    for (let number = 0; number < this.count; number++) {
      const end = this.starts[number + 1] as number;
      let hash = 0;
      for (let at = this.starts[number] as number; at < end; at++) hash = mixed(hash, this.units[at] as number);
      let slot = spread(hash) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number + 1;
    }
  }
}

function mixed(hash: number, unit: number): number {
  return (Math.imul(hash, 31) + unit) | 0;
}

/** Terms of two syllables differ in their low bits only. */
function spread(hash: number): number {
  const mix = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return mix ^ (mix >>> 13);
}

function slotsFor(count: number): number {
  return 1 << Math.max(9, Math.ceil(Math.log2(count * 4 + 1)));
}

function grown<A extends Uint16Array | Uint32Array>(array: A, Kind: new (length: number) => A): A {
  const next = new Kind(array.length * 2);
  next.set(array);
  return next;
}
