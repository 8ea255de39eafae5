import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** A static file of the pages. */
export interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  readonly etag: string;
  readonly cacheControl: string;
}

const DIRECTORY = new URL('./assets/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
  hwpx: 'application/octet-stream',
  pdf: 'application/pdf',
};

let loaded: ReadonlyMap<string, Asset> | null = null;

/** Looked up among the files that are there: a name that was asked for is never made into a path. */
export function assetNamed(name: string): Asset | undefined {
  loaded ??= loadAssets();
  return loaded.get(name);
}

function loadAssets(): ReadonlyMap<string, Asset> {
  const assets = new Map<string, Asset>();
  for (const name of existsSync(DIRECTORY) ? readdirSync(DIRECTORY) : []) {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
    if (type === undefined) continue;
    const bytes = readFileSync(new URL(name, DIRECTORY));
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    // Scripts and styles belong to the page of this version; a font never changes under its name.
    assets.set(name, { type, bytes, etag, cacheControl: name.endsWith('.woff2') ? 'max-age=604800' : 'no-cache' });
  }
  return assets;
}
