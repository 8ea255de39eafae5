import { z } from 'zod';

export const SectionSchema = z
  .object({
    block: z.string(),
    label: z.string().nullable(),
    title: z.string().nullable(),
    level: z.int().min(1),
    page: z.int().min(1),
    parent: z.string().nullable().meta({ description: 'block of the section that this one stands in' }),
  })
  .meta({ id: 'Section' });
export type Section = z.infer<typeof SectionSchema>;

export const AttachmentSchema = z
  .object({
    label: z.string(),
    title: z.string().nullable(),
    block: z.string().nullable(),
    page: z.int().min(1).nullable(),
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.infer<typeof AttachmentSchema>;

export const REVISION_KINDS = ['added', 'deleted', 'amended', 'unchanged', 'renumbered'] as const;
export const RevisionSchema = z
  .object({
    kind: z.enum(REVISION_KINDS),
    label: z.string(),
    current: z.string(),
    revised: z.string(),
    table: z.string().optional(),
    page: z.int().min(1).optional(),
  })
  .meta({ id: 'Revision' });
export type Revision = z.infer<typeof RevisionSchema>;

export const StructureSchema = z
  .object({
    title: z.string().nullable(),
    doc_number: z.string().nullable(),
    issued_date: z.string().nullable(),
    issuer: z.string().nullable(),
    recipient: z.string().nullable(),
    recipients: z.array(z.string()),
    sections: z.array(SectionSchema),
    attachments: z.array(AttachmentSchema),
    revisions: z.array(RevisionSchema),
  })
  .meta({ id: 'Structure', description: 'What the document states about itself; nothing here is inferred from its name' });
export type Structure = z.infer<typeof StructureSchema>;

export function emptyStructure(): Structure {
  return {
    title: null,
    doc_number: null,
    issued_date: null,
    issuer: null,
    recipient: null,
    recipients: [],
    sections: [],
    attachments: [],
    revisions: [],
  };
}
