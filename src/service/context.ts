import type { ContextRequest, ContextResponse } from '../contract/context.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { packBundle } from '../evidence/bundle.ts';
import type { IndexView } from '../search/index-view.ts';
import { findVisible } from './find-visible.ts';
import type { Caller } from './key-ring.ts';
import { refuseLongQuery } from './search.ts';
import { tenantFor } from './tenant-access.ts';

/** The numbered evidence for a question, ready to be put into a prompt. */
export async function context(
  corpus: Corpus<IndexView>,
  caller: Caller,
  { tenant: given, query, budget, limit, principal }: ContextRequest,
  signal?: AbortSignal,
): Promise<ContextResponse> {
  const tenant = tenantFor(caller, given);
  refuseLongQuery(query);
  return corpus.use(
    tenant,
    principal,
    async (view) => {
      const { chunksSearched, hits } = await findVisible(view, query, limit);
      const { sources, context, used, truncated } = packBundle(hits, budget);
      const found = { chunks_searched: chunksSearched, budget, used, truncated, sources, context };
      return { tenant, query, ...found, skipped: [...view.skipped] };
    },
    signal,
  );
}
