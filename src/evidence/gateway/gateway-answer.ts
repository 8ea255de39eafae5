import type { Hit } from '../../model/evidence.ts';
import { tokens } from '../../search/analysis/tokens.ts';
import { referencesIn, renumbered } from '../answer-references.ts';
import { type Bundle, packBundle } from '../bundle.ts';
import { linesOf } from '../extract/lines.ts';
import { type Verification, verifyClaim } from '../verification.ts';
import { askGateway, type ChatGateway } from './chat-client.ts';
import { messagesFor, NO_ANSWER } from './prompt.ts';

/** Characters of evidence that a model is given. */
const BUDGET = 8000;

export interface QuotedLine {
  readonly hit: Hit;
  readonly quote: string;
}

/** `text` has `[n]` for the line n - 1. */
export type GatewayAnswer =
  | { readonly kind: 'answered'; readonly text: string; readonly lines: readonly QuotedLine[] }
  | { readonly kind: 'no-evidence' }
  | { readonly kind: 'ungrounded'; readonly verification: Verification };

/** Asks the model for an answer out of what was found, and passes it on only where /verify's own checks find nothing. */
export async function answerByGateway(
  gateway: ChatGateway,
  question: string,
  hits: readonly Hit[],
  signal?: AbortSignal,
): Promise<GatewayAnswer> {
  const bundle = packBundle(hits, BUDGET);
  const text = await askGateway(gateway, messagesFor(question, bundle), signal);
  const found = new Map(hits.map((hit) => [`${hit.doc_id} ${hit.chunk_id}`, hit]));
  const sources = bundle.sources.map(({ doc_id, chunk_id }) => ({ doc_id, chunk_id }));
  const verification = verifyClaim({ answer: text, sources, citations: [] }, (doc_id, chunk_id) => {
    const hit = found.get(`${doc_id} ${chunk_id}`);
    return hit === undefined ? undefined : { filename: hit.filename, chunk: { ...hit, id: hit.chunk_id } };
  });
  if (!verification.grounded) return { kind: 'ungrounded', verification };
  const cited = [...new Set(referencesIn(text).flatMap(({ numbers }) => numbers))];
  // What points at no evidence shows none.
  if (cited.length === 0 || saysNothing(text)) return { kind: 'no-evidence' };
  const lines = cited.map((n) => quotedLine(n, bundle, found, verification));
  return { kind: 'answered', text: renumbered(text, (n) => cited.indexOf(n) + 1), lines };
}

function saysNothing(text: string): boolean {
  return text.replace(/\[[\d, ]{1,20}\]|["'“”.]/g, '').trim() === NO_ANSWER;
}

/** The line of a source that has most in common with the sentences that name it. */
function quotedLine(n: number, { sources }: Bundle, found: ReadonlyMap<string, Hit>, { sentences }: Verification): QuotedLine {
  const source = sources[n - 1];
  const hit = source && found.get(`${source.doc_id} ${source.chunk_id}`);
  if (hit === undefined) throw new Error('a reference that was checked points at no source');
  const said = new Set(sentences.filter(({ refs }) => refs.includes(n)).flatMap(({ text }) => tokens(text)));
  let best = { quote: '', common: -1 };
  for (const { text } of linesOf(hit.text)) {
    const common = [...new Set(tokens(text))].filter((token) => said.has(token)).length;
    if (common > best.common) best = { quote: text, common };
  }
  return { hit, quote: best.quote };
}
