/** A chunk that the full-text index does not know yet. */
export interface TailRow {
  readonly rowId: bigint;
  readonly ord: number;
  readonly length: number;
  /** The same for chunks that say the same. */
  readonly says: string;
}

/** Where a term stands in a document: pairs of a row's place and how often. */
type Postings = Uint32Array;
const NOWHERE: Postings = new Uint32Array(0);

/** All terms of one document, for as long as the engine has not indexed it. */
export class DocumentPostings {
  readonly rows: readonly TailRow[];
  private readonly terms: ReadonlyMap<string, Postings>;

  private constructor(rows: readonly TailRow[], terms: ReadonlyMap<string, Postings>) {
    this.rows = rows;
    this.terms = terms;
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
    const terms = new Map<string, Postings>();
    for (const [token, list] of lists) terms.set(token, Uint32Array.from(list));
    return new DocumentPostings(
      rows.map(({ rowId, ord, length, says }) => ({ rowId, ord, length, says })),
      terms,
    );
  }

  /** In how many chunks the term stands. */
  frequency(term: string): number {
    return (this.terms.get(term) ?? NOWHERE).length / 2;
  }

  /** Calls back for each chunk that holds one of the terms, with how often each stands in it, in the order of the terms. */
  match(terms: readonly string[], found: (row: TailRow, counts: Uint32Array) => void): void {
    const counts = new Map<number, Uint32Array>();
    terms.forEach((term, number) => {
      const postings = this.terms.get(term) ?? NOWHERE;
      for (let at = 0; at < postings.length; at += 2) {
        const place = postings[at] as number;
        let row = counts.get(place);
        if (row === undefined) {
          row = new Uint32Array(terms.length);
          counts.set(place, row);
        }
        row[number] = postings[at + 1] as number;
      }
    });
    for (const [place, row] of counts) found(this.rows[place] as TailRow, row);
  }

  /** Every term of the document with the number of chunks it stands in. */
  *frequencies(): Generator<[term: string, chunks: number]> {
    for (const [term, postings] of this.terms) yield [term, postings.length / 2];
  }
}
