import type { S3Access } from '../shared/s3-access.ts';
import { parseStoreAddress, type StoreAddress, showStoreAddress } from '../shared/store-address.ts';
import { ConfigError } from './load.ts';
import type { Settings } from './settings.ts';

/** What several servers keep in common; null is what each keeps for itself, in its cache directory. */
export interface SharedPlaces {
  /** Null where the corpus is a directory. */
  readonly corpus: Extract<StoreAddress, { kind: 's3' }> | null;
  readonly index: StoreAddress | null;
  readonly blobs: StoreAddress | null;
  /** Null where nothing is in an S3 store. */
  readonly access: S3Access | null;
}

/** Throws ConfigError where an address is given that cannot be reached with what else is given. */
export function sharedPlaces(settings: Settings): SharedPlaces {
  const { indexUri: index, blobsUri: blobs } = settings;
  if (settings.noCache && (index !== null || blobs !== null))
    throw new ConfigError(['--no-cache (SERVICE_NO_CACHE): expected neither SERVICE_INDEX_URI nor SERVICE_BLOBS_URI beside it']);
  const address = settings.corpus === null ? undefined : parseStoreAddress(settings.corpus);
  const corpus = address?.kind === 's3' ? address : null;
  for (const other of [index, blobs]) if (corpus !== null && other !== null) refuseNested(corpus, other);
  const remote = corpus !== null || index?.kind === 's3' || blobs?.kind === 's3';
  return { corpus, index, blobs, access: remote ? s3Access(settings) : null };
}

/** What is kept inside the corpus would be read as a tenant's documents, and its texts would be answers. */
function refuseNested(corpus: Extract<StoreAddress, { kind: 's3' }>, other: StoreAddress): void {
  if (other.kind !== 's3' || other.bucket !== corpus.bucket) return;
  const [one, two] = [`${corpus.prefix}/`, `${other.prefix}/`].map((prefix) => prefix.replace(/^\/$/, '')) as [string, string];
  if (one.startsWith(two) || two.startsWith(one))
    throw new ConfigError([
      `${showStoreAddress(other)}: expected a place outside the corpus, which is ${showStoreAddress(corpus)}`,
    ]);
}

function s3Access(settings: Settings): S3Access {
  const { s3Endpoint: endpoint, s3Region: region, s3AccessKey, s3SecretKey, s3SessionToken: sessionToken } = settings;
  if (s3AccessKey === null || s3SecretKey === null)
    throw new ConfigError(['AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: expected both for an address that begins with s3://']);
  return { endpoint, region, accessKeyId: s3AccessKey, secretAccessKey: s3SecretKey, sessionToken };
}
