import { z } from 'zod';
import { ChunkSchema } from '../model/chunk.ts';
import { DocumentSchema } from '../model/document.ts';
import { boundedInteger, boundedIntegerText } from './bounded-integer.ts';
import type { ErrorCode } from './errors.ts';
import { CHUNK_BUDGET } from './limits.ts';

const nameless: ErrorCode = 'FILENAME_MISSING';

/** A name that has to be there: without one the request is refused with a code of its own. */
export const FilenameSchema = z
  .string({ error: (issue) => (issue.input === undefined ? nameless : undefined) })
  .meta({ description: 'Any path part is stripped; only the last part of the name is used' });

/** The query of every route that takes a file: names the raw bytes where the header `X-Filename` does not. */
export const FileQuerySchema = z.object({
  filename: z.string().optional().meta({ description: 'Name of the raw bytes where there is no `X-Filename` header' }),
});
export type FileQuery = z.infer<typeof FileQuerySchema>;

/** A file in a JSON body. Whether the text is base64 is found out when it is decoded. */
export const FileBodySchema = z
  .object({
    filename: FilenameSchema,
    data_base64: z
      .string()
      .meta({ contentEncoding: 'base64', description: "The file's bytes; an empty string is an empty file" }),
  })
  .meta({ id: 'FileBody' });
export type FileBody = z.infer<typeof FileBodySchema>;

const budgetText = `Characters of a chunk, ${CHUNK_BUDGET.default} unless told`;

export const ChunkQuerySchema = FileQuerySchema.extend({
  budget: boundedIntegerText(CHUNK_BUDGET, budgetText).optional(),
});
export type ChunkQuery = z.infer<typeof ChunkQuerySchema>;

/** `budget` may stand in the body as well, since a tool has no query string; the one in the query wins. */
export const ChunkBodySchema = FileBodySchema.extend({
  budget: boundedInteger(CHUNK_BUDGET, budgetText).optional(),
}).meta({ id: 'ChunkRequest' });
export type ChunkBody = z.infer<typeof ChunkBodySchema>;

export const ChunkResponseSchema = z.object({ document: DocumentSchema, chunks: z.array(ChunkSchema) }).meta({
  id: 'ChunkResponse',
  description: 'A document and its chunks; those of a zip carry the `doc_id` of the child they are from',
});
export type ChunkResponse = z.infer<typeof ChunkResponseSchema>;
