import { z } from 'zod';

const count = z.int().min(0);
const names = z.array(z.string()).optional().meta({ description: 'only on a server without keys' });
const number = count.optional().meta({ description: 'only on a server with keys, instead of the names' });
const limit = z.int().min(1).nullable().meta({ description: 'null: no limit' });
const why = z.string().nullable().meta({ description: 'Korean wording of why it is off; null where it is on' });

export const HealthResponseSchema = z
  .object({
    ok: z.boolean(),
    version: z.string(),
    tenants: names,
    tenant_count: number,
    consumers: names,
    consumer_count: number,
    auth: z.object({ required: z.boolean().meta({ description: 'the keyed routes need a key' }) }),
    endpoints: z.array(z.string()).meta({ description: '`METHOD /path`' }),
    formats: z.array(z.string()).meta({ description: 'kinds of files that this server reads' }),
    max_upload: count.meta({ description: 'bytes' }),
    limits: z.object({
      rate_limit: limit.meta({ description: 'requests a minute and consumer; null: no limit' }),
      max_parallel: limit.meta({ description: 'files read at once; null: no limit' }),
      parsing_now: count.meta({ description: 'files that are being read' }),
    }),
    vectors: z.object({ enabled: z.boolean(), reason: why, model: z.string().nullable() }),
    ocr: z.object({ available: z.boolean(), engine: z.string().nullable(), reason: why }),
    llm: z.object({
      configured: z.boolean(),
      host: z.string().meta({ description: 'empty where not configured' }),
      model: z.string().meta({ description: 'empty where not configured' }),
      external: z.boolean().meta({ description: 'false: nothing leaves the server' }),
    }),
    reading: z
      .array(
        z.object({
          tenant: z.string().optional().meta({ description: 'only on a server without keys' }),
          done: count,
          total: count,
        }),
      )
      .meta({ description: 'tenants whose files are being read' }),
  })
  .meta({ id: 'HealthResponse' });
export type HealthResponse = z.infer<typeof HealthResponseSchema>;
