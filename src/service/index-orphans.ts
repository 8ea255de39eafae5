import { Corpus } from '../corpus/corpus.ts';
import type { TenantPlaces } from '../corpus/document-folder.ts';
import type { DocumentReader } from '../corpus/ports.ts';
import { SearchStore, type SearchStoreOptions } from '../search/search-store.ts';

/** Takes out of one generation of indexes, and off the disk or store, the text of documents that are no longer in the corpus. */
export async function takeOrphansOut(
  indexes: SearchStoreOptions & { readonly generation: string },
  corpus: { readonly directory: TenantPlaces; readonly keyspace?: string },
): Promise<void> {
  const store = await SearchStore.open({ ...indexes, upkeep: false });
  const tenants = await Corpus.open({ ...corpus, store, reader: NOBODY_READS, parallel: 1 });
  try {
    for (const tenant of await tenants.tenantNames()) {
      await tenants.forgetRemoved(tenant);
      await store.use(tenants.indexKey(tenant), (index) => index.maintain({ purge: true }));
    }
  } finally {
    tenants.close();
    await store.close();
  }
}

/** Retention only removes. */
const NOBODY_READS: DocumentReader = {
  read: async () => {
    throw new Error('nothing is read here');
  },
  copy: async () => {
    throw new Error('nothing is read here');
  },
};
