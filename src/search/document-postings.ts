/** A chunk that the full-text index does not know yet. */
export interface TailRow {
  readonly rowId: bigint;
  readonly ord: number;
  readonly length: number;
  /** The same for chunks that say the same. */
  readonly says: string;
  /** The kinds of figures in it. */
  readonly figures: string;
}

/** All terms of one document, for as long as the engine has not indexed it. */
export class DocumentPostings {
  readonly rows: readonly TailRow[];
  /** Terms by their number. An array for each term would weigh more than what is in it. */
  private readonly terms: ReadonlyMap<string, number>;
  /** By a term's number, where its postings begin; the next term's is where they end. */
  private readonly starts: Uint32Array;
  /** Pairs of a row's place and how often the term stands in it. */
  private readonly postings: Uint32Array;

  private constructor(rows: readonly TailRow[], lists: ReadonlyMap<string, readonly number[]>) {
    this.rows = rows;
    const terms = new Map<string, number>();
    this.starts = new Uint32Array(lists.size + 1);
    let length = 0;
    for (const [term, list] of lists) {
      this.starts[terms.size] = length;
      terms.set(term, terms.size);
      length += list.length;
    }
    this.starts[lists.size] = length;
    this.terms = terms;
    this.postings = new Uint32Array(length);
    for (const [term, list] of lists) this.postings.set(list, this.starts[terms.get(term) as number]);
  }

  static of(rows: readonly (TailRow & { readonly tokens: string })[]): DocumentPostings {
    const lists = new Map<string, number[]>();
    rows.forEach(({ tokens }, place) => {
      for (const token of tokens.split(' ')) {
        const list = lists.get(token);
        if (list === undefined) lists.set(token, [place, 1]);
        else if (list[list.length - 2] === place) (list[list.length - 1] as number)++;
        else list.push(place, 1);
      }
    });
    return new DocumentPostings(
      rows.map(({ rowId, ord, length, says, figures }) => ({ rowId, ord, length, says, figures })),
      lists,
    );
  }

  /** In how many chunks the term stands. */
  frequency(term: string): number {
    const number = this.terms.get(term);
    return number === undefined ? 0 : this.chunksWith(number);
  }

  /** How often the term stands in one chunk at most. */
  most(term: string): number {
    const number = this.terms.get(term);
    if (number === undefined) return 0;
    const end = this.starts[number + 1] as number;
    let most = 0;
    for (let pair = this.starts[number] as number; pair < end; pair += 2)
      most = Math.max(most, this.postings[pair + 1] as number);
    return most;
  }

  /** Calls back for each chunk that holds one of the terms, with how often each stands in it, in the order of the terms. */
  match(terms: readonly string[], found: (row: TailRow, counts: Uint32Array) => void): void {
    const counts = new Map<number, Uint32Array>();
    terms.forEach((term, at) => {
      const number = this.terms.get(term);
      if (number === undefined) return;
      const end = this.starts[number + 1] as number;
      for (let pair = this.starts[number] as number; pair < end; pair += 2) {
        const place = this.postings[pair] as number;
        let row = counts.get(place);
        if (row === undefined) {
          row = new Uint32Array(terms.length);
          counts.set(place, row);
        }
        row[at] = this.postings[pair + 1] as number;
      }
    });
    for (const [place, row] of counts) found(this.rows[place] as TailRow, row);
  }

  /** Every term of the document with the number of chunks it stands in. */
  *frequencies(): Generator<[term: string, chunks: number]> {
    for (const [term, number] of this.terms) yield [term, this.chunksWith(number)];
  }

  private chunksWith(number: number): number {
    return ((this.starts[number + 1] as number) - (this.starts[number] as number)) / 2;
  }
}
