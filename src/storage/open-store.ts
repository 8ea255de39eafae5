import type { S3Access } from '../shared/s3-access.ts';
import type { StoreAddress } from '../shared/store-address.ts';
import type { Bucket } from './bucket.ts';
import { DirectoryStore } from './directory-store.ts';
import type { ObjectStore } from './object-store.ts';

/** `access` is needed for an S3 address. */
export async function openStore(address: StoreAddress, access: S3Access | null): Promise<ObjectStore> {
  if (address.kind === 'directory') return new DirectoryStore(address.directory);
  return openBucket(address, access);
}

export async function openBucket(address: Extract<StoreAddress, { kind: 's3' }>, access: S3Access | null): Promise<Bucket> {
  if (access === null) throw new Error('an S3 address without credentials');
  // A server alone loads nothing of it.
  const { S3Store } = await import('./s3/s3-store.ts');
  return new S3Store(access, address);
}
