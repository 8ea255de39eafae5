import { z } from 'zod';
import { ReasonSchema } from '../model/access.ts';
import { DocIdSchema } from '../model/document.ts';
import { ListingEntrySchema } from '../model/listing.ts';
import { PrincipalSchema, TenantSchema } from './common-fields.ts';
import { FileBodySchema, FilenameSchema, FileQuerySchema } from './parse.ts';
import { queryFlag } from './query-flag.ts';

export const DocumentsRequestSchema = z
  .object({ tenant: TenantSchema, principal: PrincipalSchema })
  .meta({ id: 'DocumentsRequest' });
export type DocumentsRequest = z.infer<typeof DocumentsRequestSchema>;

const count = z.int().min(0);

export const DocumentsResponseSchema = z
  .object({
    tenant: z.string(),
    readable: count.meta({ description: 'documents that were read' }),
    unreadable: count.meta({ description: 'documents that could not be read' }),
    needs_review: count.meta({ description: 'documents to look at once, the unreadable ones among them' }),
    chunks: count,
    documents: z.array(ListingEntrySchema),
  })
  .meta({ id: 'DocumentsResponse' });
export type DocumentsResponse = z.infer<typeof DocumentsResponseSchema>;

const REPLACE = 'Replace a file of the same name; without it such an upload is refused with FILE_EXISTS';

export const UploadQuerySchema = FileQuerySchema.extend({
  tenant: TenantSchema.optional().meta({ description: 'Required with raw bytes; in a JSON body it is a field' }),
  replace: queryFlag(REPLACE).optional(),
});
export type UploadQuery = z.infer<typeof UploadQuerySchema>;

export const UploadBodySchema = z
  .object({
    tenant: TenantSchema,
    ...FileBodySchema.shape,
    replace: z.boolean().optional().meta({ description: REPLACE }),
  })
  .meta({ id: 'UploadRequest' });
export type UploadBody = z.infer<typeof UploadBodySchema>;

export const UploadResponseSchema = z
  .object({
    tenant: z.string(),
    filename: z.string().min(1).meta({ description: 'the name under which the file is stored and listed' }),
    bytes: count,
    stored: z.literal(true),
    doc_id: DocIdSchema,
    readable: z.boolean().meta({ description: 'for a zip: whether any member was read' }),
    reason: ReasonSchema.nullable(),
    chunks: count.meta({ description: 'for a zip: of all members' }),
  })
  .meta({ id: 'UploadResponse' });
export type UploadResponse = z.infer<typeof UploadResponseSchema>;

export const DeleteRequestSchema = z
  .object({
    tenant: TenantSchema,
    filename: FilenameSchema.meta({
      description: 'The listed name as it is, `dir/name` included; a member of a zip cannot be removed',
    }),
  })
  .meta({ id: 'DeleteRequest' });
export type DeleteRequest = z.infer<typeof DeleteRequestSchema>;

export const DeleteResponseSchema = z
  .object({ tenant: z.string(), filename: z.string(), deleted: z.literal(true) })
  .meta({ id: 'DeleteResponse' });
export type DeleteResponse = z.infer<typeof DeleteResponseSchema>;
