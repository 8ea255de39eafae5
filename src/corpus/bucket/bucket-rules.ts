import type { Bucket } from '../../storage/bucket.ts';
import { AccessRules } from '../access-rules.ts';

const MAX_BYTES = 1024 * 1024;

/** `ACL.json` of one tenant in a bucket: read when it has another tag. */
export class BucketRules {
  private readonly bucket: Bucket;
  private readonly key: string;
  private known: { readonly tag: string; readonly rules: AccessRules } | null = null;

  constructor(bucket: Bucket, key: string) {
    this.bucket = bucket;
    this.key = key;
  }

  /**
   * The rules in force, given the tag that a listing has just shown: null where there was none, undefined where nobody has
   * looked lately. Throws StoreFailed: that they cannot be had is neither public nor locked.
   */
  async load(tag: string | null | undefined): Promise<AccessRules> {
    if (tag === null) return AccessRules.PUBLIC;
    if (tag !== undefined && this.known?.tag === tag) return this.known.rules;
    const object = await this.bucket.open(this.key);
    if (object === null) return AccessRules.PUBLIC;
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of object.pieces) {
      bytes += piece.length;
      if (bytes > MAX_BYTES) break;
      pieces.push(piece);
    }
    const rules = bytes > MAX_BYTES ? AccessRules.LOCKED : AccessRules.parse(Buffer.concat(pieces));
    // The same object for the same rules, so that what was worked out from them holds on.
    const same = this.known?.rules.id === rules.id ? this.known.rules : rules;
    this.known = { tag: object.tag, rules: same };
    return same;
  }
}
