import { SaxesParser } from 'saxes';
import { type StoredObject, StoreFailed } from '../object-store.ts';

export interface ListReply {
  readonly objects: readonly StoredObject[];
  /** With the slash at their end. */
  readonly folders: readonly string[];
  /** Null at the end. */
  readonly next: string | null;
}

/**
 * Understands the answer to ListObjectsV2, asked for with encoded keys. What is not whole is none: whoever takes objects that
 * are not listed for removed must never be told less than there is.
 */
export function parseListReply(xml: string): ListReply {
  try {
    return understood(xml);
  } catch (error) {
    throw new StoreFailed('STORAGE_UNAVAILABLE', 'an answer that is no listing', error);
  }
}

function understood(xml: string): ListReply {
  const folders: string[] = [];
  let root: string | null = null;
  const objects: StoredObject[] = [];
  let next: string | null = null;
  let truncated: string | null = null;
  const open: string[] = [];
  let text = '';
  let fields: Record<string, string> = {};
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    root ??= name;
    open.push(name);
    text = '';
    if (name === 'Contents') fields = {};
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('closetag', ({ name }) => {
    open.pop();
    const parent = open.at(-1);
    if (parent === 'Contents') fields[name] = text;
    if (name === 'Contents') objects.push(objectOf(fields));
    if (parent === 'CommonPrefixes' && name === 'Prefix') folders.push(decoded(text));
    if (parent === 'ListBucketResult' && name === 'NextContinuationToken') next = text;
    if (parent === 'ListBucketResult' && name === 'IsTruncated') truncated = text;
    text = '';
  });
  parser.write(xml).close();
  if (root !== 'ListBucketResult' || (truncated !== 'false' && next === null)) throw new Error('not whole');
  return { objects, folders, next: truncated === 'false' ? null : next };
}

function objectOf({ Key = '', Size = '', ETag = '', LastModified = '' }: Record<string, string>): StoredObject {
  return {
    key: decoded(Key),
    bytes: Number(Size),
    tag: ETag.replaceAll('"', ''),
    written: new Date(LastModified),
  };
}

function decoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', '%20'));
}
