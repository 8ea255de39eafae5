import { z } from 'zod';
import { AccessSchema } from './access.ts';
import { BlockSchema } from './block.ts';
import { ExtractorSchema, FormatSchema } from './formats.ts';
import { PageSchema } from './geometry.ts';
import { StructureSchema } from './structure.ts';
import { TableSchema } from './table.ts';
import { SCHEMA_VERSION } from './versions.ts';
import { WarningSchema } from './warning.ts';

export const DocIdSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/);

export const SourceSchema = z
  .object({
    filename: z.string().min(1),
    format: FormatSchema,
    bytes: z.int().min(0),
    pages: z.int().min(0),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    container_path: z.array(z.string()),
  })
  .meta({ id: 'Source' });
export type Source = z.infer<typeof SourceSchema>;

export const MetricsSchema = z
  .object({
    parse_ms: z.int().min(0),
    extractor_mix: z.partialRecord(ExtractorSchema, z.number().min(0).max(1)),
  })
  .meta({ id: 'Metrics' });
export type Metrics = z.infer<typeof MetricsSchema>;

export const AclSchema = z.object({ allow: z.array(z.string()), rule: z.int().min(0).nullable() }).meta({ id: 'Acl' });
export type Acl = z.infer<typeof AclSchema>;

export const DocumentSchema = z
  .object({
    doc_id: DocIdSchema,
    schema_version: z.literal(SCHEMA_VERSION),
    source: SourceSchema,
    access: AccessSchema,
    structure: StructureSchema,
    warnings: z.array(WarningSchema),
    metrics: MetricsSchema,
    acl: AclSchema.nullable(),
    pages: z.array(PageSchema),
    blocks: z.array(BlockSchema),
    tables: z.array(TableSchema),
    get children() {
      return z.array(DocumentSchema).optional();
    },
  })
  .meta({ id: 'Document' });
export type Document = z.infer<typeof DocumentSchema>;
