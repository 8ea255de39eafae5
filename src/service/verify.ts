import type { VerifyRequest, VerifyResponse } from '../contract/verify.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { TenantView } from '../corpus/tenant-view.ts';
import { type EvidenceChunk, verifyClaim } from '../evidence/verification.ts';
import type { IndexView } from '../search/index-view.ts';
import type { Caller } from './key-ring.ts';
import { tenantFor } from './tenant-access.ts';

/** Chunks that are looked up at once. */
const TOGETHER = 16;

/** Checks an answer against the evidence that the request names. */
export async function verify(
  corpus: Corpus<IndexView>,
  caller: Caller,
  { tenant: given, answer, sources = [], citations = [], principal }: VerifyRequest,
  signal?: AbortSignal,
): Promise<VerifyResponse> {
  const tenant = tenantFor(caller, given);
  return corpus.use(
    tenant,
    principal,
    async (view) => {
      const chunks = await chunksNamed(view, [...sources, ...citations], signal);
      const checked = verifyClaim({ answer, sources, citations }, (doc_id, chunk_id) => chunks.get(keyOf(doc_id, chunk_id)));
      return { tenant, ...checked };
    },
    signal,
  );
}

interface Named {
  readonly doc_id?: string | undefined;
  readonly chunk_id?: string | undefined;
}

async function chunksNamed(view: TenantView<IndexView>, named: readonly Named[], signal?: AbortSignal) {
  const wanted = new Map<string, readonly [doc_id: string, chunk_id: string]>();
  for (const { doc_id, chunk_id } of named)
    if (doc_id !== undefined && chunk_id !== undefined) wanted.set(keyOf(doc_id, chunk_id), [doc_id, chunk_id]);
  const chunks = new Map<string, EvidenceChunk>();
  const left = [...wanted];
  while (left.length > 0) {
    signal?.throwIfAborted();
    await Promise.all(
      left.splice(0, TOGETHER).map(async ([key, [doc_id, chunk_id]]) => {
        const found = await view.index.chunkAt(doc_id, chunk_id, view.classes);
        if (found === null) return;
        if (!view.sees(found.name)) throw new Error('a chunk that the principal may not see');
        chunks.set(key, { filename: found.name, chunk: found.chunk });
      }),
    );
  }
  return chunks;
}

function keyOf(doc_id: string, chunk_id: string): string {
  return `${doc_id} ${chunk_id}`;
}
