/** Counts some terms in the tokens of a chunk, without taking the tokens apart: that takes five times as long. */
export class TermCounter {
  private readonly terms: readonly string[];
  /** By the hash of a term its place plus one, the next slot for the next one. */
  private readonly slots: Int32Array;
  private readonly hashes: Int32Array;

  constructor(terms: readonly string[]) {
    this.terms = terms;
    const size = 1 << Math.max(4, Math.ceil(Math.log2(terms.length * 4 + 1)));
    this.slots = new Int32Array(size);
    this.hashes = new Int32Array(size);
    terms.forEach((term, place) => {
      let hash = 0;
      for (let at = 0; at < term.length; at++) hash = mixed(hash, term.charCodeAt(at));
      let slot = hash & (size - 1);
      while (this.slots[slot] !== 0) slot = (slot + 1) & (size - 1);
      this.slots[slot] = place + 1;
      this.hashes[slot] = hash;
    });
  }

  /** `tokens` with a space between each two; counts in the order of the terms. */
  count(tokens: string): Uint32Array {
    const counts = new Uint32Array(this.terms.length);
    let hash = 0;
    let start = 0;
    for (let at = 0; at < tokens.length; at++) {
      const unit = tokens.charCodeAt(at);
      if (unit !== 32) {
        hash = mixed(hash, unit);
        continue;
      }
      this.add(counts, hash, tokens, start, at);
      hash = 0;
      start = at + 1;
    }
    this.add(counts, hash, tokens, start, tokens.length);
    return counts;
  }

  private add(counts: Uint32Array, hash: number, tokens: string, start: number, end: number): void {
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const place = (this.slots[slot] as number) - 1;
      if (place < 0) return;
      if (this.hashes[slot] !== hash) continue;
      const term = this.terms[place] as string;
      if (term.length === end - start && tokens.startsWith(term, start)) {
        counts[place] = (counts[place] as number) + 1;
        return;
      }
    }
  }
}

function mixed(hash: number, unit: number): number {
  return (Math.imul(hash, 31) + unit) | 0;
}
