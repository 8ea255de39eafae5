import { z } from 'zod';
import { UsageByConsumerSchema } from '../model/usage.ts';

export const UsageResponseSchema = z.object({ consumers: UsageByConsumerSchema }).meta({ id: 'UsageResponse' });
export type UsageResponse = z.infer<typeof UsageResponseSchema>;
