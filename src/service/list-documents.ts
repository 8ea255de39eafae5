import type { DocumentsRequest, DocumentsResponse } from '../contract/documents.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { IndexSnapshot } from '../corpus/ports.ts';
import type { Counts, TenantView } from '../corpus/tenant-view.ts';
import type { Caller } from './key-ring.ts';
import { tenantFor } from './tenant-access.ts';

/** A piece of the answer takes about a millisecond to make. */
const PIECE = 100;

export interface DocumentListing {
  readonly counts: Counts;
  value(): DocumentsResponse;
  /** The same as JSON, piece by piece: of many thousand documents the answer is large. */
  json(): AsyncGenerator<string>;
}

/** The documents of a tenant as its folder is now; calling it reads what is not read yet. */
export async function listDocuments<S extends IndexSnapshot>(
  corpus: Corpus<S>,
  caller: Caller,
  { tenant, principal }: DocumentsRequest,
  signal?: AbortSignal,
): Promise<DocumentListing> {
  return corpus.use(tenantFor(caller, tenant), principal, async (view) => listingOf(view), signal);
}

function listingOf<S extends IndexSnapshot>(view: TenantView<S>): DocumentListing {
  const head = { tenant: view.tenant, ...view.counts };
  return {
    counts: view.counts,
    value: () => ({ ...head, documents: [...view.listing()] }),
    json: async function* () {
      let text = `${JSON.stringify(head).slice(0, -1)},"documents":[`;
      let count = 0;
      for (const entry of view.listing()) {
        text += `${count === 0 ? '' : ','}${JSON.stringify(entry)}`;
        if (++count % PIECE !== 0) continue;
        yield text;
        text = '';
        await new Promise((resolve) => setImmediate(resolve));
      }
      yield `${text}]}`;
    },
  };
}
