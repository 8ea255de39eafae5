import { ConfigError } from '../config/load.ts';
import type { SharedPlaces } from '../config/shared-places.ts';
import type { TenantPlaces } from '../corpus/document-folder.ts';
import { TenantDirectories } from '../corpus/tenant-directory.ts';
import { showStoreAddress } from '../shared/store-address.ts';
import type { Bucket } from '../storage/bucket.ts';
import { StoreFailed } from '../storage/object-store.ts';
import { openBucket } from '../storage/open-store.ts';
import { probeRaces } from '../storage/race-probe.ts';

/** Hidden, so that nobody takes what is tried out for a tenant. */
const HIDDEN = '.geungeo';

/** Where the tenants are: a directory, or a prefix of a bucket. Throws ConfigError where a bucket is not fit for it. */
export async function openTenantPlaces(directory: string, shared: SharedPlaces): Promise<TenantPlaces> {
  const { corpus, access } = shared;
  if (corpus === null) return new TenantDirectories(directory);
  const bucket = await openBucket(corpus, access);
  const trial = await openBucket({ ...corpus, prefix: corpus.prefix === '' ? HIDDEN : `${corpus.prefix}/${HIDDEN}` }, access);
  try {
    const { BucketTenants } = await import('../corpus/bucket/bucket-tenants.ts');
    const tenants = new BucketTenants(bucket, showStoreAddress(corpus));
    await refuseUnfit(tenants, trial, showStoreAddress(corpus));
    return tenants;
  } catch (error) {
    bucket.close();
    throw error;
  } finally {
    trial.close();
  }
}

async function refuseUnfit(tenants: TenantPlaces, trial: Bucket, shown: string): Promise<void> {
  try {
    await tenants.names();
  } catch (error) {
    if (!(error instanceof StoreFailed)) throw error;
    throw new ConfigError([`${shown}: expected a corpus in a store that answers (${error.message})`]);
  }
  const problem = await probeRaces(trial).catch((error) => {
    // A corpus that may only be read is one: uploads are refused when they come.
    if (error instanceof StoreFailed) return null;
    throw error;
  });
  if (problem !== null) throw new ConfigError([`${shown}: expected a store that keeps uploads apart, but ${problem}`]);
}
