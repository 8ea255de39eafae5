import { z } from 'zod';
import { ChunkIdSchema, ChunkKindSchema, ChunkSchema } from './chunk.ts';
import { DocIdSchema } from './document.ts';
import { RevisionSchema } from './structure.ts';

/** `lexical`: found by words; `semantic`: found by meaning alone, with the score 0. */
export const FOUND_BY = ['lexical', 'semantic'] as const;
export const FoundBySchema = z.enum(FOUND_BY).meta({ id: 'FoundBy' });
export type FoundBy = z.infer<typeof FoundBySchema>;

/** A chunk id restarts in each document, so only the pair names a chunk. */
export const ChunkRefSchema = z
  .object({ doc_id: DocIdSchema, chunk_id: ChunkIdSchema })
  .meta({ id: 'ChunkRef', description: 'Names one chunk: chunk ids restart in each document' });
export type ChunkRef = z.infer<typeof ChunkRefSchema>;

const place = {
  chunk_id: ChunkIdSchema,
  doc_id: DocIdSchema,
  filename: z.string().min(1),
  path: ChunkSchema.shape.path,
  outline: ChunkSchema.shape.outline,
  anchors: ChunkSchema.shape.anchors,
  extractors: ChunkSchema.shape.extractors,
};

const found = {
  score: z.number().min(0).meta({ description: 'BM25; 0 means that no word of the query is in the chunk, not that it is poor' }),
  found_by: FoundBySchema,
};

export const HitSchema = z
  .object({ ...found, ...place, kind: ChunkKindSchema, text: z.string().min(1) })
  .meta({ id: 'Hit', description: 'A chunk that a search found; the order of hits is the order to show, never the score' });
export type Hit = z.infer<typeof HitSchema>;

export const SameTextSchema = z
  .object({ filename: place.filename, doc_id: place.doc_id, chunk_id: place.chunk_id, anchors: place.anchors })
  .meta({ id: 'SameText', description: 'Another place where the very same text stands' });
export type SameText = z.infer<typeof SameTextSchema>;

export const EvidenceSourceSchema = z
  .object({
    n: z.int().min(1).meta({ description: 'the number that `[n]` in the bundle and in an answer points at' }),
    ...found,
    ...place,
    kind: ChunkKindSchema,
    chars: z.int().min(0).meta({ description: "length in code points of this source's text in the bundle" }),
    cut: z.boolean().meta({ description: 'the text was shortened to fit the budget' }),
    also: z.array(SameTextSchema).optional().meta({ description: 'only where the same text stands in other files' }),
  })
  .meta({ id: 'EvidenceSource', description: 'One numbered source of an evidence bundle' });
export type EvidenceSource = z.infer<typeof EvidenceSourceSchema>;

export const CitationSchema = z
  .object({
    ...place,
    quote: z.string().min(1).meta({ description: 'one line of the chunk, verbatim' }),
    revisions: z.array(RevisionSchema).meta({ description: 'what a comparison table says about the quoted line; may be empty' }),
  })
  .meta({ id: 'Citation' });
export type Citation = z.infer<typeof CitationSchema>;
