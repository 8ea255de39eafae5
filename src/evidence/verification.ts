import type { CheckedCitation, CheckedSentence, VerifyRequest, VerifyResponse } from '../contract/verify.ts';
import type { Chunk } from '../model/chunk.ts';
import { referencesIn, withoutReferences } from './answer-references.ts';
import { NumberEvidence } from './number-evidence.ts';
import { numbersIn } from './numbers.ts';
import { holdsQuote } from './quotation.ts';
import { sentencesOf } from './sentences.ts';

/** A chunk that a request names, in the file that it is in. */
export interface EvidenceChunk {
  readonly filename: string;
  readonly chunk: Pick<Chunk, 'id' | 'doc_id' | 'text' | 'path' | 'anchors'>;
}

type SentRef = NonNullable<VerifyRequest['sources']>[number];
type SentCitation = NonNullable<VerifyRequest['citations']>[number];

/** The chunk of a pair of ids; undefined where none is visible. */
export type FindChunk = (doc_id: string, chunk_id: string) => EvidenceChunk | undefined;

export interface Claim {
  readonly answer: string;
  readonly sources: readonly SentRef[];
  readonly citations: readonly SentCitation[];
}

export type Verification = Omit<VerifyResponse, 'tenant'>;

/** Checks the references, numbers and quotations of an answer against its evidence: places, not a verdict. */
export function verifyClaim({ answer, sources, citations }: Claim, find: FindChunk): Verification {
  const found = sources.map(({ doc_id, chunk_id }) => find(doc_id, chunk_id));
  const cited = citations.map((citation) => citedChunk(citation, sources, find));
  const evidence = distinct([...found, ...cited.map(({ chunk }) => chunk)]);
  const checked = cited.map((it) => checkedCitation(it));
  const numbers = new NumberEvidence(evidence.flatMap(({ chunk }) => [chunk.text, ...chunk.path]));
  const sentences = checkedSentences(answer, numbers);
  const refs = unique(sentences.flatMap((sentence) => sentence.refs));
  const unknownRefs = refs.filter((n) => found[n - 1] === undefined);
  const unsupported = unique(sentences.flatMap((sentence) => sentence.unsupported));
  return {
    grounded: unknownRefs.length === 0 && unsupported.length === 0 && checked.every((citation) => citation.found),
    evidence_chunks: evidence.map(({ chunk }) => ({ doc_id: chunk.doc_id, chunk_id: chunk.id })),
    unknown_sources: sources.filter((_, at) => found[at] === undefined),
    unknown_refs: unknownRefs,
    sentences,
    citations: checked,
    unsupported_numbers: unsupported,
  };
}

function checkedSentences(answer: string, evidence: NumberEvidence): CheckedSentence[] {
  const references = referencesIn(answer);
  const numbers = numbersIn(withoutReferences(answer, references));
  let reference = 0;
  let number = 0;
  return sentencesOf(answer, references).map(({ start, end }) => {
    const refs: number[] = [];
    for (; reference < references.length && (references[reference]?.start ?? 0) < end; reference++)
      refs.push(...(references[reference]?.numbers ?? []));
    const from = number;
    while (number < numbers.length && (numbers[number]?.start ?? 0) < end) number++;
    const own = numbers.slice(from, number);
    return {
      text: answer.slice(start, end),
      refs: unique(refs),
      numbers: unique(own.map(({ text }) => text)),
      unsupported: unique(own.filter((it) => !evidence.supports(it)).map(({ text }) => text)),
    };
  });
}

interface Cited {
  readonly quote: string;
  /** Null where a number points at no source. */
  readonly ref: SentRef | null;
  readonly chunk: EvidenceChunk | undefined;
}

function citedChunk({ n, doc_id, chunk_id, quote }: SentCitation, sources: readonly SentRef[], find: FindChunk): Cited {
  const named = doc_id !== undefined && chunk_id !== undefined ? { doc_id, chunk_id } : null;
  const ref = n === undefined ? named : (sources[n - 1] ?? null);
  return { quote, ref, chunk: ref === null ? undefined : find(ref.doc_id, ref.chunk_id) };
}

function checkedCitation({ quote, ref, chunk }: Cited): CheckedCitation {
  return {
    doc_id: ref?.doc_id ?? null,
    chunk_id: ref?.chunk_id ?? null,
    quote,
    found: chunk !== undefined && holdsQuote(chunk.chunk.text, quote),
    filename: chunk?.filename ?? null,
    anchors: chunk === undefined ? [] : [...chunk.chunk.anchors],
  };
}

function distinct(chunks: readonly (EvidenceChunk | undefined)[]): EvidenceChunk[] {
  const byId = new Map<string, EvidenceChunk>();
  for (const it of chunks) if (it !== undefined) byId.set(`${it.chunk.doc_id} ${it.chunk.id}`, it);
  return [...byId.values()];
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
