import { createHash } from 'node:crypto';
import { cleanTenantName } from '../shared/names.ts';
import { parseStrictJson } from '../shared/strict-json.ts';
import type { ValueKind } from './values.ts';

/** The consumer of SERVICE_API_KEY, the administrative key. */
export const ADMINISTRATOR = 'default';
/** The consumer under which requests with a wrong key are counted. */
export const UNKNOWN_CONSUMER = 'unknown';

const LONGEST_KEY = 4096;
const HASHED = /^sha256:([0-9a-f]{64})$/;

/** Keys are kept and compared as digests only. Whoever writes a key down may write `sha256:<hex>` of it instead. */
export function keyDigest(key: string): Buffer {
  const hex = HASHED.exec(key)?.[1];
  return hex === undefined ? createHash('sha256').update(key).digest() : Buffer.from(hex, 'hex');
}

/** Digests of keys by the name of their consumer. */
export type ConsumerKeys = ReadonlyMap<string, Buffer>;

/**
 * Consumers and their keys from JSON text of the form {"name": "key"}; null for any other text. A name is the name of
 * the tenants it owns, so it has to be one; the two names that have a meaning here can be taken by nobody; a key that
 * two consumers share would belong to neither.
 */
export function parseConsumerKeys(json: string): ConsumerKeys | null {
  let value: unknown;
  try {
    value = parseStrictJson(json);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const keys = new Map<string, Buffer>();
  const seen = new Set<string>();
  for (const [given, key] of Object.entries(value)) {
    const name = cleanTenantName(given);
    if (name === null || name === ADMINISTRATOR || name === UNKNOWN_CONSUMER || keys.has(name)) return null;
    if (typeof key !== 'string' || key === '' || key.length > LONGEST_KEY) return null;
    if (key.startsWith('sha256:') && !HASHED.test(key)) return null;
    const digest = keyDigest(key);
    if (seen.has(digest.toString('hex'))) return null;
    seen.add(digest.toString('hex'));
    keys.set(name, digest);
  }
  return keys;
}

export const consumerKeys: ValueKind<ConsumerKeys> = {
  expects: `a JSON object of consumer names and their keys, {"name": "key"}; no name is ${ADMINISTRATOR} or ${UNKNOWN_CONSUMER}`,
  parse: (raw) => parseConsumerKeys(raw) ?? undefined,
};

/** Consumers whose tenants another consumer may use as well: `a-b` belongs to the consumers `a` and `a-b`. */
export function overlappingConsumers(names: Iterable<string>): [string, string][] {
  const all = [...names].sort();
  return all.flatMap((name) =>
    all.filter((other) => other.startsWith(`${name}-`)).map((other): [string, string] => [name, other]),
  );
}
