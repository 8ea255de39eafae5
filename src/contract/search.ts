import { z } from 'zod';
import { HitSchema } from '../model/evidence.ts';
import { SkippedSchema } from '../model/listing.ts';
import { LimitSchema, PrincipalSchema, QueryTextSchema, TenantSchema } from './common-fields.ts';

export const SearchRequestSchema = z
  .object({ tenant: TenantSchema, query: QueryTextSchema, limit: LimitSchema, principal: PrincipalSchema })
  .meta({ id: 'SearchRequest' });
export type SearchRequest = z.infer<typeof SearchRequestSchema>;

export const SearchResponseSchema = z
  .object({
    tenant: z.string(),
    query: z.string(),
    chunks_searched: z.int().min(0),
    skipped: z.array(SkippedSchema),
    hits: z.array(HitSchema).meta({ description: "in the engine's order; do not sort them by score" }),
  })
  .meta({ id: 'SearchResponse' });
export type SearchResponse = z.infer<typeof SearchResponseSchema>;
