import { createHash } from 'node:crypto';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { PARSER_VERSION } from '../model/versions.ts';
import { ANALYZER_VERSION } from './analysis/analyzer.ts';
import type { Embedder } from './embedding/embedder.ts';
import { SCHEMA_VERSION } from './engine/schema.ts';

const GENERATION = /^p\d{1,6}-a\d{1,6}-s\d{1,6}(?:-m[0-9a-f]{8})?(?:-[0-9a-z.]{1,20})?$/;
const CURRENT = `p${PARSER_VERSION}-a${ANALYZER_VERSION}-s${SCHEMA_VERSION}`;
const VECTORS = /^vectors-[0-9a-f]{8}$/;
/** Generations besides the one in use that stay: whoever goes back to the version before finds his index. */
const KEPT = 2;

/**
 * Names everything that shapes an index besides its documents. Tables of another generation lie in another directory: for this
 * one they are not there, and all documents are indexed anew. `variant`: a setting that changes what is read or how it is cut.
 */
export function indexGeneration(embedder: Embedder | null, variant?: string): string {
  const model = embedder === null ? '' : `-m${short(embedder.model)}`;
  const name = `${CURRENT}${model}${variant ? `-${variant}` : ''}`;
  if (!GENERATION.test(name)) throw new Error('bad name of a generation');
  return name;
}

/** Where the vectors of a model are remembered, beside the generations. */
export function vectorsDirectory(model: string): string {
  return `vectors-${short(model)}`;
}

/** The generations below a directory of indexes that this version of the program can open, whatever their model and variant. */
export async function openGenerations(directory: string): Promise<string[]> {
  return (await names(directory)).filter(isOfThisVersion);
}

export function isGeneration(name: string): boolean {
  return GENERATION.test(name);
}

export function isOfThisVersion(name: string): boolean {
  return isGeneration(name) && (name === CURRENT || name.startsWith(`${CURRENT}-`));
}

/** Removes what no index of this version is made of: the generations of other versions, and remembered vectors. */
export async function removeForeign(directory: string): Promise<void> {
  const open = new Set(await openGenerations(directory));
  for (const name of await names(directory))
    if (VECTORS.test(name) || (GENERATION.test(name) && !open.has(name)))
      await rm(path.join(directory, name), { recursive: true, force: true });
}

/** Removes the generations that were not used for longest; the two used last besides this one stay. */
export async function removeOldGenerations(directory: string, inUse: string): Promise<void> {
  const now = new Date();
  await utimes(path.join(directory, inUse), now, now);
  const others: { readonly place: string; readonly used: number }[] = [];
  for (const name of await names(directory)) {
    const place = path.join(directory, name);
    if (name !== inUse && GENERATION.test(name)) others.push({ place, used: (await stat(place)).mtimeMs });
  }
  for (const { place } of others.sort((a, b) => b.used - a.used).slice(KEPT)) await rm(place, { recursive: true, force: true });
}

async function names(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function short(model: string): string {
  return createHash('sha256').update(model).digest('hex').slice(0, 8);
}
