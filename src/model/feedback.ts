import { z } from 'zod';

export const FEEDBACK_KINDS = ['unreadable', 'wrong_value', 'missing', 'other'] as const;
export const FeedbackKindSchema = z.enum(FEEDBACK_KINDS).meta({ id: 'FeedbackKind' });
export type FeedbackKind = z.infer<typeof FeedbackKindSchema>;

/** What is stored: who sent it and when is ours, the rest is the request. No document body has a place here. */
export const FeedbackItemSchema = z
  .object({
    id: z.string().min(1),
    at: z.iso.datetime().meta({ description: 'UTC' }),
    consumer: z.string().nullable().meta({ description: 'the consumer of the key; null on a server without keys' }),
    kind: FeedbackKindSchema,
    doc_id: z.string().optional(),
    filename: z.string().optional(),
    tenant: z.string().optional(),
    field: z.string().optional(),
    expected: z.string().optional(),
    note: z.string().optional(),
  })
  .meta({ id: 'FeedbackItem' });
export type FeedbackItem = z.infer<typeof FeedbackItemSchema>;
