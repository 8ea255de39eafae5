import type { PageLayout } from './page-layout.ts';

/**
 * The edges between which text is set, by page and column. A page that holds only short lines does not show them; other
 * pages of the same size and columns do.
 */
export function textEdges(pages: readonly PageLayout[]): (page: PageLayout, column: number) => { x0: number; x1: number } {
  const counts = new Map<PageLayout, number>();
  const lefts = new Map<string, number[]>();
  const rights = new Map<string, number[]>();
  for (const page of pages) {
    for (const item of page.flow) {
      if (item.kind !== 'line' || item.column < 0) continue;
      const key = keyOf(page, item.column, counts);
      push(lefts, key, item.line.box[0]);
      push(rights, key, item.line.box[2]);
    }
  }
  const edges = new Map<string, { x0: number; x1: number }>();
  for (const [key, xs] of lefts) {
    const x1 = outermost((rights.get(key) as number[]).map((x) => -x));
    edges.set(key, { x0: outermost(xs), x1: -x1 });
  }
  return (page, column) => edges.get(keyOf(page, column, counts)) ?? { x0: 0, x1: page.frame.width };
}

function keyOf(page: PageLayout, column: number, counts: Map<PageLayout, number>): string {
  let columns = counts.get(page);
  if (columns === undefined) {
    columns = page.flow.reduce((most, item) => (item.kind === 'line' ? Math.max(most, item.column) : most), 0);
    counts.set(page, columns);
  }
  return `${Math.round(page.frame.width)} ${columns} ${column}`;
}

function push(map: Map<string, number[]>, key: string, value: number): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** The smallest value at which several lines agree; single lines stick out now and then. */
function outermost(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const needed = Math.max(2, 0.02 * sorted.length);
  for (let i = 0, end = 0; i < sorted.length; i++) {
    while (end < sorted.length && (sorted[end] as number) - (sorted[i] as number) < 2) end++;
    if (end - i >= needed) return sorted[i] as number;
  }
  return sorted[0] ?? 0;
}
