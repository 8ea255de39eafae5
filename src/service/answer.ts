import type { Settings } from '../config/settings.ts';
import { type AnswerRequest, type AnswerResponse, MADE_BY } from '../contract/answer.ts';
import { RequestProblem } from '../contract/errors.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { listingEntry } from '../corpus/listing-info.ts';
import type { TenantView } from '../corpus/tenant-view.ts';
import { extractLines } from '../evidence/extract/extract.ts';
import type { ChatGateway } from '../evidence/gateway/chat-client.ts';
import { revisionsOf } from '../evidence/revisions.ts';
import type { Citation, Hit } from '../model/evidence.ts';
import type { Revision } from '../model/structure.ts';
import type { IndexView } from '../search/index-view.ts';
import { findVisible } from './find-visible.ts';
import type { Caller } from './key-ring.ts';
import { refuseLongQuery } from './search.ts';
import { tenantFor } from './tenant-access.ts';

export interface AnswerDesk {
  readonly corpus: Corpus<IndexView>;
  readonly settings: Settings;
}

/** An answer with its citations: lines of the documents, or what the gateway's model wrote where it passes the checks. */
export async function answer(
  { corpus, settings }: AnswerDesk,
  caller: Caller,
  { tenant: given, question, limit, llm, principal }: AnswerRequest,
  signal?: AbortSignal,
): Promise<AnswerResponse> {
  const tenant = tenantFor(caller, given);
  refuseLongQuery(question);
  const gateway = llm ? gatewayFor(settings) : null;
  const found = await corpus.use(tenant, principal, (view) => search(view, question, limit), signal);
  const { hits, skipped } = found;
  const unanswered = { tenant, question, answered: false, skipped, text: '', citations: [] };
  const made_by = gateway === null ? MADE_BY.extract : MADE_BY.gateway;
  if (hits.length === 0) return { ...unanswered, reason: 'NO_MATCH', made_by };
  if (gateway === null) {
    const { lines } = extractLines(question, hits, found);
    if (lines.length === 0) return { ...unanswered, reason: 'NO_EVIDENCE', made_by };
    const text = lines.map(({ quote }, at) => `${quote} [${at + 1}]`).join('\n');
    return { ...unanswered, answered: true, reason: null, made_by, text, citations: lines.map((line) => citation(line, found)) };
  }
  // The index is not held while a model writes.
  const { answerByGateway } = await import('../evidence/gateway/gateway-answer.ts');
  const answered = await answerByGateway(gateway, question, hits, signal);
  switch (answered.kind) {
    case 'no-evidence':
      return { ...unanswered, reason: 'NO_EVIDENCE', made_by };
    case 'ungrounded': {
      const verification = { tenant, ...answered.verification };
      return { ...unanswered, reason: 'UNGROUNDED', made_by: MADE_BY.ungrounded, verification };
    }
    case 'answered': {
      const citations = answered.lines.map((line) => citation(line, found));
      return { ...unanswered, answered: true, reason: null, made_by, text: answered.text, citations };
    }
  }
}

/** Refuses where no gateway is configured: the extract is never taken instead. */
function gatewayFor({ llmBaseUrl, llmApiKey, llmModel, llmTimeout }: Settings): ChatGateway {
  if (llmBaseUrl === null || llmApiKey === null) throw new RequestProblem('LLM_NOT_CONFIGURED');
  return { baseUrl: llmBaseUrl, apiKey: llmApiKey, model: llmModel, timeoutMs: llmTimeout * 1000 };
}

async function search(view: TenantView<IndexView>, question: string, limit: number) {
  const { chunksSearched, hits } = await findVisible(view, question, limit);
  const frequencies = await view.index.termFrequencies(question, view.classes);
  const revisions = new Map(hits.map(({ filename }) => [filename, revisionsIn(view, filename)]));
  return { hits, chunks: chunksSearched, frequencies, revisions, skipped: [...view.skipped] };
}

/** What the comparison tables of a document say; read when a line of it is cited. */
function revisionsIn(view: TenantView<IndexView>, filename: string): () => readonly Revision[] {
  const document = view.index.documents.get(filename);
  return () => {
    const entry = document && listingEntry(document);
    return entry?.readable ? entry.structure.revisions : [];
  };
}

type Quoted = { readonly hit: Hit; readonly quote: string };

function citation(
  { hit, quote }: Quoted,
  { revisions }: { revisions: ReadonlyMap<string, () => readonly Revision[]> },
): Citation {
  const { chunk_id, doc_id, filename, path, outline, anchors, extractors } = hit;
  const told = revisionsOf(quote, path, revisions.get(filename)?.() ?? []);
  return { chunk_id, doc_id, filename, path, outline, anchors, extractors, quote, revisions: told };
}
