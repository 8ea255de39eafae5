import { isIP } from 'node:net';
import path from 'node:path';
import { parseStoreAddress, type StoreAddress, showStoreAddress } from '../shared/store-address.ts';

/** How the text of a variable or flag becomes a value: `parse` gives undefined for what is none, `expects` says what is one. */
export interface ValueKind<T> {
  readonly expects: string;
  readonly parse: (raw: string) => T | undefined;
}

export function integer(min: number, max = Number.MAX_SAFE_INTEGER): ValueKind<number> {
  const upTo = max === Number.MAX_SAFE_INTEGER ? 'or more' : `to ${max}`;
  return {
    expects: `a whole number, ${min} ${upTo}`,
    parse: (raw) => {
      if (!/^\d{1,16}$/.test(raw)) return undefined;
      const value = Number(raw);
      return value >= min && value <= max ? value : undefined;
    },
  };
}

export const onOff: ValueKind<boolean> = {
  expects: '1 or 0',
  parse: (raw) => (raw === '1' || raw === 'true' ? true : raw === '0' || raw === 'false' ? false : undefined),
};

export const text: ValueKind<string> = { expects: 'a text', parse: (raw) => raw };

/** Made absolute where it is given, so that nothing later depends on the working directory. */
export const filePath: ValueKind<string> = {
  expects: 'a path',
  parse: (raw) => (raw.includes('\0') ? undefined : path.resolve(raw)),
};

/** Where a corpus is; an address in a store is kept as it is shown, which no absolute path looks like. */
export const corpusPlace: ValueKind<string> = {
  expects: 'a path or s3://bucket/prefix',
  parse: (raw) => {
    if (!raw.startsWith('s3://')) return filePath.parse(raw);
    const address = parseStoreAddress(raw);
    return address === undefined ? undefined : showStoreAddress(address);
  },
};

export const hostName: ValueKind<string> = {
  expects: 'an address or a host name',
  parse: (raw) => (isIP(raw) || /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})$/.test(raw) ? raw : undefined),
};

export const hostNames: ValueKind<readonly string[]> = {
  expects: 'host names, separated by commas',
  parse: (raw) => listOf(raw, (part) => hostName.parse(part)?.toLowerCase()),
};

export const addressRanges: ValueKind<readonly string[]> = {
  expects: 'IP addresses or ranges such as 10.0.0.0/8, separated by commas',
  parse: (raw) =>
    listOf(raw, (part) => {
      const [address = '', bits, more] = part.split('/');
      const family = isIP(address);
      if (family === 0 || more !== undefined) return undefined;
      return bits === undefined || integer(0, family === 4 ? 32 : 128).parse(bits) !== undefined ? part : undefined;
    }),
};

export const httpUrl: ValueKind<string> = {
  expects: 'a URL that begins with http:// or https://',
  parse: (raw) => (URL.canParse(raw) && /^https?:$/.test(new URL(raw).protocol) ? raw : undefined),
};

export const storeAddress: ValueKind<StoreAddress> = {
  expects: 'file:/an/absolute/path or s3://bucket/prefix',
  parse: parseStoreAddress,
};

export function oneOf<const T extends string>(...values: readonly T[]): ValueKind<T> {
  return { expects: `one of ${values.join(', ')}`, parse: (raw) => values.find((value) => value === raw) };
}

function listOf<T extends string>(raw: string, parse: (part: string) => T | undefined): readonly T[] | undefined {
  const values = raw
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parse);
  return values.includes(undefined) ? undefined : (values as T[]);
}

export function someOf<const T extends string>(...values: readonly T[]): ValueKind<readonly T[]> {
  return {
    expects: `some of ${values.join(', ')}, separated by commas`,
    parse: (raw) => listOf(raw, (part) => values.find((value) => value === part)),
  };
}
