import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { packageVersion } from '../../config/version.ts';
import { RequestProblem } from '../../contract/errors.ts';
import { TOOLS } from '../../contract/tools.ts';
import type { Log } from '../../shared/log.ts';
import { loggedError } from '../logged-error.ts';
import { type ToolCall, toolNamed } from './run-tool.ts';

const VERSION = packageVersion();
const INSTRUCTIONS =
  '공문서를 읽고 근거를 찾는 도구입니다. 질문에 답하기 전에 get_evidence로 번호가 붙은 근거를 받고, 답의 문장마다 [n]으로 인용한 다음 verify_answer로 숫자와 인용을 확인하세요. 근거에 없는 내용은 답하지 마세요.';

/** Answers one JSON-RPC message of a client of either generation of the protocol. */
export async function answerMessage(request: Request, message: unknown, call: ToolCall, log: Log): Promise<Response> {
  const parsed = { parsedBody: message };
  if (!(await isLegacyRequest(request, message))) {
    return createMcpHandler(() => serverFor(call, log), { responseMode: 'json', legacy: 'reject' }).fetch(request, parsed);
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  const server = serverFor(call, log);
  await server.connect(transport);
  return transport.handleRequest(request, parsed);
}

function serverFor(call: ToolCall, log: Log): Server {
  const server = new Server(
    { name: 'geungeo', title: '근거', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: TOOLS.map(({ name, description, inputSchema, reads }) => ({
      name,
      description,
      inputSchema: { ...inputSchema, type: 'object' as const },
      annotations: { readOnlyHint: reads, destructiveHint: !reads, openWorldHint: false },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const run = toolNamed(params.name);
    if (run === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`);
    try {
      return { content: [{ type: 'text', text: await run(call, params.arguments ?? {}) }] };
    } catch (error) {
      if (!(error instanceof RequestProblem)) log.error({ tool: params.name, error: loggedError(error) }, 'a tool failed');
      const problem = error instanceof RequestProblem ? error : new RequestProblem('INTERNAL');
      return { isError: true, content: [{ type: 'text', text: JSON.stringify(problem.body()) }] };
    }
  });
  return server;
}
