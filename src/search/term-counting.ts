import { setImmediate } from 'node:timers/promises';
import { type CoveredDocuments, TermDictionary } from './term-dictionary.ts';
import { TermPool } from './term-pool.ts';

/** So many terms are written before others get their turn. */
const TURN = 8192;

/** Counts the terms of chunks on the way to a dictionary. */
export class TermCounting {
  private readonly pool = new TermPool();
  private readonly documents: CoveredDocuments;
  private readonly classes: readonly string[];
  private readonly classNumbers: ReadonlyMap<string, number>;
  /** Pairs of a term and a class in an open table: the pair plus one, and its chunks. */
  private keys = new Float64Array(1024);
  private chunks = new Int32Array(1024);
  private pairs = 0;
  private most = new Uint8Array(256);
  /** By a term's number, the chunk that it was met in last, and how often in it. */
  private lastChunk = new Uint32Array(256);
  private inChunk = new Uint8Array(256);
  private chunk = 0;
  private shortest = Number.MAX_SAFE_INTEGER;

  constructor(documents: CoveredDocuments) {
    this.documents = documents;
    this.classes = [...new Set(documents.values())].sort();
    this.classNumbers = new Map(this.classes.map((cls, number) => [cls, number]));
  }

  addChunk(tokens: string, length: number, cls: string): void {
    const classNumber = this.classNumbers.get(cls) as number;
    this.chunk++;
    this.shortest = Math.min(this.shortest, length);
    this.pool.addAll(tokens, (term) => {
      this.makeRoom(term);
      if (this.lastChunk[term] === this.chunk) {
        const times = Math.min(255, (this.inChunk[term] as number) + 1);
        this.inChunk[term] = times;
        if (times > (this.most[term] as number)) this.most[term] = times;
        return;
      }
      this.lastChunk[term] = this.chunk;
      this.inChunk[term] = 1;
      if (this.most[term] === 0) this.most[term] = 1;
      this.count(term, classNumber, 1);
    });
  }

  /** So many chunks more, or less, that hold a term. */
  add(term: string, most: number, cls: string, chunks: number): void {
    const classNumber = this.classNumbers.get(cls);
    // Of a class that no document has any more: all its chunks are gone.
    if (classNumber === undefined) return;
    this.pool.addAll(term, (number) => {
      this.makeRoom(number);
      this.most[number] = Math.max(this.most[number] as number, Math.min(255, most));
      this.count(number, classNumber, chunks);
    });
  }

  addShortest(length: number): void {
    this.shortest = Math.min(this.shortest, length);
  }

  /** Terms that are in no chunk any more are left out: nothing of a deleted text stays. */
  async toDictionary(): Promise<TermDictionary> {
    const { pool, classes, keys, chunks } = this;
    const many = pool.size;
    // Pairs in the order of their terms.
    const starts = new Uint32Array(many + 1);
    const each = (found: (term: number, slot: number) => void) => {
      for (let slot = 0; slot < keys.length; slot++) {
        const key = keys[slot] as number;
        if (key > 0 && (chunks[slot] as number) > 0) found(Math.floor((key - 1) / classes.length), slot);
      }
    };
    each((term) => {
      starts[term + 1] = (starts[term + 1] as number) + 1;
    });
    for (let term = 0; term < many; term++) starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number);
    const slots = new Uint32Array(starts[many] as number);
    const fill = starts.slice();
    each((term, slot) => {
      slots[fill[term] as number] = slot;
      fill[term] = (fill[term] as number) + 1;
    });
    return this.written(starts, slots);
  }

  private async written(starts: Uint32Array, slots: Uint32Array): Promise<TermDictionary> {
    const { pool, classes, keys, chunks } = this;
    const kept = new TermPool();
    const places = new Uint32Array(pool.size + 1);
    const most = new Uint8Array(pool.size);
    // A class and a count: at most five bytes each.
    const counts = new Uint8Array(slots.length * 10);
    let size = 0;
    const put = (value: number) => {
      let rest = value;
      for (; rest > 127; rest >>>= 7) counts[size++] = (rest & 127) | 128;
      counts[size++] = rest;
    };
    for (let term = 0; term < pool.size; term++) {
      const end = starts[term + 1] as number;
      if (term % TURN === 0) await setImmediate();
      if (starts[term] === end) continue;
      kept.addAll(pool.term(term), (number) => {
        places[number] = size;
        most[number] = this.most[term] as number;
      });
      for (let at = starts[term] as number; at < end; at++) {
        const slot = slots[at] as number;
        put(((keys[slot] as number) - 1) % classes.length);
        put(chunks[slot] as number);
      }
    }
    places[kept.size] = size;
    return new TermDictionary({
      ...kept.parts,
      head: TermDictionary.head(this.documents, classes, this.shortest),
      most: most.slice(0, kept.size),
      places: places.slice(0, kept.size + 1),
      counts: counts.slice(0, size),
    });
  }

  private count(term: number, cls: number, chunks: number): void {
    if (this.pairs * 2 > this.keys.length) this.grow();
    const slot = this.slotOf(term * this.classes.length + cls + 1);
    if (this.keys[slot] === 0) {
      this.keys[slot] = term * this.classes.length + cls + 1;
      this.pairs++;
    }
    this.chunks[slot] = (this.chunks[slot] as number) + chunks;
  }

  private slotOf(key: number): number {
    const mask = this.keys.length - 1;
    const mix = Math.imul((key | 0) ^ Math.floor(key / 0x1_0000_0000), 0x9e3779b1);
    for (let slot = (mix ^ (mix >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const there = this.keys[slot] as number;
      if (there === 0 || there === key) return slot;
    }
  }

  private grow(): void {
    const { keys, chunks } = this;
    this.keys = new Float64Array(keys.length * 2);
    this.chunks = new Int32Array(keys.length * 2);
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] as number;
      if (key === 0) continue;
      const slot = this.slotOf(key);
      this.keys[slot] = key;
      this.chunks[slot] = chunks[at] as number;
    }
  }

  private makeRoom(term: number): void {
    if (term < this.most.length) return;
    const most = new Uint8Array(this.most.length * 2);
    const inChunk = new Uint8Array(most.length);
    const lastChunk = new Uint32Array(most.length);
    most.set(this.most);
    inChunk.set(this.inChunk);
    lastChunk.set(this.lastChunk);
    Object.assign(this, { most, inChunk, lastChunk });
  }
}
