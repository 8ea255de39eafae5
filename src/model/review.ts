import { z } from 'zod';
import { WarningCodeSchema } from './warning.ts';

/** Why a document that was read should be looked at once; the codes are those of the warnings. */
export const ReviewReasonSchema = z
  .object({ code: WarningCodeSchema, text: z.string().min(1) })
  .meta({ id: 'ReviewReason', description: 'Why a document that was read should be looked at once' });
export type ReviewReason = z.infer<typeof ReviewReasonSchema>;
