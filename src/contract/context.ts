import { z } from 'zod';
import { EvidenceSourceSchema } from '../model/evidence.ts';
import { SkippedSchema } from '../model/listing.ts';
import { boundedInteger } from './bounded-integer.ts';
import { LimitSchema, PrincipalSchema, QueryTextSchema, TenantSchema } from './common-fields.ts';
import { CONTEXT_BUDGET } from './limits.ts';

export const ContextRequestSchema = z
  .object({
    tenant: TenantSchema,
    query: QueryTextSchema,
    budget: boundedInteger(CONTEXT_BUDGET, 'Characters (code points) of the whole bundle').prefault(CONTEXT_BUDGET.default),
    limit: LimitSchema,
    principal: PrincipalSchema,
  })
  .meta({ id: 'ContextRequest' });
export type ContextRequest = z.infer<typeof ContextRequestSchema>;

export const ContextResponseSchema = z
  .object({
    tenant: z.string(),
    query: z.string(),
    chunks_searched: z.int().min(0),
    budget: z.int().min(1).meta({ description: 'the value in force' }),
    used: z.int().min(0).meta({ description: 'length of `context` in code points, headers included; never over `budget`' }),
    truncated: z.boolean().meta({ description: 'some found chunk did not fit, wholly or in part' }),
    sources: z.array(EvidenceSourceSchema).meta({ description: '`[n]` in an answer points at the element n - 1' }),
    context: z.string().meta({
      description:
        'blocks parted by a blank line: `[n] <filename> · <page>쪽 · <path joined by " > ">`, then the text of the chunk',
    }),
    skipped: z.array(SkippedSchema),
  })
  .meta({ id: 'ContextResponse' });
export type ContextResponse = z.infer<typeof ContextResponseSchema>;
