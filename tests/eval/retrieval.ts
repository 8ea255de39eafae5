import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Document } from '../../src/model/document.ts';
import { chunkDocument } from '../../src/reading/chunking/chunk.ts';
import { describe } from '../../src/reading/structure/structure.ts';
import { documentOf } from '../support/sample-document.ts';
import { Bm25 } from './bm25.ts';
import { corpusContent } from './corpus-contents.ts';
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
      const content = await corpusContent(root, file).catch(() => null);
      if (!content) continue;
      const structure = describe(content);
      tenant.push({ file, document: documentOf(content, structure) });
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
  readonly mrr: number;
  /** Answerable questions of which some chunk holds the whole quote. */
  readonly reachable: Share;
  readonly missed: readonly string[];
}

/** How often the chunk that holds a question's answer is among the first; questions about files that are not read are left out. */
export function evaluateRetrieval(
  tenant: readonly TenantFile[],
  asked: readonly Question[],
  root: string,
  budget: number,
): RetrievalScores {
  const index = new Bm25(asked.map(({ question }) => question));
  const chunks: { file: string; text: string }[] = [];
  let length = 0;
  for (const { file, document } of tenant)
    for (const chunk of chunkDocument(document, budget)) {
      index.add(`${chunk.path.join(' ')} ${chunk.text}`);
      chunks.push({ file, text: normalised(chunk.text) });
      length += chunk.text.length;
    }
  const twins = twinsOf(root);
  const read = new Set(tenant.map(({ file }) => file));
  const hits = new Map([1, 3, 5, 10].map((k) => [k, new Share()]));
  const byPlace = new Map<string, Share>();
  const reachable = new Share();
  const missed: string[] = [];
  let reciprocal = 0;
  for (const question of asked) {
    const parts = partsOf(question, twins);
    if (parts.length === 0 || !parts.every((part) => part.some(({ file }) => read.has(file)))) continue;
    const isHit = (chunk: { file: string; text: string } | undefined, part: Part): boolean =>
      part.some(({ file, quote }) => chunk?.file === file && chunk.text.includes(quote));
    const found = index.search(question.question, 10).map((at) => chunks[at]);
    // A comparison needs all its parts: the rank of the last one counts.
    const rank = Math.max(...parts.map((part) => 1 + (found.findIndex((chunk) => isHit(chunk, part)) + 1 || 11) - 1));
    for (const [k, share] of hits) share.add(rank <= k);
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
    mrr: reciprocal / Math.max(1, asks),
    reachable,
    missed,
  };
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
