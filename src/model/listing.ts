import { z } from 'zod';
import { ReasonSchema } from './access.ts';
import { DocIdSchema } from './document.ts';
import { ReviewReasonSchema } from './review.ts';
import { StructureSchema } from './structure.ts';

/** A document of a tenant that could not be read, as it stands in every `skipped`. */
export const SkippedSchema = z
  .object({
    filename: z.string().min(1),
    readable: z.literal(false),
    reason: ReasonSchema,
    reason_text: z.string().min(1).meta({ description: 'Korean wording of `reason` with what to do; branch on `reason`' }),
    drm_vendor: z.string().min(1).optional().meta({ description: 'left out where the product is not known' }),
  })
  .meta({ id: 'Skipped', description: 'A document of the tenant that could not be read' });
export type Skipped = z.infer<typeof SkippedSchema>;

export const UnreadableEntrySchema = SkippedSchema.extend({ doc_id: z.null(), chunks: z.literal(0) }).meta({
  id: 'UnreadableEntry',
  description: 'A document in a listing that could not be read',
});
export type UnreadableEntry = z.infer<typeof UnreadableEntrySchema>;

export const ReadableEntrySchema = z
  .object({
    doc_id: DocIdSchema,
    filename: z.string().min(1).meta({ description: 'listed name: `dir/name` in a subfolder, `bundle.zip/inner/name` in a zip' }),
    readable: z.literal(true),
    chunks: z.int().min(0),
    structure: StructureSchema,
    review: z.boolean().meta({ description: 'read, but to be looked at once' }),
    review_reasons: z.array(ReviewReasonSchema),
  })
  .meta({ id: 'ReadableEntry', description: 'A document in a listing that was read' });
export type ReadableEntry = z.infer<typeof ReadableEntrySchema>;

export const ListingEntrySchema = z
  .discriminatedUnion('readable', [ReadableEntrySchema, UnreadableEntrySchema])
  .meta({ id: 'ListingEntry' });
export type ListingEntry = z.infer<typeof ListingEntrySchema>;
