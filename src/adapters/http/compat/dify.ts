import { z } from 'zod';
import { MAX_LIMIT } from '../../../contract/limits.ts';
import { parseInput } from '../../../contract/validate.ts';
import { search } from '../../../service/search.ts';
import type { Handler } from '../call.ts';
import { leaving } from '../file-handlers.ts';
import { jsonBody } from '../json-body.ts';
import { callerOf } from '../tenant-handlers.ts';

const RequestSchema = z.object({
  knowledge_id: z.string().min(1),
  query: z.string().min(1),
  retrieval_setting: z.object({ top_k: z.int().min(1), score_threshold: z.number().default(0) }),
});

/** Dify's external knowledge API: the tenant is the knowledge, with the principal after an `@` where there are access rules. */
export const difyRetrieval: Handler = async (call) => {
  const { knowledge_id, query, retrieval_setting } = parseInput(RequestSchema, await jsonBody(call.request));
  const { tenant, principal } = vault(knowledge_id);
  const limit = Math.min(retrieval_setting.top_k, MAX_LIMIT);
  const asked = { tenant, query, limit, ...(principal === undefined ? {} : { principal }) };
  const { hits } = await search(await call.service.tenants(), callerOf(call), asked, leaving(call));
  // Dify wants 0 to 1; BM25 has no upper end, so a score is told as a share of the best one.
  const best = Math.max(...hits.map(({ score }) => score), Number.MIN_VALUE);
  const records = hits.map(({ text, filename, score, path, anchors, doc_id, chunk_id }) => ({
    content: text,
    score: Math.round((score / best) * 10_000) / 10_000,
    title: filename,
    metadata: { doc_id, chunk_id, filename, page: anchors[0]?.page ?? null, path: path.join(' > ') },
  }));
  return { records: records.filter(({ score }) => score >= retrieval_setting.score_threshold) };
};

function vault(id: string): { tenant: string; principal?: string } {
  const at = id.indexOf('@');
  return at < 0 ? { tenant: id } : { tenant: id.slice(0, at), principal: id.slice(at + 1) };
}
