import { cleanTenantName } from '../../shared/names.ts';
import type { Bucket } from '../../storage/bucket.ts';
import type { TenantPlaces } from '../document-folder.ts';
import { readProblem, writeProblem } from '../storage-problem.ts';
import { BucketFolder } from './bucket-folder.ts';

/** Tenants as prefixes of a bucket: a tenant is there when any object is below its name. */
export class BucketTenants implements TenantPlaces {
  readonly identity: string;
  /** Nobody reports changes: every call lists. */
  readonly followed = { watches: 0, lost: 0 };
  private readonly bucket: Bucket;
  /** Tenants that had objects when they were last looked at, so that a call for one of them need not ask twice. */
  private readonly known = new Set<string>();
  private listing: Promise<string[]> | null = null;

  /** The bucket begins where the corpus does. */
  constructor(bucket: Bucket, identity: string) {
    this.bucket = bucket;
    this.identity = identity;
  }

  /** Whoever asks while the tenants are being listed shares that: a store that is slow gets no more to do for it. */
  names(): Promise<string[]> {
    this.listing ??= this.listNames().finally(() => {
      this.listing = null;
    });
    return this.listing;
  }

  private async listNames(): Promise<string[]> {
    const names = new Set<string>();
    for await (const folder of this.bucket.folders('')) {
      const name = cleanTenantName(folder);
      if (name !== null) names.add(name);
    }
    return [...names].sort();
  }

  async find(tenant: string): Promise<string | null> {
    if (this.known.has(tenant)) return tenant;
    try {
      if (await this.bucket.hasAny(`${tenant}/`)) {
        this.known.add(tenant);
        return tenant;
      }
      if (/^[ -~]*$/.test(tenant)) return null;
      // In keys the name may be decomposed.
      for await (const folder of this.bucket.folders('')) if (folder.normalize('NFC') === tenant) return folder;
      return null;
    } catch (error) {
      throw readProblem(error);
    }
  }

  /** An object whose key ends in a slash is what other tools make, too, where there is nothing else yet. */
  async findOrMake(tenant: string): Promise<string> {
    const found = await this.find(tenant);
    if (found !== null) return found;
    try {
      await this.bucket.putIfAbsent(`${tenant}/`, new Uint8Array());
    } catch (error) {
      throw writeProblem(error);
    }
    return tenant;
  }

  folder(root: string): BucketFolder {
    return new BucketFolder(this.bucket, root, () => this.known.delete(root));
  }

  close(): void {
    this.bucket.close();
  }
}
