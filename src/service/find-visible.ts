import type { TenantView } from '../corpus/tenant-view.ts';
import type { IndexView, SearchResult } from '../search/index-view.ts';

/** What a principal may see of what answers a question. */
export async function findVisible(view: TenantView<IndexView>, text: string, limit: number): Promise<SearchResult> {
  const found = await view.index.search({ text, classes: view.classes, limit });
  if (!found.hits.every(({ filename }) => view.sees(filename))) throw new Error('a hit that the principal may not see');
  return found;
}
