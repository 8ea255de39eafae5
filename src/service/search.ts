import { RequestProblem } from '../contract/errors.ts';
import { MAX_QUERY } from '../contract/limits.ts';
import type { SearchRequest, SearchResponse } from '../contract/search.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { IndexView } from '../search/index-view.ts';
import { findVisible } from './find-visible.ts';
import type { Caller } from './key-ring.ts';
import { tenantFor } from './tenant-access.ts';

/** Finds chunks among the documents that the principal may see. */
export async function search(
  corpus: Corpus<IndexView>,
  caller: Caller,
  { tenant: given, query, limit, principal }: SearchRequest,
  signal?: AbortSignal,
): Promise<SearchResponse> {
  const tenant = tenantFor(caller, given);
  refuseLongQuery(query);
  return corpus.use(
    tenant,
    principal,
    async (view) => {
      const { chunksSearched, hits } = await findVisible(view, query, limit);
      return { tenant, query, chunks_searched: chunksSearched, skipped: [...view.skipped], hits };
    },
    signal,
  );
}

/** Counted in code points. */
export function refuseLongQuery(query: string): void {
  if (query.length > MAX_QUERY && [...query].length > MAX_QUERY) throw new RequestProblem('QUERY_TOO_LONG');
}
