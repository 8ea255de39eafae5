import { z } from 'zod';
import { TOOL_DESCRIPTIONS } from './descriptions.ts';
import type { Tool } from './operation.ts';
import { OPERATION_LIST, type OperationName, type ToolName } from './operations.ts';

export interface ToolDescription extends Tool {
  /** The operation that a call of the tool runs. */
  readonly operation: OperationName;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** The MCP tools, made from the table of operations. */
export const TOOLS: readonly ToolDescription[] = OPERATION_LIST.flatMap(([operation, { tool }]) =>
  tool ? [described(operation, tool)] : [],
);

function described(operation: OperationName, tool: Tool): ToolDescription {
  return { ...tool, operation, description: TOOL_DESCRIPTIONS[tool.name as ToolName], inputSchema: argumentsOf(tool.input) };
}

function argumentsOf(input: z.ZodObject): Record<string, unknown> {
  // A schema with a name would become a $ref, and clients want an object at the root.
  const { $schema: _, ...schema } = z.toJSONSchema(z.object(input.shape), { io: 'input' });
  return schema;
}
