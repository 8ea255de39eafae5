import { z } from 'zod';
import { DocIdSchema } from './document.ts';
import { ExtractorSchema } from './formats.ts';
import { AnchorSchema } from './geometry.ts';

export const ChunkIdSchema = z.string().regex(/^c\d+$/);
export const ChunkKindSchema = z.enum(['paragraph', 'table']);

export const ChunkSchema = z
  .object({
    id: ChunkIdSchema,
    doc_id: DocIdSchema,
    kind: ChunkKindSchema,
    text: z.string().min(1),
    blocks: z.array(z.string()).min(1),
    anchors: z.array(AnchorSchema).min(1),
    path: z.array(z.string()),
    outline: z.array(z.string()),
    extractors: z.array(ExtractorSchema).min(1),
  })
  .meta({ id: 'Chunk' });
export type Chunk = z.infer<typeof ChunkSchema>;
