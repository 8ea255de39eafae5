/** Words of a text as the evaluation searches them: Latin words and numbers whole, Hangul words whole and as pairs of syllables. */
export function* terms(text: string): Generator<string> {
  for (const match of text
    .normalize('NFC')
    .toLowerCase()
    .matchAll(/[0-9]+(?:[.,][0-9]+)*|[a-z]+|[\p{sc=Hangul}]+|\p{sc=Han}+/gu)) {
    const word = match[0].replace(/,/g, '');
    yield word;
    if (/[\p{sc=Hangul}\p{sc=Han}]/u.test(word) && word.length > 2)
      for (let at = 0; at + 2 <= word.length; at++) yield word.slice(at, at + 2);
  }
}

const K1 = 1.2;
const B = 0.75;

/** An exact BM25 over texts; only terms that some query asks for are kept. */
export class Bm25 {
  private readonly wanted: ReadonlySet<string>;
  private readonly postings = new Map<string, { text: number; count: number }[]>();
  private readonly lengths: number[] = [];
  private total = 0;

  constructor(queries: readonly string[]) {
    this.wanted = new Set(queries.flatMap((query) => [...terms(query)]));
  }

  add(text: string): void {
    const counts = new Map<string, number>();
    let length = 0;
    for (const term of terms(text)) {
      length++;
      if (this.wanted.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    for (const [term, count] of counts) {
      const list = this.postings.get(term);
      if (list) list.push({ text: this.lengths.length, count });
      else this.postings.set(term, [{ text: this.lengths.length, count }]);
    }
    this.lengths.push(length);
    this.total += length;
  }

  /** Indexes of the best texts, in the order they were added among equals. */
  search(query: string, limit: number): number[] {
    const scores = new Map<number, number>();
    const average = this.total / Math.max(1, this.lengths.length);
    for (const term of new Set(terms(query))) {
      const list = this.postings.get(term);
      if (!list) continue;
      const idf = Math.log(1 + (this.lengths.length - list.length + 0.5) / (list.length + 0.5));
      for (const { text, count } of list) {
        const norm = K1 * (1 - B + (B * (this.lengths[text] ?? 0)) / average);
        scores.set(text, (scores.get(text) ?? 0) + (idf * count * (K1 + 1)) / (count + norm));
      }
    }
    return [...scores]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, limit)
      .map(([text]) => text);
  }
}
