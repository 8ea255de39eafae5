import { z } from 'zod';
import { FEEDBACK_KINDS, FeedbackItemSchema } from '../model/feedback.ts';
import { boundedIntegerText } from './bounded-integer.ts';
import { FEEDBACK_LIMIT, FEEDBACK_TEXT } from './limits.ts';

/** Counts code points, as JSON Schema's maxLength does; zod's own `max` counts UTF-16 units. */
function shortText(max: number, description?: string) {
  return z
    .string()
    .refine((text) => text.length <= max || [...text].length <= max, `${max.toLocaleString('en-US')}자까지 쓸 수 있습니다.`)
    .meta({ maxLength: max, ...(description === undefined ? {} : { description }) });
}

const name = (description?: string) => shortText(FEEDBACK_TEXT.name, description).optional();
const note = (description?: string) => shortText(FEEDBACK_TEXT.note, description).optional();

/** Fields that are not named here are dropped: document bodies have no way in. */
export const FeedbackRequestSchema = z
  .object({
    kind: z.enum(FEEDBACK_KINDS),
    doc_id: name('this or `filename` has to be there'),
    filename: name('this or `doc_id` has to be there'),
    tenant: name(),
    field: name('which value is meant'),
    expected: note('what it should be'),
    note: note(),
  })
  .refine((sent) => Boolean(sent.doc_id || sent.filename), { error: '가운데 하나는 있어야 합니다.', path: ['doc_id, filename'] })
  .meta({ id: 'FeedbackRequest' });
export type FeedbackRequest = z.infer<typeof FeedbackRequestSchema>;

export const FeedbackResponseSchema = z
  .object({ recorded: z.literal(true), id: z.string().min(1) })
  .meta({ id: 'FeedbackResponse' });
export type FeedbackResponse = z.infer<typeof FeedbackResponseSchema>;

export const FeedbackQuerySchema = z.object({
  limit: boundedIntegerText(FEEDBACK_LIMIT, `Most items, the latest first, ${FEEDBACK_LIMIT.default} unless told`).default(
    FEEDBACK_LIMIT.default,
  ),
});
export type FeedbackQuery = z.infer<typeof FeedbackQuerySchema>;

export const FeedbackListSchema = z
  .object({
    total: z.int().min(0).meta({ description: 'items that the key may see, whatever the limit' }),
    items: z.array(FeedbackItemSchema),
  })
  .meta({ id: 'FeedbackList' });
export type FeedbackList = z.infer<typeof FeedbackListSchema>;
