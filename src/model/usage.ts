import { z } from 'zod';

const count = z.int().min(0);

export const UsageCountersSchema = z
  .object({ calls: count, errors: count, bytes_in: count, ms: count })
  .meta({ id: 'UsageCounters', description: 'Counts of one route since the server started' });
export type UsageCounters = z.infer<typeof UsageCountersSchema>;

/** Consumer, then route; requests with a wrong key stand under `unknown`. */
export const UsageByConsumerSchema = z
  .record(z.string(), z.record(z.string(), UsageCountersSchema))
  .meta({ id: 'UsageByConsumer', description: 'consumer → route → counts; requests with a wrong key stand under `unknown`' });
export type UsageByConsumer = z.infer<typeof UsageByConsumerSchema>;
