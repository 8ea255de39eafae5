import { z } from 'zod';
import { CitationSchema } from '../model/evidence.ts';
import { SkippedSchema } from '../model/listing.ts';
import { LimitSchema, LimitTextSchema, PrincipalSchema, QueryTextSchema, TenantSchema } from './common-fields.ts';
import { queryFlag } from './query-flag.ts';
import { VerifyResponseSchema } from './verify.ts';

const LLM = 'Answer through the gateway; 400 LLM_NOT_CONFIGURED where none is configured, never a fallback to the extract';

/** The body of /answer and of POST /view. */
export const AnswerRequestSchema = z
  .object({
    tenant: TenantSchema,
    question: QueryTextSchema,
    limit: LimitSchema,
    llm: z.boolean().default(false).meta({ description: LLM }),
    principal: PrincipalSchema,
  })
  .meta({ id: 'AnswerRequest' });
export type AnswerRequest = z.infer<typeof AnswerRequestSchema>;

/** The same in the query string of GET /view. */
export const AnswerQuerySchema = z.object({
  tenant: TenantSchema,
  question: QueryTextSchema,
  limit: LimitTextSchema,
  llm: queryFlag(LLM).default(false),
  principal: PrincipalSchema,
});

/** What made an answer. A gateway answer that was not passed on must not read as a verified one. */
export const MADE_BY = {
  extract: '발췌 (LLM 없음)',
  gateway: 'LLM 게이트웨이 · 인용 검증됨',
  ungrounded: 'LLM 게이트웨이 · 인용 검증 실패',
} as const;

/** Why a question was not answered; the status is 200 all the same. */
export const UNANSWERED = {
  NO_MATCH: 'the search found nothing',
  NO_EVIDENCE: 'chunks were found, but no line of them answers',
  UNGROUNDED: 'the answer of the gateway did not pass the checks of /verify, which stand in `verification`',
} as const;
export type Unanswered = keyof typeof UNANSWERED;
const CODES = Object.keys(UNANSWERED) as [Unanswered, ...Unanswered[]];

export const AnswerResponseSchema = z
  .object({
    tenant: z.string(),
    question: z.string(),
    answered: z.boolean(),
    reason: z.enum(CODES).nullable().meta({ description: 'null when answered' }),
    skipped: z.array(SkippedSchema).meta({ description: 'look here first when an answer is short' }),
    made_by: z.enum(Object.values(MADE_BY)),
    text: z.string().meta({ description: 'empty when not answered' }),
    citations: z.array(CitationSchema),
    verification: VerifyResponseSchema.optional().meta({ description: 'only with the reason UNGROUNDED' }),
  })
  .meta({ id: 'AnswerResponse' });
export type AnswerResponse = z.infer<typeof AnswerResponseSchema>;
