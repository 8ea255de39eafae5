import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where something is kept: a directory, or a prefix in a bucket of an S3 store. */
export type StoreAddress =
  | { readonly kind: 'directory'; readonly directory: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string };

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Parts that need no encoding, whoever reads the address. */
const PREFIX_PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/;

/** `file:/absolute/path` or `s3://bucket/prefix`; undefined for everything else. */
export function parseStoreAddress(text: string): StoreAddress | undefined {
  if (text.includes('\0')) return undefined;
  if (text.startsWith('s3://')) return s3Address(text.slice('s3://'.length));
  if (!text.startsWith('file:')) return undefined;
  try {
    const directory = fileURLToPath(text);
    return path.isAbsolute(directory) && directory !== '/'
      ? { kind: 'directory', directory: path.resolve(directory) }
      : undefined;
  } catch {
    return undefined;
  }
}

/** As it may be shown: it holds no secret. */
export function showStoreAddress(address: StoreAddress): string {
  return address.kind === 'directory' ? address.directory : `s3://${[address.bucket, address.prefix].filter(Boolean).join('/')}`;
}

function s3Address(text: string): StoreAddress | undefined {
  const [bucket = '', ...parts] = text.replace(/\/$/, '').split('/');
  if (!BUCKET.test(bucket) || !parts.every((part) => PREFIX_PART.test(part))) return undefined;
  return { kind: 's3', bucket, prefix: parts.join('/') };
}
