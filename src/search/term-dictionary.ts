import { TermPool } from './term-pool.ts';

/** What a dictionary was made of: by a document's writing, its class. */
export type CoveredDocuments = ReadonlyMap<string, string>;

/** As it is kept. */
export interface DictionaryParts {
  /** JSON: the classes, the documents and the number of tokens of the shortest chunk. */
  readonly head: string;
  readonly units: Uint16Array;
  readonly starts: Uint32Array;
  /** By a term's number, how often it stands in a chunk at most; 255 is that or more. */
  readonly most: Uint8Array;
  /** By a term's number, where its counts begin; one more at the end. */
  readonly places: Uint32Array;
  /** Pairs of a class's number and the number of chunks, seven bits a byte. */
  readonly counts: Uint8Array;
}

interface Head {
  readonly classes: readonly string[];
  readonly shortest: number;
  readonly documents: readonly (readonly [wid: string, cls: number])[];
}

/** In how many chunks of each class every term stands, over a set of documents: asking the engine takes a millisecond a term. */
export class TermDictionary {
  readonly documents: CoveredDocuments;
  readonly classes: readonly string[];
  /** Tokens of the shortest chunk. */
  readonly shortest: number;
  private readonly parts: DictionaryParts;
  private readonly pool: TermPool;

  constructor(parts: DictionaryParts) {
    const { classes, shortest, documents } = JSON.parse(parts.head) as Head;
    this.parts = parts;
    this.classes = classes;
    this.shortest = shortest;
    this.documents = new Map(documents.map(([wid, cls]) => [wid, classes[cls] as string]));
    this.pool = TermPool.of(parts.units, parts.starts);
  }

  static head(documents: CoveredDocuments, classes: readonly string[], shortest: number): string {
    const numbers = new Map(classes.map((cls, number) => [cls, number]));
    const listed = [...documents].map(([wid, cls]) => [wid, numbers.get(cls) as number] as const);
    return JSON.stringify({ classes, shortest, documents: listed } satisfies Head);
  }

  get kept(): DictionaryParts {
    return this.parts;
  }

  /** The number of chunks that hold a term. Null: in all classes. */
  frequency(term: string, classes: ReadonlySet<string> | null): number {
    const number = this.pool.find(term);
    if (number < 0) return 0;
    let sum = 0;
    this.eachCount(number, (cls, chunks) => {
      if (classes === null || classes.has(this.classes[cls] as string)) sum += chunks;
    });
    return sum;
  }

  /** How often a term stands in one chunk at most. */
  most(term: string): number {
    const number = this.pool.find(term);
    const most = number < 0 ? 0 : (this.parts.most[number] as number);
    return most === 255 ? Number.POSITIVE_INFINITY : most;
  }

  /** Different terms. */
  get size(): number {
    return this.pool.size;
  }

  /** The terms from one number to another, with their counts. */
  each(from: number, to: number, found: (term: string, most: number, cls: number, chunks: number) => void): void {
    for (let number = from; number < Math.min(to, this.pool.size); number++) {
      const term = this.pool.term(number);
      const most = this.parts.most[number] as number;
      this.eachCount(number, (cls, chunks) => found(term, most, cls, chunks));
    }
  }

  private eachCount(number: number, found: (cls: number, chunks: number) => void): void {
    const { counts, places } = this.parts;
    const end = places[number + 1] as number;
    let at = places[number] as number;
    const next = () => {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = counts[at++] as number;
        value |= (byte & 127) << shift;
        if (byte < 128) return value;
      }
    };
    while (at < end) {
      const cls = next();
      found(cls, next());
    }
  }
}
