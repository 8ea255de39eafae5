import { z } from 'zod';
import { ExtractorSchema } from './formats.ts';
import { BoxSchema } from './geometry.ts';

export const BLOCK_TYPES = [
  'title',
  'heading',
  'paragraph',
  'list_item',
  'table',
  'caption',
  'footnote',
  'endnote',
  'header',
  'footer',
  'textbox',
  'equation',
  'image',
  'memo',
] as const;
export const BlockTypeSchema = z.enum(BLOCK_TYPES).meta({ id: 'BlockType' });
export type BlockType = z.infer<typeof BlockTypeSchema>;

export const BlockSchema = z
  .object({
    id: z.string().regex(/^b\d+$/),
    type: BlockTypeSchema,
    text: z.string(),
    page: z.int().min(1),
    bbox: BoxSchema.nullable(),
    parent: z.string().nullable(),
    level: z.int().min(1).nullable(),
    extractor: ExtractorSchema,
    confidence: z.number().min(0).max(1),
  })
  .meta({ id: 'Block' });
export type Block = z.infer<typeof BlockSchema>;
