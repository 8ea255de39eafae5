/** Hits are counted within these many of the first. */
export const DEPTHS = [1, 3, 5, 10] as const;
export const DEEPEST = 10;

/** How one question went. */
export interface Outcome {
  /** Of the last part that is needed; Infinity where one is not among the first. */
  readonly rank: number;
  /** Of the first part that was found. */
  readonly anyRank: number;
  /** Whether the anchors give the page of the place that was hit; null where no single page is known. */
  readonly page: boolean | null;
}

export interface Figures {
  readonly n: number;
  /** Shares of n, by depth. */
  readonly hit: Readonly<Record<`@${(typeof DEPTHS)[number]}`, number>>;
  readonly mrr: number;
  /** The same as the deepest hit, but one part of a comparison is enough. */
  readonly any: number;
  readonly pages: { readonly right: number; readonly of: number };
}

export function figuresOf(outcomes: readonly Outcome[]): Figures {
  const n = outcomes.length;
  const share = (is: (outcome: Outcome) => boolean) => (n === 0 ? 0 : outcomes.filter(is).length / n);
  const paged = outcomes.filter(({ page }) => page !== null);
  return {
    n,
    hit: Object.fromEntries(DEPTHS.map((depth) => [`@${depth}`, share(({ rank }) => rank <= depth)])) as Figures['hit'],
    mrr: outcomes.reduce((sum, { rank }) => sum + (rank <= DEEPEST ? 1 / rank : 0), 0) / Math.max(1, n),
    any: share(({ anyRank }) => anyRank <= DEEPEST),
    pages: { right: paged.filter(({ page }) => page === true).length, of: paged.length },
  };
}
