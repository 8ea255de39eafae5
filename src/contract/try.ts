import { z } from 'zod';
import { ReasonSchema } from '../model/access.ts';
import { MetricsSchema } from '../model/document.ts';
import { FormatSchema } from '../model/formats.ts';
import { WarningSchema } from '../model/warning.ts';
import { ChunkResponseSchema } from './parse.ts';

const count = z.int().min(0);

export const TrySummarySchema = z
  .object({
    format: FormatSchema,
    pages: count,
    readable: z.boolean(),
    reason: ReasonSchema.nullable(),
    reason_text: z.string().nullable(),
    title: z.string().nullable(),
    blocks: count,
    tables: count,
    chunks: count,
    extractor_mix: MetricsSchema.shape.extractor_mix,
    warnings: z.array(WarningSchema),
    parse_ms: MetricsSchema.shape.parse_ms,
  })
  .meta({ id: 'TrySummary', description: 'What a person wants to know first about a file' });
export type TrySummary = z.infer<typeof TrySummarySchema>;

export const TryResponseSchema = z
  .object({ summary: TrySummarySchema, ...ChunkResponseSchema.shape })
  .meta({ id: 'TryResponse' });
export type TryResponse = z.infer<typeof TryResponseSchema>;
