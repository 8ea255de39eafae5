import { z } from 'zod';
import { ChunkRefSchema } from '../model/evidence.ts';
import { AnchorSchema } from '../model/geometry.ts';
import { PrincipalSchema, TenantSchema } from './common-fields.ts';

/** Ids as somebody sent them: whether they name a chunk is what is found out. */
const SentRefSchema = z
  .object({ doc_id: z.string(), chunk_id: z.string() })
  .meta({ id: 'SentRef', description: 'An element of `sources` as it was sent; further fields are ignored' });

const SentCitationSchema = z
  .object({
    n: z.int().optional().meta({ description: 'points at `sources[n-1]`' }),
    doc_id: z.string().optional(),
    chunk_id: z.string().optional(),
    quote: z.string().meta({ description: 'the text that the chunk is said to hold; an empty one is never found' }),
  })
  .refine((sent) => sent.n !== undefined || (sent.doc_id !== undefined && sent.chunk_id !== undefined), {
    error: 'n을 넣거나 doc_id와 chunk_id를 함께 넣어야 합니다.',
  })
  .meta({ id: 'SentCitation', description: 'Points at a chunk by `n`, or by `doc_id` and `chunk_id` together' });

export const VerifyRequestSchema = z
  .object({
    tenant: TenantSchema,
    answer: z.string().meta({ description: 'text with `[n]` references' }),
    sources: z.array(SentRefSchema).optional().meta({ description: 'the `sources` of /context, in their order' }),
    citations: z.array(SentCitationSchema).optional(),
    principal: PrincipalSchema,
  })
  .meta({ id: 'VerifyRequest' });
export type VerifyRequest = z.infer<typeof VerifyRequestSchema>;

export const CheckedSentenceSchema = z
  .object({
    text: z.string().min(1).meta({ description: 'as it stands in the answer' }),
    refs: z.array(z.int()),
    numbers: z.array(z.string()),
    unsupported: z.array(z.string()).meta({ description: 'numbers of the sentence that the evidence does not hold' }),
  })
  .meta({ id: 'CheckedSentence' });
export type CheckedSentence = z.infer<typeof CheckedSentenceSchema>;

export const CheckedCitationSchema = z
  .object({
    doc_id: z.string().nullable().meta({ description: 'null where `n` points at no source' }),
    chunk_id: z.string().nullable(),
    quote: z.string(),
    found: z.boolean().meta({ description: 'the chunk holds the quote' }),
    filename: z.string().nullable().meta({ description: 'null where no such chunk is visible' }),
    anchors: z.array(AnchorSchema),
  })
  .meta({ id: 'CheckedCitation', description: 'In the order of the request' });
export type CheckedCitation = z.infer<typeof CheckedCitationSchema>;

export const VerifyResponseSchema = z
  .object({
    tenant: z.string(),
    grounded: z.boolean().meta({ description: 'no unknown reference, no unsupported number, and every quotation found' }),
    evidence_chunks: z.array(ChunkRefSchema),
    unknown_sources: z.array(SentRefSchema).meta({ description: 'sources that name no visible chunk, as sent' }),
    unknown_refs: z.array(z.int()).meta({ description: 'reference numbers that point at no source' }),
    sentences: z.array(CheckedSentenceSchema),
    citations: z.array(CheckedCitationSchema),
    unsupported_numbers: z.array(z.string()),
  })
  .meta({ id: 'VerifyResponse', description: 'Places, not a verdict: only numbers, references and quotations are checked' });
export type VerifyResponse = z.infer<typeof VerifyResponseSchema>;
