import { z } from 'zod';

const idSchema = z.union([z.string(), z.number()]);

/** One JSON-RPC 2.0 message; without `id` it is a notification. What a method takes is for the protocol to check. */
export const McpMessageSchema = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: idSchema.optional(),
    method: z.string(),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: 'McpMessage', description: 'JSON-RPC 2.0; a message without `id` is a notification' });
export type McpMessage = z.infer<typeof McpMessageSchema>;

export const McpReplySchema = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: idSchema.nullable(),
    result: z.looseObject({}).optional(),
    error: z.looseObject({ code: z.int(), message: z.string() }).optional(),
  })
  .meta({ id: 'McpReply', description: 'JSON-RPC 2.0; either `result` or `error`' });
export type McpReply = z.infer<typeof McpReplySchema>;
