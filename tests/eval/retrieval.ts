import { readdirSync } from 'node:fs';
import path from 'node:path';
import { CONTEXT_BUDGET } from '../../src/contract/limits.ts';
import type { Document } from '../../src/model/document.ts';
import { chunkDocument } from '../../src/reading/chunking/chunk.ts';
import { documentOf } from '../support/sample-document.ts';
import { Bm25 } from './bm25.ts';
import { describedFile } from './corpus-contents.ts';
import { formatOf, pairs, type Question } from './labels.ts';
import { Share } from './share.ts';

const FOLDERS = ['hwp', 'hwpx', 'pdf', 'docx', 'xlsx'];

export interface TenantFile {
  readonly file: string;
  readonly document: Document;
}

/** Every readable file of the corpus as one tenant. */
export async function readTenant(root: string, formats: ReadonlySet<string>): Promise<TenantFile[]> {
  const tenant: TenantFile[] = [];
  for (const folder of FOLDERS)
    for (const name of readdirSync(path.join(root, folder)).sort()) {
      const file = `${folder}/${name}`;
      if (!formats.has(formatOf(file))) continue;
      const read = await describedFile(root, file).catch(() => null);
      if (read) tenant.push({ file, document: documentOf(read.content, read.structure) });
    }
  return tenant;
}

export interface RetrievalScores {
  readonly budget: number;
  readonly chunks: number;
  readonly meanLength: number;
  readonly hits: ReadonlyMap<number, Share>;
  /** Hits within five by where the answer stands. */
  readonly byPlace: ReadonlyMap<string, Share>;
  /** Hits among the chunks that an evidence bundle of the default length holds. */
  readonly inBundle: Share;
  readonly mrr: number;
  /** Answerable questions of which some chunk holds the whole quote. */
  readonly reachable: Share;
  readonly missed: readonly string[];
}

interface IndexedTenant {
  readonly index: Bm25;
  readonly chunks: readonly IndexedChunk[];
  readonly files: ReadonlySet<string>;
}

/** The chunks of a tenant for one budget, ready for the given questions. */
export function indexTenant(tenant: readonly TenantFile[], asked: readonly Question[], budget: number): IndexedTenant {
  const index = new Bm25(asked.map(({ question }) => question));
  const chunks: IndexedChunk[] = [];
  for (const { file, document } of tenant)
    for (const chunk of chunkDocument(document, budget)) {
      index.add(`${chunk.path.join(' ')} ${chunk.text}`);
      chunks.push({ file, text: normalised(chunk.text), length: chunk.text.length });
    }
  return { index, chunks, files: new Set(tenant.map(({ file }) => file)) };
}

/** How often the chunk that holds a question's answer is among the first; questions about files that are not read are left out. */
export function evaluateRetrieval(
  { index, chunks, files: read }: IndexedTenant,
  asked: readonly Question[],
  root: string,
  budget: number,
): RetrievalScores {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const twins = twinsOf(root);
  const hits = new Map([1, 3, 5, 10].map((k) => [k, new Share()]));
  const byPlace = new Map<string, Share>();
  const inBundle = new Share();
  const reachable = new Share();
  const missed: string[] = [];
  let reciprocal = 0;
  for (const question of asked) {
    const parts = partsOf(question, twins);
    if (parts.length === 0 || !parts.every((part) => part.some(({ file }) => read.has(file)))) continue;
    const isHit = (chunk: IndexedChunk | undefined, part: Part): boolean =>
      part.some(({ file, quote }) => chunk?.file === file && chunk.text.includes(quote));
    const found = index.search(question.question, MOST_HITS).map((at) => chunks[at] as IndexedChunk);
    // A comparison needs all its parts: the rank of the last one counts.
    const rank = Math.max(...parts.map((part) => found.findIndex((chunk) => isHit(chunk, part)) + 1 || MOST_HITS + 1));
    for (const [k, share] of hits) share.add(rank <= k);
    inBundle.add(rank <= bundled(found));
    const place = byPlace.get(question.place) ?? new Share();
    byPlace.set(question.place, place);
    place.add(rank <= 5);
    if (rank <= 10) reciprocal += 1 / rank;
    reachable.add(parts.every((part) => chunks.some((chunk) => isHit(chunk, part))));
    if (rank > 5) missed.push(`${question.id} ${question.place} ${rank} ${question.question} → ${question.expected[0]?.file}`);
  }
  const asks = hits.get(1)?.of ?? 0;
  return {
    budget,
    chunks: chunks.length,
    meanLength: Math.round(length / Math.max(1, chunks.length)),
    hits,
    byPlace,
    inBundle,
    mrr: reciprocal / Math.max(1, asks),
    reachable,
    missed,
  };
}

interface IndexedChunk {
  readonly file: string;
  readonly text: string;
  readonly length: number;
}

/** More than any bundle of short chunks holds. */
const MOST_HITS = 40;

/** How many of the first chunks fit into an evidence bundle of the default length. */
function bundled(found: readonly IndexedChunk[]): number {
  let used = 0;
  for (const [at, chunk] of found.entries()) {
    used += chunk.length;
    if (used > CONTEXT_BUDGET.default) return at;
  }
  return found.length;
}

type Part = readonly { file: string; quote: string }[];

/** The places that answer a question: one list a part, each entry enough for its part. */
function partsOf(question: Question, twins: ReadonlyMap<string, readonly string[]>): Part[] {
  const parts = new Map<number, { file: string; quote: string }[]>();
  for (const { file, quote, part = 1 } of question.expected)
    parts.set(part, [
      ...(parts.get(part) ?? []),
      ...[file, ...(twins.get(file) ?? [])].map((name) => ({ file: name, quote: normalised(quote) })),
    ]);
  return [...parts.values()];
}

function twinsOf(root: string): Map<string, readonly string[]> {
  return new Map(pairs(root).flatMap(({ files }) => files.map((file) => [file, files] as const)));
}

function normalised(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/g, '')
    .replace(/(?<=[0-9]),(?=[0-9])/g, '');
}
